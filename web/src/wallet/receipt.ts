import { type Address, type Client, getAbiItem, type Hex, TransactionReceiptNotFoundError } from 'viem';
import {
  getBlockNumber,
  getLogs,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from 'viem/actions';
import { insurancePaymentAbi } from '../../../domain/abi/insurance-payment.ts';

/** Where a sent transaction ended. `cancelled`: the wallet sent another one in its place, which bought nothing. */
export interface Receipt {
  status: 'mined' | 'reverted' | 'cancelled';
  /** The transaction that was mined: another than the one asked about when the wallet sped it up. */
  txHash: Hex;
}

/** The account and nonce of a transaction: of all that share them, only one is ever mined. */
export interface Slot {
  from: string;
  nonce: number;
}

export interface Sent {
  hash: Hex;
  /** The quote it pays for, and the contract it pays. */
  quoteId: Hex;
  contract: Address;
}

/** Looks in a row that must agree before a transaction counts as replaced: nodes behind one address can differ. */
const AGREEING_LOOKS = 3;
/** How far back a purchase is looked for, in blocks: more than a quote's half hour on any of our chains. */
const LOOK_BACK = 5_000n;

const PURCHASED = getAbiItem({ abi: insurancePaymentAbi, name: 'PolicyPurchased' });

async function mined(client: Client, hash: Hex): Promise<Receipt | null> {
  try {
    const { status, transactionHash } = await getTransactionReceipt(client, { hash });
    return { status: status === 'reverted' ? 'reverted' : 'mined', txHash: transactionHash };
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** The transaction that bought the quote, newest first; null when a node does not let one search for it. */
async function purchaseHash(client: Client, { contract, quoteId }: Sent): Promise<Hex | null> {
  try {
    const head = await getBlockNumber(client, { cacheTime: 0 });
    const fromBlock = head > LOOK_BACK ? head - LOOK_BACK : 0n;
    const logs = await getLogs(client, { address: contract, event: PURCHASED, args: { quoteId }, fromBlock });
    return logs.at(-1)?.transactionHash ?? null;
  } catch {
    return null;
  }
}

/** What came of a transaction in whose place another was mined: the registry knows whether that one paid. */
async function replaced(client: Client, sent: Sent): Promise<Receipt> {
  const { status } = await readContract(client, {
    address: sent.contract,
    abi: insurancePaymentAbi,
    functionName: 'policyOf',
    args: [sent.quoteId],
  });
  if (status === 0) return { status: 'cancelled', txHash: sent.hash };
  return { status: 'mined', txHash: (await purchaseHash(client, sent)) ?? sent.hash };
}

/**
 * Follows a sent transaction until it, or one that the wallet sent in its place, is mined. Throws when the node cannot be
 * read, or `signal` aborts.
 * @param known the transaction's slot if it was seen before: the node forgets it with the transaction
 * @param onSeen is told the slot when the node shows it for the first time
 * @param pause milliseconds between two looks
 */
export async function followReceipt(
  client: Client,
  sent: Sent,
  known: Slot | null,
  onSeen: (slot: Slot) => void,
  pause: number,
  signal?: AbortSignal,
): Promise<Receipt> {
  let slot = known;
  let agreeing = 0;
  for (;;) {
    signal?.throwIfAborted();
    if (slot === null) {
      const found = await getTransaction(client, { hash: sent.hash }).catch(() => null);
      if (found) {
        slot = { from: found.from, nonce: found.nonce };
        onSeen(slot);
      }
    }
    // The count is read first: a transaction that is mined between the two reads then shows its receipt.
    const spent =
      slot !== null &&
      (await getTransactionCount(client, { address: slot.from as Address, blockTag: 'latest' })) > slot.nonce;
    const own = await mined(client, sent.hash);
    if (own !== null) return own;
    agreeing = spent ? agreeing + 1 : 0;
    if (agreeing >= AGREEING_LOOKS) return replaced(client, sent);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
