import { complaintNumber } from '#domain/complaints/schema.ts';
import { fieldError, orNotFound } from '#domain/errors.ts';
import {
  changeThreads,
  findThread,
  guardThreads,
  type ThreadChange,
  type ThreadRow,
  takeOn,
  takeUnassigned,
  waitAgain,
} from '#worker/inbox/repository.ts';
import { isDone } from '#worker/inbox/waiting/repository.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { NO_THREAD } from './read.ts';

/** Any thread, for an administrator. 404 if missing. */
export async function anyThread(ctx: AdminCtx, id: number): Promise<ThreadRow> {
  return orNotFound(await findThread(ctx.db, id), NO_THREAD);
}

/** Statements that assign an open thread to the administrator who replies. It becomes in progress, or resolved. */
export function takeOnThread(ctx: AdminCtx, id: number, resolve: boolean): Statement[] {
  return [takeOn(ctx.db, id, ctx.admin, resolve), waitAgain(ctx.db, [id])];
}

/** Whether what the thread is about is done, so that it closes once nobody waits. */
export const isMatterDone = (ctx: AdminCtx, id: number): Promise<boolean> => isDone(ctx.db, id);

/**
 * Statements that change threads alike. They fail if one changed since it was read. 422 if a complaint would be over without
 * its outcome. Whoever moves a thread that nobody has to
 * another status than open becomes its assignee.
 */
export function changeOf(
  ctx: AdminCtx,
  seen: readonly ThreadRow[],
  change: ThreadChange,
): [Statement, ...Statement[]] {
  const ids = seen.map(({ id }) => id);
  const unanswered = seen.find(({ category, outcome }) => category === 'complaint' && outcome === null);
  if (unanswered && (change.status === 'resolved' || change.status === 'closed')) {
    const message = `${complaintNumber(unanswered.id)} is a complaint. It ends with an answer and an outcome.`;
    throw fieldError('status', message);
  }
  const decides = change.status !== undefined && change.status !== 'open' && change.assigned_to === undefined;
  return [
    guardThreads(ctx.db, seen),
    changeThreads(ctx.db, ids, change),
    waitAgain(ctx.db, ids),
    ...(decides ? [takeUnassigned(ctx.db, ids, ctx.admin)] : []),
  ];
}
