import type * as z from 'zod';
import type { adminReplyRequest } from '#domain/admin/messages-schema.ts';
import { AppError, fieldError } from '#domain/errors.ts';
import { ombudsmanText } from '#domain/operator.ts';
import { changedSince } from '#worker/admin/seen.ts';
import type { ThreadRow } from '#worker/inbox/repository.ts';
import { answerComplaint } from '#worker/inbox/repository.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { decidedMatter } from './repository.ts';

/** What is special about answering a complaint: somebody who did not decide the matter does, and in the end with an outcome. */

type Reply = z.output<typeof adminReplyRequest>;

/** Why this administrator can't answer a thread, in a sentence; null if they can. */
export async function whyNotBy(ctx: AdminCtx, { id, category }: ThreadRow): Promise<string | null> {
  return category === 'complaint' && (await decidedMatter(ctx.db, id, ctx.admin.id))
    ? 'You decided what this complaint is about, so somebody else has to answer it.'
    : null;
}

/** What a reply says: the final answer to a complaint names the ombudsman, unless the complaint was withdrawn. */
export const textOf = (ctx: AdminCtx, { message, outcome }: Reply): string =>
  outcome === undefined || outcome === 'withdrawn'
    ? message
    : `${message}\n\n${ombudsmanText(ctx.settings.operator)}`;

/** Statements for the batch of a reply: the outcome, if it ends a complaint. Refuses what a complaint doesn't allow. */
export async function endingOf(ctx: AdminCtx, thread: ThreadRow, reply: Reply): Promise<Statement[]> {
  const { internal_note: internal = false, resolve = false, outcome, cause = thread.cause } = reply;
  const isOpen = thread.category === 'complaint' && thread.outcome === null;
  const refusal = internal ? null : await whyNotBy(ctx, thread);
  if (refusal !== null) throw new AppError('forbidden', refusal);
  if (outcome === undefined) {
    if (isOpen && resolve) throw fieldError('outcome', 'Please choose an outcome.');
    return [];
  }
  if (thread.category !== 'complaint') throw fieldError('outcome', 'Only a complaint has an outcome.');
  if (!isOpen) throw changedSince('complaint');
  const answer = { cause, outcome, answered_at: nowIso(ctx), answered_by: ctx.admin.name };
  return answerComplaint(ctx.db, thread.id, answer);
}
