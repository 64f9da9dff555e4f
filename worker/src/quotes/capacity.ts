import { AppError } from '#domain/errors.ts';
import { RATE_CEILINGS } from '#domain/promises.ts';
import { nowIso, type WalletCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { capacityAt, guardCapacity } from './repository.ts';

/** Each live quote is a signed price for 30 minutes; nobody needs to hoard them. */
const { liveQuotes } = RATE_CEILINGS;

/** Guard for the batch that stores a quote, so that concurrent requests can't exceed the limit. */
export const capacityGuard = (ctx: WalletCtx): Statement =>
  guardCapacity(ctx.db, ctx.actor.wallet, nowIso(ctx), liveQuotes);

/** 429 while the wallet is at its limit of live quotes, with the seconds until one expires. */
export async function requireCapacity(ctx: WalletCtx): Promise<void> {
  const freeAt = await capacityAt(ctx.db, ctx.actor.wallet, nowIso(ctx), liveQuotes);
  if (freeAt === null) return;
  throw new AppError(
    'rate_limited',
    `You have ${liveQuotes} quotes that can still be paid. Please pay one of them, or wait until one expires.`,
    { retryAfter: Math.max(1, Math.ceil((Date.parse(freeAt) - ctx.clock()) / 1000)) },
  );
}
