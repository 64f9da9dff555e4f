import type { Ctx, WalletCtx } from '../platform/context.ts';
import { findQuote, lastValidity, type PayableQuote, payableOf } from './repository.ts';

/** Quotes of one draft that are looked at; far more than a person lets make in half an hour. */
const MOST_QUOTES = 90;
/** Time after a quote's end during which its payment may still come to light, in milliseconds. */
const GRACE_MS = 3_600_000;

/** ISO time until which the wallet could pay on a chain: its named quote's end, else its last one's; null without any. */
export async function payableUntil(
  ctx: Ctx,
  wallet: string,
  chainId: string,
  quoteId: string | null,
): Promise<string | null> {
  const named = quoteId ? await findQuote(ctx.db, quoteId) : null;
  if (named?.wallet === wallet && named.chainId === chainId) return named.validUntil;
  return lastValidity(ctx.db, wallet, chainId);
}

/** Quotes of the actor's draft that can be paid now, or could a moment ago while a block was made; newest first. */
export function payableOfDraft(ctx: WalletCtx, draftId: string): Promise<PayableQuote[]> {
  const since = new Date(ctx.clock() - GRACE_MS).toISOString();
  return payableOf(ctx.db, ctx.actor.wallet, draftId, since, MOST_QUOTES);
}
