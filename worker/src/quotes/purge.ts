import { DAY_SECONDS } from '#domain/days.ts';
import { KEPT } from '#domain/promises.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import { type Ctx, isoIn, isoOf, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { clearPurge, deleteQuotes, dueQuotes, purgeDrafts, setPurge } from './repository.ts';

/** Quotes per registry check; a statement takes at most 100 parameters. */
const AT_ONCE = 90;

/** When a quote made or released now is deleted, unless it is bought. */
export const unboughtUntil = (ctx: Ctx): string => isoIn(ctx, KEPT.unboughtQuoteDays * DAY_SECONDS * 1000);

export const purgeExpiredDrafts = (ctx: Ctx): Promise<void> => purgeDrafts(ctx.db, nowIso(ctx));

/**
 * Deletes a chain's due unbought quotes with their personal fields. Not having read a purchase proves
 * nothing: only the registry, at a final block past the quote's end, shows that there is none.
 */
export async function purgeUnbought(ctx: Ctx, chain: Chain): Promise<void> {
  const due = { chainId: chain.id, now: nowIso(ctx) };
  // Checked before calling the chain, because usually nothing is due.
  if ((await dueQuotes(ctx.db, { ...due, final: due.now }, 1)).length === 0) return;
  const block = await chain.finalBlock();
  if (!block) return;
  const quotes = await dueQuotes(ctx.db, { ...due, final: isoOf(block.time) }, AT_ONCE);
  const entries = await chain.registeredAt(quotes, block);
  const unbought = quotes.filter((_, index) => entries[index] === null).map(({ id }) => id);
  if (unbought.length > 0) await deleteQuotes(ctx.db, unbought);
  for (const { id } of quotes.filter((_, index) => entries[index] !== null)) {
    // Bought, but its event isn't read yet. The sweep will find it and then needs the quote.
    ctx.log.warn('bought_quote_unrecorded', { chain: chain.id, quote: id });
    await clearPurge(ctx.db, id);
  }
}

/** For the batch of whatever keeps the quote for good: a payment, or money that became no policy. */
export function keepQuote(ctx: Ctx, id: string): Statement {
  return clearPurge(ctx.db, id);
}

/** For the batch in which a quote loses its payment for good: it is then purged like an unbought one. */
export function releaseQuote(ctx: Ctx, id: string): Statement {
  return setPurge(ctx.db, id, unboughtUntil(ctx));
}
