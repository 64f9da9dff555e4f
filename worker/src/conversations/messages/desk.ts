import type { AdminCtx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { unknownThread } from './own.ts';
import {
  changeThreads,
  findThread,
  guardThreads,
  type ThreadChange,
  type ThreadRow,
  takeOn,
} from './repository.ts';

/** Any thread, for an administrator. 404 if missing. */
export async function anyThread(ctx: AdminCtx, id: number): Promise<ThreadRow> {
  const thread = await findThread(ctx.db, id);
  if (!thread) throw unknownThread();
  return thread;
}

/** Statement that assigns an open thread to the administrator who replies; it becomes in progress. */
export function takeOnThread(ctx: AdminCtx, id: number): Statement {
  return takeOn(ctx.db, id, ctx.admin);
}

/** Statements that change threads alike. They fail if one changed since it was read. */
export function changeOf(
  ctx: AdminCtx,
  seen: readonly ThreadRow[],
  change: ThreadChange,
): [Statement, ...Statement[]] {
  const ids = seen.map(({ id }) => id);
  return [guardThreads(ctx.db, seen), changeThreads(ctx.db, ids, change)];
}
