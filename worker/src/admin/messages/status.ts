import type * as z from 'zod';
import type { threadStatusAnswer } from '../../../../domain/admin/messages-schema.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { ThreadStatus } from '../../../../domain/messages/lifecycle.ts';
import { anyThread, changeStatus } from '../../conversations/messages/desk.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { commit } from '../../platform/db/commit.ts';
import { audit } from '../audit.ts';

/** Sets a thread's status to any other. Setting the current one changes nothing. */
export async function setThreadStatus(
  ctx: AdminCtx,
  id: number,
  status: ThreadStatus,
): Promise<z.output<typeof threadStatusAnswer>> {
  const thread = await anyThread(ctx, id);
  if (thread.status === status) return { id, status };
  const change = { before: { status: thread.status }, after: { status } };
  const audited = audit(ctx, { action: 'message.status', subject: `thread:${id}`, ...change });
  await commit(ctx, [...changeStatus(ctx, thread, status), audited], () => {
    throw new AppError('conflict', 'The status of this message has just changed. Please look at it again.');
  });
  return { id, status };
}
