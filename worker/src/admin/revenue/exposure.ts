import type * as z from 'zod';
import { percentOf } from '../../../../domain/admin/figures.ts';
import type { exposure } from '../../../../domain/admin/insight-schema.ts';
import { today } from '../../../../domain/admin/periods.ts';
import { chainIdOf } from '../../../../domain/chains.ts';
import { unitsToUsdCents } from '../../../../domain/money.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import { type Chain, ifReachable } from '../../platform/chain/chain.ts';
import { type AdminCtx, chainName } from '../../platform/context.ts';
import { readExposure } from './repository.ts';

const LARGEST = 10;

/** The pool of each currency, and its value in whole dollars; nothing while the chain or its rates can't be read. */
async function readPools(ctx: AdminCtx, chain: Chain) {
  const [pool, rates] = await Promise.all([
    ifReachable(chain.pool(), () => null),
    ifReachable(ctx.rates.rates(chain), () => null),
  ]);
  return (symbol: string, decimals: number) => {
    const units = pool?.amounts[symbol] ?? null;
    const rate = rates?.[symbol];
    const usd =
      units === null || !rate || 'refused' in rate ? null : unitsToUsdCents(units, rate.usd, decimals) / 100n;
    return { units, usd: usd === null ? null : Number(usd) };
  };
}

/** Cover that has been sold and hasn't ended, against the pool that would pay for it. */
export async function getExposure(ctx: AdminCtx): Promise<z.output<typeof exposure>> {
  const pools = ctx.chains.flatMap((chain) =>
    chain.currencies.map(({ symbol, decimals }) => ({
      chainId: chain.id,
      currency: symbol,
      decimals,
      chain,
    })),
  );
  const [{ cover, largest }, poolsOf] = await Promise.all([
    readExposure(ctx.db, pools, today(ctx.clock()), LARGEST),
    Promise.all(ctx.chains.map(async (chain) => [chain.id, await readPools(ctx, chain)] as const)),
  ]);
  const read = new Map(poolsOf);
  return pools.map(({ chainId, currency, decimals }, index) => {
    const own = cover.filter((row) => row.chainId === chainId && row.currency === currency);
    const coverUsd = own.reduce((sum, row) => sum + row.coverageUsd, 0);
    const { units, usd } = read.get(chainId)?.(currency, decimals) ?? { units: null, usd: null };
    const top = (largest[index] ?? []).map(({ id, product, leftUsd }) => ({
      policy_id: id,
      policy_number: policyNumber(id),
      product,
      left_usd: leftUsd ?? 0,
    }));
    const topUsd = top.reduce((sum, each) => sum + each.left_usd, 0);
    const share = usd === null ? null : percentOf(coverUsd, usd * 100);
    return {
      chain_id: chainIdOf(chainId),
      chain_name: chainName(ctx, chainIdOf(chainId)),
      currency,
      decimals,
      pool: units === null ? null : units.toString(),
      pool_usd: usd,
      policies: own.reduce((sum, row) => sum + row.policies, 0),
      cover_usd: coverUsd,
      multiple: share,
      allowed_multiple: ctx.settings.capacityMultiple,
      largest: top,
      largest_usd: topUsd,
      left_after_usd: usd === null ? null : usd - topUsd,
    };
  });
}
