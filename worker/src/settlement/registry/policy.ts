import { chainIdOf } from '../../../../domain/chains.ts';
import { AppError } from '../../../../domain/errors.ts';
import { PRODUCTS } from '../../../../domain/products/index.ts';
import type { RegisteredPolicy } from '../../../../domain/registry/schema.ts';
import { type Ctx, chainOf } from '../../platform/context.ts';
import { findByQuote } from '../../policies/repository.ts';
import { eventsAbout } from '../books/repository.ts';
import { presentPlace } from './place.ts';

/** A policy's terms and what we recorded of it, for whoever knows its quote. It names nobody. 404 if there is none. */
export async function readRegistered(ctx: Ctx, quoteId: string): Promise<RegisteredPolicy> {
  const row = await findByQuote(ctx.db, quoteId.toLowerCase());
  if (!row) throw new AppError('not_found', 'There is no policy with this quote.');
  const { policy, quote } = row;
  const events = await eventsAbout(ctx.db, policy.chainId, [quote.id]);
  return {
    chain_id: chainIdOf(policy.chainId),
    enforced_by: chainOf(ctx, policy.chainId).enforcedBy,
    quote_id: quote.id,
    terms: {
      contract: quote.contract,
      holder: quote.wallet,
      token: quote.token,
      amount: quote.amount,
      product_code: PRODUCTS[quote.product].code,
      coverage_usd: quote.coverageUsd,
      start_date: quote.startDate,
      end_date: quote.endDate,
      valid_until: quote.validUntil,
      details_hash: quote.detailsHash,
    },
    holder: policy.wallet,
    status: policy.status,
    cover_from: policy.coverFrom,
    cover_until: policy.coverUntil,
    paid_out_usd: policy.paidOutUsd,
    events: events.map(presentPlace),
  };
}
