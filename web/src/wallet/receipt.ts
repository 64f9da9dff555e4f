import { type Client, type Hex, TransactionReceiptNotFoundError } from 'viem';
import { getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions';
import { isBought, outcomeOf, type Purchase, purchaseHash } from './purchase-outcome.ts';

/**
 * Where a sent transaction ended. `cancelled`: the wallet sent another one in its place, which bought nothing. `lapsed`:
 * no node ever showed it, and its quote has ended.
 */
export interface Receipt {
  status: 'mined' | 'reverted' | 'cancelled' | 'lapsed';
  /** The transaction that was mined: another than the one asked about when the wallet sped it up. */
  txHash: Hex;
}

/** The account and nonce of a transaction: of all that share them, only one is ever mined. */
export interface Slot {
  from: string;
  nonce: number;
}

/** A transaction, and the purchase that it makes. */
export interface Sent extends Purchase {
  hash: Hex;
}

/** Looks in a row that must agree before a transaction counts as replaced: nodes behind one address can differ. */
const AGREEING_LOOKS = 3;
/** Looks in vain, for a transaction that no node has shown, before the registry is asked, and asked again. */
const UNSEEN_LOOKS = 5;

async function mined(client: Client, hash: Hex): Promise<Receipt | null> {
  try {
    const { status, transactionHash } = await getTransactionReceipt(client, { hash });
    return { status: status === 'reverted' ? 'reverted' : 'mined', txHash: transactionHash };
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** What came of a transaction in whose place another was mined: the registry knows whether that one paid. */
async function replaced(client: Client, sent: Sent): Promise<Receipt> {
  if (!(await isBought(client, sent))) return { status: 'cancelled', txHash: sent.hash };
  return { status: 'mined', txHash: (await purchaseHash(client, sent)) ?? sent.hash };
}

/** The end of a transaction that no node has shown: its wallet may have replaced it before any did. Null while it is open. */
async function unseen(client: Client, sent: Sent): Promise<Receipt | null> {
  const outcome = await outcomeOf(client, sent);
  if (outcome === 'lapsed') return { status: 'lapsed', txHash: sent.hash };
  const txHash = outcome === 'bought' ? await purchaseHash(client, sent) : null;
  return txHash === null ? null : { status: 'mined', txHash };
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
  for (let look = 1; ; look += 1) {
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
      (await getTransactionCount(client, { address: slot.from as Hex, blockTag: 'latest' })) > slot.nonce;
    const own = await mined(client, sent.hash);
    if (own !== null) return own;
    agreeing = spent ? agreeing + 1 : 0;
    if (agreeing >= AGREEING_LOOKS) return replaced(client, sent);
    const settled = slot === null && look % UNSEEN_LOOKS === 0 ? await unseen(client, sent) : null;
    if (settled !== null) return settled;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
