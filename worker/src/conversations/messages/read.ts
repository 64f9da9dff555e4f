import { notFound, orNotFound } from '#domain/errors.ts';
import * as messagesApi from '#domain/messages/api.ts';
import { SUPPORT_NAME } from '#domain/messages/lifecycle.ts';
import { type ThreadAnswer, type ThreadMessage, threadAnswer } from '#domain/messages/schema.ts';
import { searchWords } from '#domain/search.ts';
import {
  countUnread,
  findOwnThread,
  listOwnThreads,
  readOwnThread,
  readOwnThreads,
  type ThreadMessageRow,
  type ThreadRow,
} from '#worker/inbox/repository.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { cursorOf, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { strip } from '#worker/platform/http/strip.ts';

/**
 * Throws 404 if a call names a wallet other than the signed-in one. Without a name it means the signed-in
 * one.
 */
export function requireOwn(ctx: WalletCtx, named: string | undefined): void {
  if (named !== undefined && keyOfAddress(named) !== ctx.actor.wallet) {
    throw notFound('No messages found for this wallet.');
  }
}

export const NO_THREAD = 'There is no such message.';

/** The actor's thread with this id. 404 if missing or owned by another wallet. */
export async function ownThread(ctx: WalletCtx, id: number): Promise<ThreadRow> {
  return orNotFound(await findOwnThread(ctx.db, id, ctx.actor.wallet), NO_THREAD);
}

/** The customer's name in their own threads. */
const SELF = 'You';

export const presentThread = (row: ThreadRow): ThreadAnswer => ({
  ...row,
  sender_type: row.last_sender,
  preview: row.last_preview,
  is_read: !row.unread_by_customer,
});

export const presentMessage = ({ id, sender, text, created_at }: ThreadMessageRow): ThreadMessage => ({
  id,
  sender_type: sender,
  sender_name: sender === 'user' ? SELF : SUPPORT_NAME,
  message: text,
  created_at,
});

/** Most search words used; the rest are ignored. */
const MAX_WORDS = 8;

/** A page of the actor's threads, latest message first. */
export const listThreads = serve(messagesApi.listThreads, async (ctx, input) => {
  requireOwn(ctx, input.wallet);
  const words = searchWords(input.search ?? '');
  const filter = { type: input.type, words: words.slice(0, MAX_WORDS) };
  const cursor = cursorOf(input, 'number', true);
  const page = await readPage(
    input,
    cursor,
    (count) => listOwnThreads(ctx.db, ctx.actor.wallet, filter, count, cursor),
    ({ last_message_at, id }) => ({ at: last_message_at, id }),
  );
  return { ...page, data: page.data.map(presentThread) };
});

/** How many of the actor's threads have unread messages. */
export const countUnreadThreads = serve(messagesApi.countUnreadMessages, async (ctx, { wallet }) => {
  requireOwn(ctx, wallet);
  return { count: await countUnread(ctx.db, ctx.actor.wallet) };
});

/** Most replies shown with a thread; the newest ones. */
const SHOWN_REPLIES = 500;

/** The actor's thread with its messages. This is the only call that marks a thread as read. */
export const readThread = serve(messagesApi.getThread, async (ctx, input) => {
  requireOwn(ctx, input.wallet_address);
  const found = orNotFound(await readOwnThread(ctx.db, input.id, ctx.actor.wallet, SHOWN_REPLIES), NO_THREAD);
  return {
    thread: presentThread({ ...found.thread, unread_by_customer: false }),
    main_message: presentMessage(found.main),
    replies: found.replies.map(presentMessage),
    first_unread_id: found.firstUnreadId,
  };
});

/** The actor's threads with every message visible to the actor. */
export async function exportMessages(ctx: WalletCtx) {
  const { threads, messages } = await readOwnThreads(ctx.db, ctx.actor.wallet);
  return threads.map((thread) => ({
    ...strip(threadAnswer, presentThread(thread)),
    messages: messages.filter(({ thread_id }) => thread_id === thread.id).map(presentMessage),
  }));
}
