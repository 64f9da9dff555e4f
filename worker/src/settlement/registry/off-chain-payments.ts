import { claimNumber } from '#domain/claims/lifecycle.ts';
import * as registryApi from '#domain/registry/api.ts';
import { listOffChain } from '#worker/claims/off-chain/repository.ts';
import { cursorOf, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** Claims paid outside the chain, latest first. */
export const listOffChainPayments = serve(registryApi.listOffChainPayments, async (ctx, input) => {
  const cursor = cursorOf(input, 'number', true);
  const page = await readPage(
    input,
    cursor,
    (count) => listOffChain(ctx.db, count, cursor),
    ({ paidAt, claimId }) => ({ at: paidAt, id: claimId }),
  );
  return {
    ...page,
    data: page.data.map(({ claimId, quote_id, usd, method, paidAt }) => ({
      claim_number: claimNumber(claimId),
      quote_id,
      usd,
      method,
      paid_at: paidAt ?? '',
    })),
  };
});
