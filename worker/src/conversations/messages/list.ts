import type { MessageType } from '../../../../domain/messages/lifecycle.ts';
import type { ThreadAnswer } from '../../../../domain/messages/schema.ts';
import type { Page } from '../../../../domain/page.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { cursorOf, type PageInput, readPage } from '../../platform/db/page.ts';
import { requireOwn } from './own.ts';
import { presentThread } from './present.ts';
import { countUnread, listOwnThreads } from './repository.ts';

/** Most search words used; the rest are ignored. */
const MAX_WORDS = 8;

interface ListInput extends PageInput {
  wallet: string;
  search?: string | undefined;
  type?: MessageType | undefined;
}

/** A page of the actor's threads, latest message first. */
export async function listThreads(ctx: WalletCtx, input: ListInput): Promise<Page<ThreadAnswer>> {
  requireOwn(ctx, input.wallet);
  const words = (input.search ?? '').split(/\s+/).filter((word) => word !== '');
  const filter = { type: input.type, words: words.slice(0, MAX_WORDS) };
  const cursor = cursorOf(input, 'number', true);
  const page = await readPage(
    input,
    cursor,
    (count) => listOwnThreads(ctx.db, ctx.actor.wallet, filter, count, cursor),
    ({ lastMessageAt, id }) => ({ at: lastMessageAt, id }),
  );
  return { ...page, data: page.data.map(presentThread) };
}

/** How many of the actor's threads have unread messages. */
export async function countUnreadThreads(ctx: WalletCtx, wallet: string): Promise<{ count: number }> {
  requireOwn(ctx, wallet);
  return { count: await countUnread(ctx.db, ctx.actor.wallet) };
}
