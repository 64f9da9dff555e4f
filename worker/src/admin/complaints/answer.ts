import type * as z from 'zod';
import type { ComplaintDetail, complaintDecision } from '../../../../domain/admin/complaints-schema.ts';
import { writeMessage } from '../../conversations/messages/write.ts';
import { type AdminCtx, nowIso } from '../../platform/context.ts';
import { isConstraintFailure } from '../../platform/db/guard.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { replyStatements } from '../messages/reply.ts';
import { changedSince } from '../seen.ts';
import { getComplaint } from './list.ts';
import { guardUnanswered, setAnswered } from './repository.ts';

/**
 * Answers a complaint for good: the person gets the message by email, and the conversation is resolved. A repeated request
 * is one answer. 409 if it was answered before.
 */
export async function answerComplaint(
  ctx: AdminCtx,
  { id, outcome, message, cause }: { id: number } & z.output<typeof complaintDecision>,
): Promise<ComplaintDetail> {
  const before = await getComplaint(ctx, id);
  const after = { outcome, cause: cause ?? before.cause };
  try {
    await writeMessage(ctx, async (key) => [
      guardUnanswered(ctx.db, id),
      ...(await replyStatements(ctx, before.thread_id, { message, resolve: true }, key)),
      setAnswered(ctx.db, id, { ...after, answeredAt: nowIso(ctx), answeredBy: ctx.admin.name }),
      auditLogLine(ctx, {
        action: 'complaint.answered',
        subject: `complaint:${id}`,
        before: { outcome: null, cause: before.cause },
        after,
      }),
    ]);
  } catch (error) {
    if (isConstraintFailure(error)) throw changedSince('complaint');
    throw error;
  }
  return getComplaint(ctx, id);
}
