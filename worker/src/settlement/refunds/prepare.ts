import { AppError } from '../../../../domain/errors.ts';
import { unitsToUsdCents } from '../../../../domain/money.ts';
import type { ReadyTransaction } from '../../../../domain/payouts/schema.ts';
import type { Chain, Outcome, SoldQuote } from '../../platform/chain/chain.ts';
import { type Ctx, chainOf, isoOf } from '../../platform/context.ts';
import { refundUsd } from '../../policies/cancellation.ts';
import type { PolicyRow } from '../../policies/repository.ts';
import { countClaims, findCancellation } from '../../policies/repository.ts';
import { policyById, soldQuote } from '../../policies/sold.ts';
import { findQuote } from '../../quotes/repository.ts';
import { exceptionById, stateOf } from '../exceptions/repository.ts';
import { prepared } from '../registry/refusal.ts';

/** How long a prepared refund is valid, in seconds. Its amount doesn't depend on a rate. */
const VALID_SECONDS = 3600;

/** A policy to reject or cancel, or a payment without a policy. */
export type RefundInput = { policyId: number; outcome: Outcome } | { exceptionId: number };

interface Refund {
  chain: Chain;
  quoteId: string;
  sold: SoldQuote;
  amount: bigint;
  outcome: Outcome;
  usd: number | null;
  rate: string | null;
}

/**
 * Prepares a refund as a transaction that the underwriter can send for an hour: the full premium of a rejected policy
 * or a payment without one, or the amount promised for a cancellation. 409 with the reason if the policy or the
 * contract doesn't allow it.
 */
export async function prepareRefund(ctx: Ctx, input: RefundInput): Promise<ReadyTransaction> {
  const refund = 'policyId' in input ? await ofPolicy(ctx, input) : await ofException(ctx, input.exceptionId);
  const { chain, sold, amount, outcome, usd, rate } = refund;
  if (chain.quoteIdOf(sold) !== refund.quoteId) {
    throw new AppError('conflict', 'The quote of this payment does not match its id on the chain.');
  }
  const validUntil = Math.floor(ctx.clock() / 1000) + VALID_SECONDS;
  const call = await prepared(ctx, () => chain.prepareRefund({ quote: sold, amount, outcome, validUntil }));
  const currency = chain.currencies.find((each) => each.token === sold.token);
  return {
    ...call,
    usd,
    amount: amount.toString(),
    currency: currency?.symbol ?? sold.token ?? '',
    rate,
    valid_until: isoOf(validUntil),
  };
}

async function ofPolicy(ctx: Ctx, input: { policyId: number; outcome: Outcome }): Promise<Refund> {
  const row = await policyById(ctx, input.policyId);
  const { policy, quote } = row;
  if ((await countClaims(ctx.db, policy.id)).open > 0) {
    throw new AppError(
      'conflict',
      'A claim on this policy is still open, so its premium cannot be refunded yet.',
    );
  }
  const { refund, usd } = input.outcome === 'rejected' ? rejection(row) : await promised(ctx, row);
  return {
    chain: chainOf(ctx, policy.chainId),
    quoteId: policy.quoteId,
    sold: soldQuote(quote),
    amount: refund,
    outcome: input.outcome,
    usd,
    rate: quote.rate,
  };
}

/** Only a policy that awaits approval can be rejected, and then the full premium is refunded. */
function rejection({ policy, quote, paymentStatus }: PolicyRow) {
  if (policy.status !== 'pending') {
    throw new AppError('conflict', 'Only a policy that awaits approval can be rejected.');
  }
  if (paymentStatus !== 'confirmed') {
    throw new AppError('conflict', 'The network has not confirmed the payment of this policy yet.');
  }
  return { refund: BigInt(quote.amount), usd: quote.premiumUsd };
}

async function promised(ctx: Ctx, row: PolicyRow) {
  const asked = await findCancellation(ctx.db, row.policy.id);
  if (!asked) throw new AppError('conflict', 'The holder has not asked to cancel this policy.');
  if (row.policy.paidOutUsd > 0) {
    throw new AppError('conflict', 'A claim was paid on this policy, so its premium cannot be refunded.');
  }
  return { refund: BigInt(asked.amount), usd: refundUsd(row, asked) };
}

/** Why a payment without a policy can't be refunded now. */
const NOT_OWED = {
  orphaned: 'This payment is not on the chain at the moment.',
  resolved: 'This payment was already refunded.',
  became_policy: 'This payment now pays for a policy.',
} as const;

async function ofException(ctx: Ctx, id: number): Promise<Refund> {
  const owed = await exceptionById(ctx.db, id);
  if (!owed) throw new AppError('not_found', 'There is no such payment.');
  const state = stateOf(owed);
  if (state !== 'open') throw new AppError('conflict', NOT_OWED[state]);
  const { chainId, quoteId, token } = owed.event;
  const chain = chainOf(ctx, chainId);
  const quote = await findQuote(ctx.db, quoteId);
  const sold = quote ? soldQuote(quote) : chain.quoteInInput(owed.exception.input, quoteId);
  if (!sold) {
    throw new AppError(
      'conflict',
      'The transaction does not show which quote it paid, so this refund has to be made by hand.',
    );
  }
  const rate = quote?.rate ?? (await currentRate(ctx, chain, token));
  return {
    chain,
    quoteId,
    sold,
    amount: sold.amount,
    outcome: 'rejected',
    usd: rate === null ? null : usdAt(chain, sold, rate),
    rate,
  };
}

function usdAt(chain: Chain, { token, amount }: SoldQuote, rate: string): number | null {
  const currency = chain.currencies.find((each) => each.token === token);
  return currency ? Number(unitsToUsdCents(amount, rate, currency.decimals) / 100n) : null;
}

/** Today's rate, for a payment without a quote of ours. A refund doesn't wait for it. */
async function currentRate(ctx: Ctx, chain: Chain, token: string | null): Promise<string | null> {
  const symbol = chain.currencies.find((each) => each.token === token)?.symbol ?? '';
  try {
    const rate = (await ctx.rates.rates(chain))[symbol];
    return rate && !('refused' in rate) ? rate.usd : null;
  } catch (error) {
    ctx.log.warn('no_rate', { chain: chain.id, error: error instanceof Error ? error.name : 'unknown' });
    return null;
  }
}
