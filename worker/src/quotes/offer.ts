import { dayOf, formatDay } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { unitsToUsdCents, usdToUnits } from '#domain/money.ts';
import { type Chain, ifReachable, type SalesStatus } from '#worker/platform/chain/chain.ts';
import type { CurrencyConfig } from '#worker/platform/chain/config.ts';
import type { Rate, RateAnswer } from '#worker/platform/chain/rates.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { coverInForce } from './repository.ts';

const UNREACHABLE =
  'The network cannot take payments at the moment. No money has moved; please try again shortly.';

/**
 * The rate for pricing, once the contract accepts the payment and its pool in this currency can carry the cover. 503 if the
 * chain, contract or rate is unreliable; 422 if the pool is too small for more cover than it bears now.
 * @param endingUsd cover from the same pool that the new policy replaces
 */
export async function prepareOffer(
  ctx: WalletCtx,
  chain: Chain,
  currency: CurrencyConfig,
  coverageUsd: number,
  endingUsd: number,
): Promise<Rate> {
  const [salesStatus, rates] = await readChain(ctx, chain, currency);
  const rate = rates[currency.symbol];
  const problem = salesStatus.problem ?? rateProblem(salesStatus, rate, currency, coverageUsd);
  if (problem !== null || !rate || 'refused' in rate) {
    ctx.log.warn('quote_refused', { chain: chain.id, currency: currency.symbol, problem });
    throw new AppError('chain_unreachable', UNREACHABLE);
  }
  const { symbol, decimals } = currency;
  // A policy is paid in the currency of its premium, so only that part of the pool can bear it.
  const poolCents = unitsToUsdCents(salesStatus.pool[symbol] ?? 0n, rate.usd, decimals);
  const today = formatDay(dayOf(ctx.clock()));
  const inForce = await coverInForce(ctx.db, { chainId: chain.id, currency: symbol }, today);
  const moreUsd = coverageUsd - endingUsd;
  const wanted = BigInt(inForce + moreUsd) * 100n;
  if (moreUsd > 0 && wanted > poolCents * BigInt(ctx.settings.capacityMultiple)) {
    ctx.log.warn('no_capacity', { chain: chain.id, currency: symbol, in_force_usd: inForce });
    throw new AppError(
      'no_capacity',
      `Our capital in ${symbol} cannot support more cover at the moment. Please choose another currency, or try again later.`,
    );
  }
  return rate;
}

/** Why nothing can be priced, or paid, at this rate; null if it can. */
function rateProblem(
  { perDollar }: SalesStatus,
  rate: RateAnswer | undefined,
  { symbol, decimals }: CurrencyConfig,
  coverageUsd: number,
): string | null {
  if (!rate) return 'No rate';
  if ('refused' in rate) return rate.refused;
  // As a claim on all of the cover would be paid today: see settlement/payouts/payout.ts.
  const dollars = BigInt(coverageUsd);
  const amount = usdToUnits(dollars * 100n, rate.usd, decimals, 'down');
  const payable = perDollar.min * dollars <= amount && amount <= perDollar.max * dollars;
  return payable ? null : `The contract pays no claims in ${symbol} at a rate of ${rate.usd}`;
}

function readChain(ctx: WalletCtx, chain: Chain, currency: CurrencyConfig) {
  const readings = Promise.all([chain.salesStatus(currency), ctx.rates.rates(chain)]);
  return ifReachable(readings, ({ message }) => {
    ctx.log.warn('chain_unreachable', { chain: chain.id, reason: message });
    throw new AppError('chain_unreachable', UNREACHABLE);
  });
}
