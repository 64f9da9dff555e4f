import { parseDay } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { PolicyTerms } from '#domain/registry/policy-id.ts';
import type { SoldQuote } from '#worker/platform/chain/terms.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import { findById, type PolicyRow } from './repository.ts';

/** A policy for payouts and refunds, whoever holds it. 404 if missing. */
export async function policyById(ctx: Ctx, id: number): Promise<PolicyRow> {
  const row = await findById(ctx.db, id);
  if (!row) throw new AppError('not_found', 'There is no such policy.');
  return row;
}

/** A stored quote as the contract's struct. The caller checks its hash against the quote's id. */
export function soldQuote(quote: QuoteRow): SoldQuote {
  const [startDay, endDay] = [parseDay(quote.coverStartDate), parseDay(quote.endDate)];
  if (startDay === null || endDay === null) throw new RangeError('A stored quote has no real days');
  return {
    contract: quote.contract,
    holder: quote.wallet,
    token: quote.token,
    amount: BigInt(quote.amount),
    productCode: PRODUCTS[quote.product].code,
    coverageUsd: quote.coverageUsd,
    startDay,
    endDay,
    validUntil: Math.floor(Date.parse(quote.validUntil) / 1000),
    detailsHash: quote.detailsHash,
  };
}

/** A stored quote as anyone may see it: what the registry id is computed from. */
export const publicTerms = (quote: QuoteRow): PolicyTerms => ({
  contract: quote.contract,
  holder: quote.wallet,
  token: quote.token,
  amount: quote.amount,
  product_code: PRODUCTS[quote.product].code,
  coverage_usd: quote.coverageUsd,
  start_date: quote.coverStartDate,
  end_date: quote.endDate,
  valid_until: quote.validUntil,
  details_hash: quote.detailsHash,
});
