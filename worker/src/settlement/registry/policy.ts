import { chainIdOf } from '#domain/chains.ts';
import { AppError } from '#domain/errors.ts';
import { registryStatus } from '#domain/policy/lifecycle.ts';
import * as registryApi from '#domain/registry/api.ts';
import { chainOf } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { findByQuote } from '#worker/policies/repository.ts';
import { publicTerms } from '#worker/policies/sold.ts';
import { eventsAbout } from '#worker/settlement/books/repository.ts';
import { presentPlace } from './place.ts';

/** A policy's terms and what we recorded of it, for whoever knows its quote. It names nobody. 404 if there is none. */
export const getRegisteredPolicy = serve(registryApi.getRegisteredPolicy, async (ctx, { quote_id }) => {
  const row = await findByQuote(ctx.db, quote_id.toLowerCase());
  if (!row) throw new AppError('not_found', 'There is no policy with this quote.');
  const { policy, quote } = row;
  const events = await eventsAbout(ctx.db, policy.chain_id, [quote.id]);
  return {
    ...policy,
    chain_id: chainIdOf(policy.chain_id),
    enforced_by: chainOf(ctx, policy.chain_id).enforcedBy,
    quote_id: quote.id,
    terms: publicTerms(quote),
    holder: policy.wallet,
    policy_start_date: policy.start_date,
    status: registryStatus(policy.status),
    events: events.map(presentPlace),
  };
});
