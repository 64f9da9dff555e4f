import { chainIdOf, transactionLink } from '#domain/chains.ts';
import { dayOf, formatDay, HOUR_MS } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { ChainUnreachable } from '#domain/json-rpc.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import * as registryApi from '#domain/registry/api.ts';
import { RECENT_CLAIMS, type RegistrySummary } from '#domain/registry/schema.ts';
import { dollarsOf, readSums } from '#worker/money/entries/sums.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import { type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import type { RateAnswer } from '#worker/platform/chain/rates.ts';
import { type Ctx, chainName, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import type { Settings } from '#worker/platform/settings.ts';
import { readCover, readRecentClaims } from './repository.ts';

/** How long a chain may take, in milliseconds: the page that shows the figures waits for the slowest. */
const PATIENCE_MS = 2_500;

/** How long an isolate caches the figures for everyone, in milliseconds. */
const FRESH_MS = 5_000;

const known = new WeakMap<Settings, { at: number; summary: RegistrySummary }>();

/**
 * The insurer in figures, without the pools of chains that are unreachable. While all of them are, the last figures stay,
 * with their time; 503 if there are none.
 */
export const getRegistrySummary = serve(registryApi.getRegistrySummary, async (ctx) => {
  const last = known.get(ctx.settings);
  const age = last ? ctx.clock() - last.at : null;
  if (last && age !== null && age >= 0 && age < FRESH_MS) return last.summary;
  try {
    const summary = await summarize(ctx);
    known.set(ctx.settings, { at: ctx.clock(), summary });
    return summary;
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    ctx.log.warn('summary_chain_unreachable', { reason: error.message });
    if (last) return last.summary;
    throw new AppError('chain_unreachable', 'The network cannot be reached at the moment.');
  }
});

async function summarize(ctx: Ctx): Promise<RegistrySummary> {
  const today = formatDay(dayOf(ctx.clock()));
  const ids = ctx.chains.map((chain) => chain.id);
  const [cover, sums, paid, ...read] = await Promise.all([
    readCover(ctx.db, ids, today),
    readSums(ctx.db),
    readRecentClaims(ctx.db, ids, RECENT_CLAIMS),
    ...ctx.chains.map((chain) => ifReachable(inTime(readPool(ctx, chain)), (error) => ({ chain, error }))),
  ]);
  const chains = read.flatMap((each) => ('error' in each ? [] : [each]));
  const silent = read.flatMap((each) => ('error' in each ? [each] : []));
  const [first] = silent;
  if (first && chains.length === 0) throw first.error;
  for (const { chain, error } of silent) {
    ctx.log.warn('summary_chain_unreachable', { chain: chain.id, reason: error.message });
  }
  const worth = chains.flatMap((chain) => chain.pool.map(({ usd }) => usd ?? 0));
  return {
    chains,
    unreachable: silent.map(({ chain: { id } }) => ({
      chain_id: chainIdOf(id),
      name: chainName(ctx, id),
    })),
    pool_usd: worth.reduce((sum, usd) => sum + usd, 0),
    cover_in_force_usd: cover.coverUsd,
    claims_paid_usd: dollarsOf(sums, ['claim_paid'], ids),
    policies_in_force: cover.policies,
    recent_claims: paid.map(({ chain_id, product, usd, tx_hash, paidAt, claimedAt }) => ({
      chain_id: chainIdOf(chain_id),
      product,
      usd: usd ?? 0,
      tx_hash,
      explorer: transactionLink(chain_id, tx_hash),
      paid_at: paidAt,
      hours: Math.max(1, Math.ceil((Date.parse(paidAt) - Date.parse(claimedAt)) / HOUR_MS)),
    })),
    demo: ctx.settings.environment === 'local',
    as_of: nowIso(ctx),
  };
}

/** The answer; ChainUnreachable if it takes too long. */
async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChainUnreachable('Too late')), PATIENCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

async function readPool(ctx: Ctx, chain: Chain): Promise<RegistrySummary['chains'][number]> {
  const [state, rates] = await Promise.all([
    chain.pool(),
    // A currency without a rate has no dollar value, but the rest is still shown.
    ifReachable(ctx.rates.rates(chain), (): Readonly<Record<string, RateAnswer>> => ({})),
  ]);
  const { block, amounts } = state;
  return {
    chain_id: chainIdOf(chain.id),
    enforced_by: chain.enforcedBy,
    contract: shownWallet(ctx.settings, chain.contract),
    block,
    pool: chain.currencies.map(({ symbol, decimals }) => {
      const amount = amounts[symbol] ?? 0n;
      const rate = rates[symbol];
      const priced = rate && !('refused' in rate);
      const usd = priced ? Number(unitsToUsdCents(amount, rate.usd, decimals) / 100n) : null;
      return { symbol, decimals, amount: amount.toString(), usd };
    }),
  };
}
