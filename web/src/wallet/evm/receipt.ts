import { type Client, type Hex, isAddressEqual, TransactionReceiptNotFoundError } from 'viem';
import { getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions';
import type { Slot } from '#web/wallet/payments.ts';
import { isBought, outcomeOf, type Purchase, purchaseHash } from './purchase-outcome.ts';

/**
 * How a sent transaction ended. `cancelled`: the wallet sent another one in its place, which bought nothing. `lapsed`:
 * no node ever saw it, and its quote has expired.
 */
export interface Receipt {
  status: 'mined' | 'reverted' | 'cancelled' | 'lapsed';
  /** The mined transaction, which differs from the requested one if the wallet sped it up. */
  txHash: Hex;
}

export interface Sent extends Purchase {
  hash: Hex;
}

/** Consecutive checks that must agree before a transaction counts as replaced or reverted: nodes behind one address can differ. */
const AGREEING_LOOKS = 3;
/** Failed checks before the registry is asked about a transaction that no node has seen. */
const UNSEEN_LOOKS = 5;

/** The transaction's own outcome, and whether it has the event of the purchase; null while no block has it. */
async function mined(client: Client, sent: Sent): Promise<{ end: Receipt; bought: boolean } | null> {
  try {
    const { status, transactionHash, logs } = await getTransactionReceipt(client, { hash: sent.hash });
    return {
      end: { status: status === 'reverted' ? 'reverted' : 'mined', txHash: transactionHash },
      bought: logs.some(
        ({ address, topics }) =>
          topics[1] === sent.quoteId && sent.contracts.some((contract) => isAddressEqual(contract, address)),
      ),
    };
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null;
    throw error;
  }
}

/** The purchase by another transaction than the one that the wallet named; null if the registry does not know the quote. */
async function boughtByAnother(client: Client, sent: Sent): Promise<Receipt | null> {
  if (!(await isBought(client, sent))) return null;
  return { status: 'mined', txHash: (await purchaseHash(client, sent)) ?? sent.hash };
}

/** The outcome of a transaction that no node has seen; its wallet may have replaced it early. Null while it is open. */
async function unseen(client: Client, sent: Sent): Promise<Receipt | null> {
  const outcome = await outcomeOf(client, sent);
  if (outcome === 'lapsed') return { status: 'lapsed', txHash: sent.hash };
  const txHash = outcome === 'bought' ? await purchaseHash(client, sent) : null;
  return txHash === null ? null : { status: 'mined', txHash };
}

/**
 * Follows a sent transaction until it or its replacement is mined. Throws when the node cannot be read or `signal`
 * aborts.
 * @param known the transaction's slot if seen before, since nodes forget it together with the transaction
 * @param onSeen is told the slot when a node shows it for the first time
 * @param pause milliseconds between checks
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
    // The count is read first, so that a transaction mined between the two reads shows its receipt.
    const spent =
      slot !== null &&
      (await getTransactionCount(client, { address: slot.from as Hex, blockTag: 'latest' })) > slot.nonce;
    const own = await mined(client, sent);
    if (own?.bought) return own.end;
    const over: Receipt | null = own?.end ?? (spent ? { status: 'cancelled', txHash: sent.hash } : null);
    agreeing = over === null ? 0 : agreeing + 1;
    // Only the registry knows that nothing was paid: the wallet may have sent another transaction than it named.
    if (over?.status === 'mined' || (over && agreeing >= AGREEING_LOOKS)) {
      return (await boughtByAnother(client, sent)) ?? over;
    }
    const settled = slot === null && look % UNSEEN_LOOKS === 0 ? await unseen(client, sent) : null;
    if (settled !== null) return settled;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
