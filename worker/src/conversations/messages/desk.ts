import type { ThreadStatus } from '../../../../domain/messages/lifecycle.ts';
import type { AdminCtx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { unknownThread } from './own.ts';
import { findThread, guardStatus, setStatus, type ThreadRow, takeOn } from './repository.ts';

/** Any thread, for an administrator. 404 if missing. */
export async function anyThread(ctx: AdminCtx, id: number): Promise<ThreadRow> {
  const thread = await findThread(ctx.db, id);
  if (!thread) throw unknownThread();
  return thread;
}

/** Statement that assigns an open thread to the administrator who replies; it becomes in progress. */
export function takeOnThread(ctx: AdminCtx, id: number): Statement {
  return takeOn(ctx.db, id, ctx.admin.id);
}

/** Statements that change a thread's status. They fail if the status changed since the thread was read. */
export function changeStatus(
  ctx: AdminCtx,
  thread: ThreadRow,
  status: ThreadStatus,
): [Statement, ...Statement[]] {
  return [guardStatus(ctx.db, thread), setStatus(ctx.db, thread.id, status)];
}
