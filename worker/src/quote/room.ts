import { AppError } from '../../../domain/errors.ts';
import { nowIso, type WalletCtx } from '../context.ts';
import type { Statement } from '../db/client.ts';
import { guardRoom, roomAt } from './repository.ts';

/**
 * Quotes of one wallet that can still be paid. Each is a signed promise with a price that holds for 30 minutes, so that a
 * wallet could otherwise hoard promises; a person needs a few.
 */
export const MOST_LIVE_QUOTES = 120;

/** Leads the batch that stores a quote: requests at the same moment cannot exceed the limit together. */
export const roomForQuote = (ctx: WalletCtx): Statement =>
  guardRoom(ctx.db, ctx.actor.wallet, nowIso(ctx), MOST_LIVE_QUOTES);

/** 429 while the wallet has as many live quotes as it may, with the seconds until one of them expires. */
export async function requireRoom(ctx: WalletCtx): Promise<void> {
  const freeAt = await roomAt(ctx.db, ctx.actor.wallet, nowIso(ctx), MOST_LIVE_QUOTES);
  if (freeAt === null) return;
  throw new AppError(
    'rate_limited',
    `You have ${MOST_LIVE_QUOTES} quotes that can still be paid. Please pay one of them, or wait until one has expired.`,
    { retryAfter: Math.max(1, Math.ceil((Date.parse(freeAt) - ctx.clock()) / 1000)) },
  );
}
