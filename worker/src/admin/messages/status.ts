import type * as z from 'zod';
import type { threadStatusAnswer } from '../../../../domain/admin/schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { ThreadStatus } from '../../../../domain/messages/lifecycle.ts';
import { anyThread, changeStatus } from '../../conversations/messages/desk.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { isConstraintFailure } from '../../platform/db/guard.ts';
import { audit } from '../audit.ts';

/** Sets the status of a thread, any to any; the one that it has already changes nothing. */
export async function setThreadStatus(
  ctx: AdminCtx,
  id: number,
  status: ThreadStatus,
): Promise<z.output<typeof threadStatusAnswer>> {
  const thread = await anyThread(ctx, id);
  if (thread.status === status) return { id, status };
  try {
    await ctx.db.batch([
      ...changeStatus(ctx, thread, status),
      audit(ctx, {
        action: 'message.status',
        subject: `thread:${id}`,
        before: { status: thread.status },
        after: { status },
      }),
    ]);
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    throw new AppError(
      'conflict',
      'The status of this message was changed meanwhile. Please look at it again.',
    );
  }
  return { id, status };
}
