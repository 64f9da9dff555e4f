import { type Ctx, nowIso } from '../platform/context.ts';
import type { Statements } from '../platform/db/client.ts';
import { commit } from '../platform/db/commit.ts';
import { guardNothingUnderWay } from '../platform/db/prepared-transfers.ts';
import { successorOf } from './cancellation.ts';
import { closeRefund } from './change/repository.ts';
import { type ClosingReason, notifyCancellationClosed } from './notices.ts';
import {
  type CancellationRow,
  deleteCancellation,
  guardCancellation,
  insertEvent,
  overdueCancellations,
  type PolicyRow,
} from './repository.ts';

/** Requests that one run closes. */
const AT_ONCE = 50;

/** Statements that end a cancellation request without a refund; the policy continues. */
export function closeCancellation(
  ctx: Ctx,
  row: Pick<PolicyRow, 'policy' | 'successor'>,
  asked: CancellationRow,
  reason: ClosingReason,
): Statements {
  const { policy } = row;
  return [
    guardCancellation(ctx.db, asked),
    deleteCancellation(ctx.db, policy.id),
    closeRefund(ctx.db, policy.id, reason),
    insertEvent(ctx.db, policy.quoteId, {
      kind: 'cancellation_closed',
      fromStatus: policy.status,
      toStatus: policy.status,
      at: nowIso(ctx),
      chainId: policy.chainId,
      requestId: ctx.requestId,
    }),
    ...notifyCancellationClosed(
      ctx,
      { ...policy, policyId: policy.id },
      asked,
      reason,
      successorOf(row)?.id ?? null,
    ),
  ];
}

/** Closes requests whose consent lapsed, or on whose policy a claim was made since. */
export async function closeOverdueCancellations(ctx: Ctx): Promise<void> {
  for (const row of await overdueCancellations(ctx.db, nowIso(ctx), AT_ONCE)) {
    const reason = row.claimed ? 'claimed' : 'lapsed';
    const { chainId, quoteId, id } = row.policy;
    const free = guardNothingUnderWay(ctx.db, chainId, quoteId);
    const statements = closeCancellation(ctx, row, row.cancellation, reason);
    const closed = await commit(ctx, [free, ...statements], () => false);
    if (closed) ctx.log.info('cancellation_closed', { policy: id, reason });
  }
}
