import { unitsToUsdCents } from '#domain/money.ts';
import { type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';

/**
 * What a payment without a policy is worth in US cents, rounded down: its part of the premium that its quote asks for in
 * the same currency, or else its amount at the present rate. Null while there is no rate.
 */
export async function centsPaid(
  ctx: Ctx,
  chain: Chain,
  { token, amount }: { token: string | null; amount: bigint },
  quote: QuoteRow | null,
): Promise<number | null> {
  if (quote && quote.chain_id === chain.id && quote.token === token)
    return Number((amount * BigInt(quote.premium_usd) * 100n) / BigInt(quote.amount));
  const currency = chain.currencies.find((each) => each.token === token);
  // The payment must be recorded in any case.
  const rates = currency && (await ifReachable(ctx.rates.rates(chain), () => null));
  const rate = rates?.[currency?.symbol ?? ''];
  if (!currency || !rate || 'refused' in rate) return null;
  return Number(unitsToUsdCents(amount, rate.usd, currency.decimals));
}
