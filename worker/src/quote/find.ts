import type { Ctx } from '../context.ts';
import { findQuote, lastValidity, type QuoteRow } from './repository.ts';

export type { QuoteRow };

/** The stored quote that an event of a chain names, whoever it belongs to. */
export function quoteOfEvent(ctx: Ctx, quoteId: string): Promise<QuoteRow | null> {
  return findQuote(ctx.db, quoteId);
}

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
