import { isRequest } from '#domain/policy/ending.ts';
import { endedAs, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { closeOwed } from '#worker/policies/endings/repository.ts';
import { successorOf } from './cancellation.ts';
import { termEnd } from './changes.ts';
import { reopenClosed } from './close-ending.ts';
import { byEvent, recordStep, type Step } from './history.ts';
import { setCover, setPaidOut } from './ledger/repository.ts';
import { undoReplacing } from './replace.ts';
import { type PolicyRow, setState } from './repository.ts';
import { sumOf, tellHolder } from './tell.ts';

/** The transaction and money of a confirmed registry event, in the premium's currency. */
const moneyOf = ({ quote }: PolicyRow, { tx_hash, event_index, amount, rate, usd }: ChainEventRow) => ({
  tx_hash,
  event_index,
  currency: amount === null ? null : quote.currency,
  amount,
  rate: rate ?? (amount === null ? null : quote.rate),
  usd,
});

/** The refunded share of the premium in US cents, rounded down. */
export function refundedCents({ quote }: PolicyRow, change: ChainEventRow): number {
  return Number((BigInt(change.amount ?? '0') * BigInt(quote.premium_usd) * 100n) / BigInt(quote.amount));
}

/** The same in whole dollars. */
const usdOf = (row: PolicyRow, change: ChainEventRow): number => Math.floor(refundedCents(row, change) / 100);

/** Statements for a refund: the policy ends as the registry says. Null if it has already ended. */
export async function endPolicy(
  ctx: Ctx,
  row: PolicyRow,
  change: ChainEventRow,
): Promise<Statement[] | null> {
  const { policy, quote } = row;
  const { outcome, cover_until } = change;
  if (!outcome || !cover_until || !TRANSITIONS[policy.status].includes(outcome)) return null;
  const ended = endedAs(policy, outcome);
  // A rejection gives back more than its holder asked for.
  const isOther = outcome === 'rejected' && isRequest({ kind: policy.refund_kind });
  const step = { ...moneyOf(row, change), to_status: ended, usd: usdOf(row, change) };
  const { amount, tx_hash } = change;
  return [
    setState(ctx.db, policy.quote_id, { status: ended, cover_until }),
    closeOwed(ctx.db, policy.id, { as: isOther ? 'superseded' : 'sent', at: nowIso(ctx), by: change }),
    ...setCover(ctx.db, quote),
    recordStep(ctx, 'policy_ended', policy, byEvent(change), step),
    ...tellHolder(ctx, 'policy_refunded', policy, `refunded:${tx_hash}`, {
      refund: sumOf(quote, amount ?? '0'),
      tx_hash,
      ended: policy.withdrawn_at === null ? ended : 'withdrawn',
      is_void: ended === 'cancelled' && amount === quote.amount,
      new_id: successorOf(row)?.id ?? null,
    }),
    // A withdrawal has undone it already, and after a cancellation what was agreed stays.
    ...(ended === 'rejected' ? await undoReplacing(ctx, policy.quote_id, change) : []),
  ];
}

/** Statements that undo a refund: the policy returns to its previous status. Null if it hasn't ended. */
export async function reinstatePolicy(
  ctx: Ctx,
  row: PolicyRow,
  change: ChainEventRow,
): Promise<Statement[] | null> {
  const { policy } = row;
  if (!change.outcome || policy.status !== endedAs(policy, change.outcome)) return null;
  const wasActive = change.from_status === 'active' && row.paymentStatus === 'confirmed';
  const to = wasActive ? ('active' as const) : ('pending' as const);
  const step = { ...moneyOf(row, change), to_status: to, usd: usdOf(row, change) };
  return [
    setState(ctx.db, policy.quote_id, { status: to, cover_until: termEnd(policy.end_date) }),
    ...setCover(ctx.db, row.quote),
    recordStep(ctx, 'policy_orphaned', policy, byEvent(change), step),
    ...(await reopenClosed(ctx, change)),
  ];
}

/**
 * Statements for an event that only adds a step to the history, or that say that it was reversed.
 * @param part which of several that one event does to one policy
 */
export const noteEvent = (ctx: Ctx, row: PolicyRow, change: ChainEventRow, kind: Step): Statement[] => [
  recordStep(ctx, kind, row.policy, byEvent(change), moneyOf(row, change)),
];

/**
 * Statements for a claim that was paid outside the chain: it counts against the cover as any other. The same batch has
 * recorded the payment before.
 */
export const applyOutside = (ctx: Ctx, { policy }: PolicyRow, usd: number): Statement[] => [
  setPaidOut(ctx.db, policy.quote_id),
  recordStep(ctx, 'policy_claim_paid', policy, ctx.requestId, { usd }),
];
