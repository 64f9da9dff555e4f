import { unitsToUsdCents } from '../../../../../domain/money.ts';
import type { Chain } from '../../../platform/chain/chain.ts';
import type { Ctx } from '../../../platform/context.ts';
import { rateOn } from '../rates/repository.ts';
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
  const fees = await chain.fees(due.map(({ txHash }) => txHash));
  const usdOf = await coinValue(ctx, chain);
  let reached = mark;
  /** False after the first that can't be valued yet: the next run asks again from there. */
  let known = true;
  for (const [index, { txHash, at, confirmedAt }] of due.entries()) {
    const fee = fees[index] ?? null;
    const ether = await rateOn(ctx.db, at.slice(0, 10));
    const usdCents = fee === null ? null : usdOf(fee, ether);
    if (fee === null || usdCents === null) {
      known = false;
      continue;
    }
    const gwei =
      chain.coin.symbol === 'ETH'
        ? Number(fee / 10n ** BigInt(chain.coin.decimals - 9))
        : ether === null
          ? 0
          : Math.floor((usdCents * 1e9) / ether);
    await insertFee(ctx.db, { chainId: chain.id, txHash, amount: fee.toString(), usdCents, gwei, at });
    if (known) reached = confirmedAt;
  }
  if (reached !== mark) await moveFeeMark(ctx.db, chain.id, reached);
}

/** What base units of the network's coin are worth in US cents: ether at the rate of its day, other coins at today's. */
async function coinValue(ctx: Ctx, chain: Chain) {
  const { symbol, decimals } = chain.coin;
  const rate = symbol === 'ETH' ? null : (await ctx.rates.rates(chain))[symbol];
  return (units: bigint, etherCents: number | null): number | null => {
    if (symbol === 'ETH')
      return etherCents === null ? null : Number((units * BigInt(etherCents)) / 10n ** BigInt(decimals));
    return !rate || 'refused' in rate ? null : Number(unitsToUsdCents(units, rate.usd, decimals));
  };
}
