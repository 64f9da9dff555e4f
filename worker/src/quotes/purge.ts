import { DAY_SECONDS } from '../../../domain/days.ts';
import { KEPT } from '../../../domain/promises.ts';
import type { Chain } from '../platform/chain/chain.ts';
import { type Ctx, isoOf, nowIso } from '../platform/context.ts';
import type { Statement } from '../platform/db/client.ts';
import { clearPurge, deleteQuotes, dueQuotes, purgeDrafts, setPurge } from './repository.ts';

/** Quotes that one run asks the registry about; a statement takes at most 100 parameters. */
const AT_ONCE = 90;

/** When a quote made or lost now is deleted, unless it is bought. */
export const unboughtUntil = (ctx: Ctx): string =>
  new Date(ctx.clock() + KEPT.unboughtQuoteDays * DAY_SECONDS * 1000).toISOString();

export function purgeExpiredDrafts(ctx: Ctx): Promise<void> {
  return purgeDrafts(ctx.db, nowIso(ctx));
}

/**
 * Deletes unbought quotes of a chain, with their personal fields, whose time has come. That we have read of no purchase
 * proves nothing: only the registry itself, at a final block past the quote's end, can say that there is none.
 */
export async function purgeUnbought(ctx: Ctx, chain: Chain): Promise<void> {
  const due = { chainId: chain.id, now: nowIso(ctx) };
  // Looked for before the chain is asked anything: mostly there is none.
  if ((await dueQuotes(ctx.db, { ...due, final: due.now }, 1)).length === 0) return;
  const block = await chain.finalBlock();
  if (!block) return;
  const quotes = await dueQuotes(ctx.db, { ...due, final: isoOf(block.time) }, AT_ONCE);
  const entries = await chain.registeredAt(quotes, block);
  const unbought = quotes.filter((_, index) => entries[index] === null).map(({ id }) => id);
  if (unbought.length > 0) await deleteQuotes(ctx.db, unbought);
  for (const { id } of quotes.filter((_, index) => entries[index] !== null)) {
    // Bought, and its event not read so far: the sweep will come upon it, and then the quote must be there.
    ctx.log.warn('bought_quote_unrecorded', { chain: chain.id, quote: id });
    await clearPurge(ctx.db, id);
  }
}

/** Goes into the batch of whatever names the quote for good: a payment, or money that became no policy. */
export function keepQuote(ctx: Ctx, id: string): Statement {
  return clearPurge(ctx.db, id);
}

/** Goes into the batch in which a quote loses its payment for good: it is kept like one that nobody bought. */
export function releaseQuote(ctx: Ctx, id: string): Statement {
  return setPurge(ctx.db, id, unboughtUntil(ctx));
}
