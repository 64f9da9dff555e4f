import { type Ctx, isoIn, type WalletCtx } from '#worker/platform/context.ts';
import { findQuote, lastValidity, type PayableQuote, payableOf } from './repository.ts';

/** Most quotes checked per draft; many more than a person makes in half an hour. */
const MOST_QUOTES = 90;
/** How long after a quote's end its payment may still show up, in milliseconds. */
const GRACE_MS = 3_600_000;

/**
 * ISO time until which the wallet could pay on a chain: the end of the named quote, or else of its latest
 * one; null if it has none.
 */
export async function payableUntil(
  ctx: Ctx,
  wallet: string,
  chainId: string,
  quoteId: string | null,
): Promise<string | null> {
  const named = quoteId ? await findQuote(ctx.db, quoteId) : null;
  if (named?.wallet === wallet && named.chain_id === chainId) return named.valid_until;
  return lastValidity(ctx.db, wallet, chainId);
}

/**
 * The actor's quotes of a draft that can be paid now, or could until just now, to allow for block times;
 * newest first.
 */
export function payableOfDraft(ctx: WalletCtx, draftId: string): Promise<PayableQuote[]> {
  const since = isoIn(ctx, -GRACE_MS);
  return payableOf(ctx.db, ctx.actor.wallet, draftId, since, MOST_QUOTES);
}
