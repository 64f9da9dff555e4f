import { chainIdOf } from '#domain/chains.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { AppError } from '#domain/errors.ts';
import { registryStatus } from '#domain/policy/lifecycle.ts';
import * as registryApi from '#domain/registry/api.ts';
import type { RecordedPlace } from '#domain/registry/schema.ts';
import { listOutside } from '#worker/claims/off-chain/repository.ts';
import { chainOf } from '#worker/platform/context.ts';
import { cursorOf, readPage } from '#worker/platform/db/page.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { findByQuote } from '#worker/policies/repository.ts';
import { publicTerms } from '#worker/policies/sold.ts';
import { eventsAbout } from '#worker/settlement/books/repository.ts';

/** What a recorded event says of its block. */
export const presentPlace = (event: ChainEventRow): RecordedPlace => ({
  ...event,
  log_index: event.event_index,
  block: event.block_number,
  holder: event.wallet,
});

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

/** Claims paid outside the chain, latest first. */
export const listOffChainPayments = serve(registryApi.listOffChainPayments, async (ctx, input) => {
  const cursor = cursorOf(input, 'number', true);
  const page = await readPage(
    input,
    cursor,
    (count) => listOutside(ctx.db, count, cursor),
    ({ paidAt, claimId }) => ({ at: paidAt, id: claimId }),
  );
  return {
    ...page,
    data: page.data.map(({ claimId, quote_id, usd, method, paidAt }) => ({
      claim_number: claimNumber(claimId),
      quote_id,
      usd,
      method,
      paid_at: paidAt,
    })),
  };
});
