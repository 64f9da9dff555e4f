import type { ThreadStatus } from '../../../../domain/messages/lifecycle.ts';
import type { AdminCtx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { unknownThread } from './own.ts';
import { findThread, guardStatus, setStatus, type ThreadRow, takeOn } from './repository.ts';

/** A thread of anybody's, for an administrator; 404 when there is none. */
export async function anyThread(ctx: AdminCtx, id: number): Promise<ThreadRow> {
  const thread = await findThread(ctx.db, id);
  if (!thread) throw unknownThread();
  return thread;
}

/** Statement with which an administrator who answers takes the thread on: an open one is in progress from then. */
export function takeOnThread(ctx: AdminCtx, id: number): Statement {
  return takeOn(ctx.db, id, ctx.admin.id);
}

/** Statements that change the status of a thread as it was read; they fail when it has another one by now. */
export function changeStatus(
  ctx: AdminCtx,
  thread: ThreadRow,
  status: ThreadStatus,
): [Statement, ...Statement[]] {
  return [guardStatus(ctx.db, thread), setStatus(ctx.db, thread.id, status)];
}
