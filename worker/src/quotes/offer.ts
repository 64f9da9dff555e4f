import { dayOf, formatDay } from '../../../domain/days.ts';
import { AppError } from '../../../domain/errors.ts';
import { unitsToUsdCents } from '../../../domain/money.ts';
import { type Chain, ifReachable } from '../platform/chain/chain.ts';
import type { CurrencyConfig } from '../platform/chain/config.ts';
import type { Rate } from '../platform/chain/rates.ts';
import type { WalletCtx } from '../platform/context.ts';
import { coverInForce } from './repository.ts';

const UNREACHABLE =
  'The network cannot take payments at the moment. No money has moved; please try again shortly.';

/**
 * The rate for pricing, once the contract accepts the payment and its pool can carry the cover. 503 if the
 * chain, contract or rate is unreliable; 422 if the pool is too small.
 */
export async function prepareOffer(
  ctx: WalletCtx,
  chain: Chain,
  currency: CurrencyConfig,
  coverageUsd: number,
): Promise<Rate> {
  const [intake, rates] = await readChain(ctx, chain, currency);
  const rate = rates[currency.symbol];
  const problem = intake.problem ?? (!rate ? 'No rate' : 'refused' in rate ? rate.refused : null);
  if (problem !== null || !rate || 'refused' in rate) {
    ctx.log.warn('quote_refused', { chain: chain.id, currency: currency.symbol, problem });
    throw new AppError('chain_unreachable', UNREACHABLE);
  }
  const worth = chain.currencies.map(({ symbol, decimals }) => {
    const known = rates[symbol];
    return known && !('refused' in known)
      ? unitsToUsdCents(intake.pool[symbol] ?? 0n, known.usd, decimals)
      : 0n;
  });
  const poolCents = worth.reduce((sum, cents) => sum + cents, 0n);
  const inForce = await coverInForce(ctx.db, chain.id, formatDay(dayOf(ctx.clock())));
  const wanted = BigInt(inForce + coverageUsd) * 100n;
  if (wanted > poolCents * BigInt(ctx.settings.capacityMultiple)) {
    ctx.log.warn('no_capacity', { chain: chain.id, in_force_usd: inForce });
    throw new AppError(
      'no_capacity',
      'We have reached the cover that our capital can bear, so we cannot quote at the moment. Please try again later.',
    );
  }
  return rate;
}

function readChain(ctx: WalletCtx, chain: Chain, currency: CurrencyConfig) {
  const readings = Promise.all([chain.intake(currency), ctx.rates.rates(chain)]);
  return ifReachable(readings, ({ message }) => {
    ctx.log.warn('chain_unreachable', { chain: chain.id, reason: message });
    throw new AppError('chain_unreachable', UNREACHABLE);
  });
}
