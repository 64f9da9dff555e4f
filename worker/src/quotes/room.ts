import { AppError } from '../../../domain/errors.ts';
import { RATE_CEILINGS } from '../../../domain/promises.ts';
import { nowIso, type WalletCtx } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import { guardRoom, roomAt } from './repository.ts';

/** Each live quote is a signed promise of its price for 30 minutes, which nobody needs to hoard. */
const { liveQuotes } = RATE_CEILINGS;

/** Leads the batch that stores a quote: requests at the same moment cannot exceed the limit together. */
export const roomForQuote = (ctx: WalletCtx): Statement =>
  guardRoom(ctx.db, ctx.actor.wallet, nowIso(ctx), liveQuotes);

/** 429 while the wallet has as many live quotes as it may, with the seconds until one of them expires. */
export async function requireRoom(ctx: WalletCtx): Promise<void> {
  const freeAt = await roomAt(ctx.db, ctx.actor.wallet, nowIso(ctx), liveQuotes);
  if (freeAt === null) return;
  throw new AppError(
    'rate_limited',
    `You have ${liveQuotes} quotes that can still be paid. Please pay one of them, or wait until one has expired.`,
    { retryAfter: Math.max(1, Math.ceil((Date.parse(freeAt) - ctx.clock()) / 1000)) },
  );
}
