import * as adminMessagesApi from '#domain/admin/messages-api.ts';
import { AppError } from '#domain/errors.ts';
import type { ThreadStatus } from '#domain/messages/lifecycle.ts';
import { changedSince } from '#worker/admin/seen.ts';
import { anyThread, isMatterDone, takeOnThread } from '#worker/conversations/messages/desk.ts';
import { presentMessage } from '#worker/conversations/messages/read.ts';
import { writeMessage } from '#worker/conversations/messages/write.ts';
import { firstQuestion } from '#worker/inbox/repository.ts';
import { noteInThread } from '#worker/inbox/said.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { isConstraintFailure } from '#worker/platform/db/guard.ts';
import { type InputOf, serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { tell } from '#worker/told/tell.ts';
import { endingOf, textOf } from './complaint.ts';
import { presentBetween } from './present.ts';
import { findOthersSince, guardSeen } from './repository.ts';

type Reply = InputOf<typeof adminMessagesApi.answerThread>;
type Thread = Awaited<ReturnType<typeof anyThread>>;

/**
 * Replies in a thread, and resolves it if asked to. A customer gets a message, and email and push if enabled; the sender of
 * a contact form gets a letter. An internal note is only stored. A repeated request is one reply. 409 with what came in
 * between if the thread isn't as the administrator saw it.
 */
export const replyAsSupport = serve(adminMessagesApi.answerThread, async (ctx, input) => {
  try {
    const { message } = await writeMessage(ctx, (key) => replyStatements(ctx, input, key));
    return { ...presentMessage(message), sender_name: ctx.admin.name };
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    await requireUnchanged(ctx, await anyThread(ctx, input.id), input);
    throw input.outcome === undefined ? error : changedSince('complaint');
  }
});

/** Statements of a reply, for the batch that writes the message with this key. */
async function replyStatements(ctx: AdminCtx, input: Reply, key: string): Promise<Statement[]> {
  const { message: text, internal_note: internal = false, seen, outcome } = input;
  const thread = await anyThread(ctx, input.id);
  const { id } = thread;
  await requireUnchanged(ctx, thread, input);
  const ending = await endingOf(ctx, thread, input);
  const resolve = input.resolve === true || outcome !== undefined;
  const { status, cause } = thread;
  const after = { status: await statusAfter(ctx, thread, { internal, resolve }) };
  return [
    ...(seen ? [guardSeen(ctx.db, id, { ...seen, adminId: ctx.admin.id })] : []),
    ...ending,
    ...(internal ? noteInThread(ctx, id, text, key) : await answer(ctx, thread, textOf(ctx, input), key)),
    ...(internal && !resolve ? [] : takeOnThread(ctx, id, resolve)),
    recordAct(ctx, {
      subject: `thread:${id}`,
      ...(outcome === undefined
        ? { action: internal ? 'message.noted' : 'message.replied', before: { status }, after }
        : {
            action: 'complaint.answered',
            before: { status, cause, outcome: null },
            after: { ...after, cause: input.cause ?? cause, outcome },
          }),
    }),
  ];
}

/** 409 with what others wrote and changed since the administrator read the thread. */
async function requireUnchanged(ctx: AdminCtx, thread: Thread, { seen }: Reply): Promise<void> {
  if (!seen) return;
  const since = await findOthersSince(ctx.db, thread.id, seen.last_message_id, ctx.admin.id);
  if (since.length === 0 && thread.version === seen.version) return;
  throw new AppError('conflict', 'This conversation changed while you were writing. Nothing was sent.', {
    issues: presentBetween(thread, since, seen),
  });
}

async function statusAfter(
  ctx: AdminCtx,
  { id, status }: Thread,
  { internal, resolve }: { internal: boolean; resolve: boolean },
): Promise<ThreadStatus> {
  if (resolve) return 'resolved';
  if (internal) return status;
  if (await isMatterDone(ctx, id)) return 'closed';
  return status === 'open' ? 'in_progress' : status;
}

/** Statements that tell whoever wrote what support answers: a customer by message, and who wrote by the contact form by letter. */
async function answer(ctx: AdminCtx, thread: Thread, reply: string, key: string): Promise<Statement[]> {
  const { id, wallet, subject: title, contact_email: email, contact_name: name } = thread;
  const adminId = ctx.admin.id;
  if (wallet !== null) {
    return tell(
      ctx,
      'support_replied',
      { wallet, thread: id, adminId, key },
      { thread_id: id, title, reply },
    );
  }
  const to = { wallet: `contact:${id}`, thread: id, adminId, key, ...(email === null ? {} : { email }) };
  return tell(ctx, 'contact_answered', to, { title, name, asked: await firstQuestion(ctx.db, id), reply });
}
