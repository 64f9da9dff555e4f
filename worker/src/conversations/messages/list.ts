import * as messagesApi from '#domain/messages/api.ts';
import { searchWords } from '#domain/search.ts';
import { cursorOf, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { requireOwn } from './own.ts';
import { presentThread } from './present.ts';
import { countUnread, listOwnThreads } from './repository.ts';

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
