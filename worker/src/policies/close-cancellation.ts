import { TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { guardNothingUnderWay } from '#worker/platform/db/prepared-transfers.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import {
  deleteCancellation,
  dropEnded,
  findEnded,
  guardCancellation,
  insertCancellation,
  keepEnded,
  overdueCancellations,
} from '#worker/policies/cancellations/repository.ts';
import { closeRefund } from '#worker/policies/change/repository.ts';
import type { ClosingReason } from '#worker/told/endings.ts';
import { successorOf } from './cancellation.ts';
import { byEvent, recordStep } from './history.ts';
import { type CancellationRow, findById, findCancellation, type PolicyRow } from './repository.ts';
import { ofEvent, sumOf, tellHolder } from './tell.ts';

/** Requests that one run closes. */
const AT_ONCE = 50;

/** Identifies the end of a request, which an event that ends it may end again after a reorganization. */
export const endedBy = ({ requestId }: Ctx, asked: string, by: ChainEventRow | null): string =>
  `${asked}:${by ? byEvent(by) : requestId}`;

/**
 * Statements that end a cancellation request without a refund; the policy continues.
 * @param by the event on the chain that ends it
 */
export function closeCancellation(
  ctx: Ctx,
  row: Pick<PolicyRow, 'policy' | 'successor'>,
  asked: CancellationRow,
  reason: ClosingReason,
  by: ChainEventRow | null = null,
): Statements {
  const { policy } = row;
  const { signature } = asked;
  return [
    guardCancellation(ctx.db, asked),
    ...(by
      ? [
          keepEnded(ctx.db, {
            event_id: by.id,
            policy_id: policy.id,
            signature,
            request: JSON.stringify(asked),
          }),
        ]
      : []),
    deleteCancellation(ctx.db, policy.id),
    ...(reason === 'changed' ? [] : [closeRefund(ctx.db, policy.id, reason)]),
    recordStep(ctx, 'policy_cancellation_closed', policy, endedBy(ctx, asked.requested_at, by)),
    ...tellHolder(ctx, 'cancellation_closed', policy, `cancellation-closed:${asked.requested_at}`, {
      reason,
      new_id: successorOf(row)?.id ?? null,
    }),
  ];
}

/** Statements for an event whose block is gone: the request that it had ended is open again, and its holder is told. */
export async function reopenEnded(ctx: Ctx, event: ChainEventRow): Promise<Statement[]> {
  const ended = await findEnded(ctx.db, event.id);
  const row = ended && (await findById(ctx.db, ended.policy_id));
  if (!ended || !row) return [];
  const { policy, quote } = row;
  const asked = ended.request === null ? null : (JSON.parse(ended.request) as CancellationRow);
  const isOver = TRANSITIONS[policy.status].length === 0 || policy.withdrawn_at !== null;
  // What whoever held it meanwhile asked for goes with the change of holder.
  const isAsked = event.kind !== 'holder_changed' && (await findCancellation(ctx.db, policy.id)) !== null;
  if (asked === null || isOver || isAsked) return dropEnded(ctx.db, ended);
  const wallet = event.kind === 'holder_changed' ? event.wallet : policy.wallet;
  return [
    ...dropEnded(ctx.db, ended),
    insertCancellation(ctx.db, asked),
    recordStep(ctx, 'policy_cancellation_requested', policy, byEvent(event)),
    ...tellHolder(
      ctx,
      'cancellation_reopened',
      { ...policy, wallet },
      `cancellation-reopened:${ofEvent(event)}`,
      { refund: sumOf(quote, asked.amount) },
    ),
  ];
}

/** Closes requests whose consent lapsed, or on whose policy a claim was made since. */
export async function closeOverdueCancellations(ctx: Ctx): Promise<void> {
  for (const row of await overdueCancellations(ctx.db, nowIso(ctx), AT_ONCE)) {
    const reason = row.claimed ? 'claimed' : 'lapsed';
    const { chain_id, quote_id, id } = row.policy;
    const free = guardNothingUnderWay(ctx.db, chain_id, quote_id);
    const statements = closeCancellation(ctx, row, row.cancellation, reason);
    const closed = await commit(ctx, [free, ...statements], () => false);
    if (closed) ctx.log.info('cancellation_closed', { policy: id, reason });
  }
}
