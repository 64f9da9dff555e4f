import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { type EndingRow, insertEnding } from '#worker/policies/endings/repository.ts';
import { threadOfKey } from '#worker/told/repository.ts';
import { refundDue } from './cancellation.ts';
import { closeUnrefunded } from './close-ending.ts';
import type { PolicyRow } from './repository.ts';
import { sumOf, tellHolder, threadOf } from './tell.ts';

/**
 * Statements for an administrator's rejection: the policy keeps awaiting review until the refund's event ends it. It closes what
 * the holder asked for before, because it gives back more.
 * @param open the ending whose refund is owed; null if none is
 */
export function declinePolicy(
  ctx: AdminCtx,
  row: PolicyRow,
  reason: string,
  open: EndingRow | null,
): Statement[] {
  const { policy, quote } = row;
  const declinedAt = nowIso(ctx);
  const thread = threadOfKey(threadOf(policy).key);
  const told = {
    reason,
    refund: sumOf(quote, quote.amount),
    due_at: refundDue(declinedAt),
    thread_id: thread.id,
  };
  return [
    ...(open ? closeUnrefunded(ctx, row, open, 'rejected') : []),
    ...insertEnding(ctx.db, {
      policy_id: policy.id,
      kind: 'rejection',
      asked_at: declinedAt,
      due_from: declinedAt,
      reason,
      decided_by: ctx.admin.id,
    }),
    ...tellHolder(ctx, 'policy_rejected', policy, `declined:${policy.version + 1}`, told, [thread]),
  ];
}
