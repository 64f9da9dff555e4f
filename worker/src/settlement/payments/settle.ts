import type { Chain, Purchase } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { EFFECTS } from '#worker/settlement/effects/effects.ts';
import { type Reason, standingPurchase } from '#worker/settlement/exceptions/repository.ts';
import { proofOf, record } from '#worker/settlement/ledger/record.ts';
import { dropReported, insertFailure } from '#worker/settlement/reported/repository.ts';

export type Settled =
  | { kind: 'policy'; purchase: Purchase; created: boolean; confirmed: boolean }
  | { kind: 'exception'; purchase: Purchase; sentence: string };

const SENTENCES: Readonly<Record<Reason, string>> = {
  unknown_quote: 'The payment arrived, but not for one of our quotes. We will look into it and refund it.',
  mismatch: 'The payment arrived, but it does not match its quote. We will look into it and refund it.',
  late: 'The payment arrived after its quote had expired. We will refund it.',
  unmarked: 'The transfer reached us, but it does not name a quote. We will send it back.',
  dust: 'The transfer reached us, but it bought nothing and is too small to send back.',
  duplicate: 'The payment arrived, but another quote for this insurance was already paid. We will refund it.',
};

/** A purchase that this very call made a policy of. */
const NEW = { exception: null, event: null } as const;

/**
 * Records a transaction's events and returns the outcome of its purchases, or why there is nothing to record.
 * @param known what the database has of the transaction, if that was read before
 */
export async function settleTransaction(
  ctx: Ctx,
  chain: Chain,
  txHash: string,
  at?: number,
  known?: readonly ChainEventRow[],
): Promise<Settled[] | 'unknown' | 'waiting' | 'failed'> {
  const transaction = await chain.transaction(txHash, at);
  // Anyone may report a transaction that has nothing to do with us.
  if (transaction.state === 'failed' && transaction.ours) {
    await insertFailure(ctx.db, { chain_id: chain.id, tx_hash: txHash, reason: 'reverted', at: nowIso(ctx) });
  }
  if (transaction.state !== 'mined') return transaction.state;
  const { events } = transaction;
  const recorded = await record(ctx, chain, EFFECTS, events, proofOf(transaction), known);
  const purchases = events.filter((event) => event.kind === 'purchased');
  const isNew = (purchase: Purchase) => recorded.get(purchase) === 'policy';
  const found = await Promise.all(
    purchases.map((each) => (isNew(each) ? NEW : standingPurchase(ctx.db, chain.id, each.quote_id))),
  );
  // One that its receipt shows otherwise by now is read again later.
  if (found.includes(null)) return 'waiting';
  // Even if the scan came first, nobody needs to look for it any longer.
  if (purchases.some((purchase) => !recorded.has(purchase))) await dropReported(ctx.db, chain.id, txHash);
  return purchases.map((purchase, index): Settled => {
    const standing = found[index];
    const created = isNew(purchase);
    if (standing?.exception && standing.exception.status !== 'became_policy') {
      // Its exception is about a payment to us.
      const reason = standing.exception.reason as Reason;
      return { kind: 'exception', purchase, sentence: SENTENCES[reason] };
    }
    const isHere = created || standing?.event?.block_hash === purchase.block.hash;
    return { kind: 'policy', purchase, created, confirmed: isHere && transaction.confirmed };
  });
}
