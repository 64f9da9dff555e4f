import { today } from '#domain/admin/periods.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import { ifReachable } from '#worker/platform/chain/chain.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { keepRate } from '#worker/platform/db/figure-days.ts';
import { hasRate } from './repository.ts';

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
