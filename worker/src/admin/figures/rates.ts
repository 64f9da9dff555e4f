import { today } from '#domain/admin/periods.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import { rebook, unpricedEvents, unpricedPayments } from '#worker/money/entries/repository.ts';
import { ifReachable } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { keepRate, markQuote } from '#worker/platform/db/figure-days.ts';
import { ethRates } from '#worker/platform/db/figures-schema.ts';
import { hasRow, updateRows } from '#worker/platform/db/guard.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { lastRate } from '#worker/settlement/effects/repository.ts';
import { centsPaid } from '#worker/settlement/exceptions/value.ts';

const ETHER = { symbol: 'ETH', decimals: 18 };

/**
 * Keeps what an ether is worth each UTC day, also on days without a quote in ether.
 * @returns whether today's rate is there
 */
export async function recordRate(ctx: Ctx): Promise<boolean> {
  const day = today(ctx.clock());
  if (await hasRow(ctx.db, ethRates, { day })) return true;
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

/** Entries looked at for a value in one run. */
const AT_ONCE = 100;

/**
 * Values payments without a policy that had no rate when they were seen, their refunds, and what we paid in error. A coin that
 * is not offered anymore has no rate that anything keeps, so it is worth nothing.
 * @returns that there is nothing more to do today
 */
export async function revalue(ctx: Ctx): Promise<true> {
  for (const payment of await unpricedPayments(ctx.db, AT_ONCE)) {
    const chain = ctx.chains.find(({ id }) => id === payment.chain_id);
    const paid = { token: payment.token, amount: BigInt(payment.amount ?? '0') };
    const isOffered = chain?.currencies.some(({ token }) => token === payment.token) ?? false;
    const usdCents = chain && isOffered ? await centsPaid(ctx, chain, paid, null) : 0;
    if (usdCents === null) continue;
    const { id, quote_id } = payment;
    await ctx.db.batch([
      setCents(ctx.db, id, usdCents),
      ...(await unpricedEvents(ctx.db, quote_id)).flatMap((event) => rebook(ctx.db, event, nowIso(ctx))),
      markQuote(ctx.db, quote_id),
    ]);
  }
  return true;
}

/** US cents per ether on a day, or last before it; null if none was read yet. */
export const rateOn = async (db: Database, day: string): Promise<number | null> =>
  (await lastRate(db, day))?.usd_cents ?? null;

const setCents = (db: Database, eventId: number, usdCents: number): Statement =>
  updateRows(db, chainEvents, { id: eventId }, { usd_cents: usdCents });
