import { parseDay } from '#domain/days.ts';
import { orNotFound } from '#domain/errors.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import type { PolicyTerms } from '#domain/registry/policy-id.ts';
import type { SoldQuote } from '#worker/platform/chain/terms.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import { findById, type PolicyRow } from './repository.ts';

/** A policy for payouts and refunds, whoever holds it. 404 if missing. */
export async function policyById(ctx: Ctx, id: number): Promise<PolicyRow> {
  return orNotFound(await findById(ctx.db, id), 'There is no such policy.');
}

/** A stored quote as the contract's struct. The caller checks its hash against the quote's id. */
export function soldQuote(quote: QuoteRow): SoldQuote {
  const [startDay, endDay] = [parseDay(quote.cover_start_date), parseDay(quote.end_date)];
  if (startDay === null || endDay === null) throw new RangeError('A stored quote has no real days');
  return {
    contract: quote.contract,
    holder: quote.wallet,
    token: quote.token,
    amount: BigInt(quote.amount),
    productCode: PRODUCTS[quote.product].code,
    coverageUsd: quote.coverage_usd,
    startDay,
    endDay,
    validUntil: Math.floor(Date.parse(quote.valid_until) / 1000),
    detailsHash: quote.details_hash,
  };
}

/** A stored quote as anyone may see it: what the registry id is computed from. */
export const publicTerms = (quote: QuoteRow): PolicyTerms => ({
  contract: quote.contract,
  holder: quote.wallet,
  token: quote.token,
  amount: quote.amount,
  product_code: PRODUCTS[quote.product].code,
  coverage_usd: quote.coverage_usd,
  start_date: quote.cover_start_date,
  end_date: quote.end_date,
  valid_until: quote.valid_until,
  details_hash: quote.details_hash,
});
