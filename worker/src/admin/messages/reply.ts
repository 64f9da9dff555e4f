import type * as z from 'zod';
import type { adminReplyRequest } from '../../../../domain/admin/messages-schema.ts';
import { SUPPORT_NAME } from '../../../../domain/messages/lifecycle.ts';
import type { ThreadMessage } from '../../../../domain/messages/schema.ts';
import { anyThread, takeOnThread } from '../../conversations/messages/desk.ts';
import { postMessage } from '../../conversations/messages/post.ts';
import { presentMessage } from '../../conversations/messages/present.ts';
import { writeMessage } from '../../conversations/messages/write.ts';
import { notify } from '../../conversations/notices/notify.ts';
import { contactReply } from '../../delivery/mail/letter.ts';
import { findNewestConfirmed } from '../../identity/account/repository.ts';
import type { AdminCtx } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { audit } from '../audit.ts';

type Reply = z.output<typeof adminReplyRequest>;
type Thread = Awaited<ReturnType<typeof anyThread>>;

/**
 * Replies in a thread. A customer gets a message, and email and push if enabled; the sender of a contact
 * form gets a letter. An internal note is only stored. A repeated request is one reply.
 */
export async function replyAsSupport(ctx: AdminCtx, id: number, input: Reply): Promise<ThreadMessage> {
  const { message: text, internal_note: internal = false } = input;
  const thread = await anyThread(ctx, id);
  const { message } = await writeMessage(ctx, async (key) => [
    ...(internal ? note(ctx, thread, text, key) : await answer(ctx, thread, text, key)),
    audit(ctx, {
      action: internal ? 'message.noted' : 'message.replied',
      subject: `thread:${id}`,
      before: { status: thread.status },
      after: { status: internal || thread.status !== 'open' ? thread.status : 'in_progress' },
    }),
  ]);
  return { ...presentMessage(message), sender_name: ctx.admin.name };
}

function note(ctx: AdminCtx, { id }: Thread, text: string, dedupeKey: string): Statement[] {
  return postMessage(ctx, id, { sender: 'admin', adminId: ctx.admin.id, text, internal: true, dedupeKey });
}

async function answer(ctx: AdminCtx, thread: Thread, text: string, key: string): Promise<Statement[]> {
  const notices =
    thread.wallet === null ? byLetter(ctx, thread, text, key) : await toWallet(ctx, thread, text, key);
  return [...notices, takeOnThread(ctx, thread.id)];
}

async function toWallet(ctx: AdminCtx, thread: Thread, text: string, key: string): Promise<Statement[]> {
  const { id, wallet } = thread;
  if (wallet === null) return [];
  return notify(ctx, {
    wallet,
    thread: id,
    subject: `${SUPPORT_NAME} has answered you`,
    text,
    adminId: ctx.admin.id,
    key,
    path: `/messages?thread=${id}`,
    letter: {
      kind: 'message_received',
      email: await findNewestConfirmed(ctx.db, wallet),
      quoteId: null,
      payload: { threadId: id },
    },
  });
}

function byLetter(ctx: AdminCtx, { id, contactEmail }: Thread, text: string, key: string): Statement[] {
  const posted = postMessage(ctx, id, { sender: 'admin', adminId: ctx.admin.id, text, dedupeKey: key });
  if (contactEmail === null) return posted;
  return [...posted, contactReply(ctx, { threadId: id, email: contactEmail, eventKey: key })];
}
