import { endedAs, type StoredStatus, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { successorOf } from './cancellation.ts';
import { termEnd } from './changes.ts';
import { reopenEnded } from './close-cancellation.ts';
import { setCover, setPaidOut } from './ledger/repository.ts';
import { undoReplacing } from './replace.ts';
import { guardPolicy, insertEvent, type PolicyEvent, type PolicyRow, setState } from './repository.ts';
import { sumOf, tellHolder } from './tell.ts';

/** A history line for a confirmed registry event, in the premium's currency. */
function registryEvent(
  ctx: Ctx,
  { policy, quote }: PolicyRow,
  change: ChainEventRow,
  line: { kind: PolicyEvent['kind']; to?: StoredStatus; usd?: number | null },
): PolicyEvent {
  return {
    kind: line.kind,
    from_status: policy.status,
    to_status: line.to ?? policy.status,
    at: nowIso(ctx),
    chain_id: policy.chain_id,
    tx_hash: change.tx_hash,
    event_index: change.event_index,
    currency: change.amount === null ? null : quote.currency,
    amount: change.amount,
    rate: change.rate ?? (change.amount === null ? null : quote.rate),
    usd: line.usd ?? change.usd,
    request_id: ctx.requestId,
  };
}

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
  const line = { kind: ended, to: ended, usd: usdOf(row, change) };
  const { amount, tx_hash } = change;
  return [
    guardPolicy(ctx.db, policy),
    setState(ctx.db, policy.quote_id, { status: ended, cover_until }),
    ...setCover(ctx.db, quote),
    insertEvent(ctx.db, policy.quote_id, registryEvent(ctx, row, change, line)),
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
  const line = { kind: 'orphaned' as const, to, usd: usdOf(row, change) };
  return [
    guardPolicy(ctx.db, policy),
    setState(ctx.db, policy.quote_id, { status: to, cover_until: termEnd(policy.end_date) }),
    ...setCover(ctx.db, row.quote),
    insertEvent(ctx.db, policy.quote_id, registryEvent(ctx, row, change, line)),
    ...(await reopenEnded(ctx, change)),
  ];
}

/** Statements for an event that only adds a history line, or that remove the line again. */
export function noteEvent(
  ctx: Ctx,
  row: PolicyRow,
  change: ChainEventRow,
  kind: PolicyEvent['kind'],
): Statement[] {
  return [
    guardPolicy(ctx.db, row.policy),
    insertEvent(ctx.db, row.policy.quote_id, registryEvent(ctx, row, change, { kind })),
  ];
}

/**
 * Statements for a claim that was paid outside the chain: it counts against the cover as any other. The same batch has
 * recorded the payment before.
 */
export function applyOutside(ctx: Ctx, { policy }: PolicyRow, usd: number): Statement[] {
  return [
    guardPolicy(ctx.db, policy),
    setPaidOut(ctx.db, policy.quote_id),
    insertEvent(ctx.db, policy.quote_id, {
      kind: 'claim_paid',
      from_status: policy.status,
      to_status: policy.status,
      at: nowIso(ctx),
      chain_id: policy.chain_id,
      usd,
      request_id: ctx.requestId,
    }),
  ];
}
