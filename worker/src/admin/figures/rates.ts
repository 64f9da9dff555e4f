import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { today } from '#domain/admin/periods.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import { ifReachable } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { keepRate, markQuote } from '#worker/platform/db/figure-days.ts';
import { ethRates } from '#worker/platform/db/figures-schema.ts';
import { type ChainEventRow, chainEvents } from '#worker/platform/db/registry-schema.ts';
import { paymentExceptions, quotes } from '#worker/platform/db/schema.ts';
import { lastRate } from '#worker/settlement/effects/repository.ts';
import { namedQuote } from '#worker/settlement/exceptions/repository.ts';
import { centsPaid } from '#worker/settlement/exceptions/value.ts';

const ETHER = { symbol: 'ETH', decimals: 18 };

/**
 * Keeps what an ether is worth each UTC day, also on days without a quote in ether.
 * @returns whether today's rate is there
 */
export async function recordRate(ctx: Ctx): Promise<boolean> {
  const day = today(ctx.clock());
  if (await hasRate(ctx.db, day)) return true;
  for (const chain of ctx.chains) {
    const rates = await ifReachable(ctx.rates.rates(chain), () => null);
    const rate = rates?.[ETHER.symbol];
    if (!rate || 'refused' in rate) continue;
    const usdCents = Number(unitsToUsdCents(10n ** BigInt(ETHER.decimals), rate.usd, ETHER.decimals));
    await ctx.db.batch(keepRate(ctx.db, { day, usd_cents: usdCents, source: rate.source, at: nowIso(ctx) }));
    return true;
  }
  ctx.log.warn('no_rate_today', { day });
  return false;
}

/** Open payments looked at for a value in one run. */
const AT_ONCE = 100;

/**
 * Values the newest payments that wait for their refund, name none of our quotes and had no rate when they were seen.
 * @returns that there is nothing more to do today
 */
export async function revalue(ctx: Ctx): Promise<true> {
  const updates = [];
  for (const event of await paymentsWithoutValue(ctx.db, AT_ONCE)) {
    const chain = ctx.chains.find(({ id }) => id === event.chain_id);
    const payment = { token: event.token, amount: BigInt(event.amount ?? '0') };
    const usdCents = chain ? await centsPaid(ctx, chain, payment, null) : null;
    if (usdCents !== null)
      updates.push(setCents(ctx.db, event.id, usdCents), markQuote(ctx.db, event.quote_id));
  }
  const [first, ...rest] = updates;
  if (first) await ctx.db.batch([first, ...rest]);
  return true;
}

async function hasRate(db: Database, day: string): Promise<boolean> {
  return (await db.select().from(ethRates).where(eq(ethRates.day, day)).get()) !== undefined;
}

/** US cents per ether on a day, or last before it; null if none was read yet. */
export const rateOn = async (db: Database, day: string): Promise<number | null> =>
  (await lastRate(db, day))?.usd_cents ?? null;

/** The newest payments that wait for their refund, name none of our quotes and have no value. */
async function paymentsWithoutValue(db: Database, limit: number): Promise<ChainEventRow[]> {
  const newest = db
    .select({ id: paymentExceptions.id })
    .from(paymentExceptions)
    .where(eq(paymentExceptions.status, 'open'))
    .orderBy(desc(paymentExceptions.id))
    .limit(limit);
  const rows = await db
    .select({ event: chainEvents })
    .from(paymentExceptions)
    .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.event_id))
    .leftJoin(quotes, eq(quotes.id, namedQuote))
    .where(and(inArray(paymentExceptions.id, newest), isNull(chainEvents.usd_cents), isNull(quotes.id)))
    .all();
  return rows.map(({ event }) => event);
}

const setCents = (db: Database, eventId: number, usdCents: number): Statement =>
  db.update(chainEvents).set({ usd_cents: usdCents }).where(eq(chainEvents.id, eventId));
