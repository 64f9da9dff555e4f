import { AppError } from '../../../domain/errors.ts';
import type { ThreadAnswer } from '../../../domain/messages/schema.ts';
import { decodeCursor, encodeCursor, MAX_PAGE_SIZE } from '../../../domain/page.ts';
import type { WalletCtx } from '../context.ts';
import { requireOwn } from './own.ts';
import { presentThread } from './present.ts';
import { countUnread, listOwnThreads } from './repository.ts';

/** Threads of the actor's own wallet, the one with the latest message first, at most 200, and where the rest begins. */
export async function listThreads(
  ctx: WalletCtx,
  input: { wallet: string; before?: string },
): Promise<{ threads: ThreadAnswer[]; next: string | null }> {
  requireOwn(ctx, input.wallet);
  const before = input.before === undefined ? null : decodeCursor(input.before);
  if (input.before !== undefined && !before) {
    throw new AppError('invalid', 'This page of messages does not exist. Please begin with the first one.');
  }
  const rows = await listOwnThreads(ctx.db, ctx.actor.wallet, MAX_PAGE_SIZE, before);
  const last = rows.length === MAX_PAGE_SIZE ? rows.at(-1) : undefined;
  return {
    threads: rows.map(presentThread),
    next: last ? encodeCursor({ at: last.lastMessageAt, id: last.id }) : null,
  };
}

/** Threads of the actor's own wallet with something unread. */
export async function countUnreadThreads(ctx: WalletCtx, wallet: string): Promise<{ count: number }> {
  requireOwn(ctx, wallet);
  return { count: await countUnread(ctx.db, ctx.actor.wallet) };
}
