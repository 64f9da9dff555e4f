import { parseDecimal, unitsToUsdMicros } from '#domain/money.ts';
import { rateOn } from '#worker/admin/figures/rates/repository.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { insertFee, moveFeeMark, readFeeMark, withoutFee } from './repository.ts';

const AT_ONCE = 50;
/** How far before the last known fee we look again: another run's clock may be behind. */
const OVERLAP_MS = 3_600_000;

/** Keeps what the network charged for each of our own transactions, once per transaction. */
export async function recordFees(ctx: Ctx, chain: Chain): Promise<void> {
  const mark = await readFeeMark(ctx.db, chain.id);
  const since = mark === '' ? '' : new Date(Date.parse(mark) - OVERLAP_MS).toISOString();
  const due = await withoutFee(ctx.db, chain.id, since, AT_ONCE);
  if (due.length === 0) return;
  const fees = await chain.fees(due.map(({ tx_hash }) => tx_hash));
  const worth = await coinValue(ctx, chain);
  let reached = mark;
  /** False after the first that can't be valued yet: the next run asks again from there. */
  let known = true;
  for (const [index, { tx_hash, at, confirmedAt }] of due.entries()) {
    const fee = fees[index] ?? null;
    const value = fee === null ? null : worth(fee, await rateOn(ctx.db, at.slice(0, 10)));
    if (fee === null || value === null) {
      known = false;
      continue;
    }
    await insertFee(ctx.db, { chain_id: chain.id, tx_hash, amount: fee.toString(), ...value, at });
    if (known) reached = confirmedAt;
  }
  if (reached !== mark) await moveFeeMark(ctx.db, chain.id, reached);
}

interface Value {
  usd_micros: number;
  gwei: number;
}

/** US cents as a decimal number of dollars. */
const inDollars = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/**
 * What base units of the network's coin are worth: ether at the rate of its day, other coins at today's. Null while a
 * rate is missing. Both are computed from the units, since most fees are less than a cent.
 */
async function coinValue(ctx: Ctx, chain: Chain) {
  const { symbol, decimals } = chain.coin;
  const today = symbol === 'ETH' ? null : (await ctx.rates.rates(chain))[symbol];
  return (units: bigint, etherCents: number | null): Value | null => {
    if (etherCents === null) return null;
    const ether = inDollars(etherCents);
    if (symbol === 'ETH')
      return {
        usd_micros: Number(unitsToUsdMicros(units, ether, decimals)),
        gwei: Number(units / 10n ** BigInt(decimals - 9)),
      };
    if (!today || 'refused' in today) return null;
    const { units: rate, scale } = parseDecimal(today.usd);
    const gwei = (units * rate * 10n ** 11n) / (10n ** BigInt(decimals + scale) * BigInt(etherCents));
    return { usd_micros: Number(unitsToUsdMicros(units, today.usd, decimals)), gwei: Number(gwei) };
  };
}
