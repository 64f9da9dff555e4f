import { claimNumber } from '../../../../domain/claims/lifecycle.ts';
import type { Page } from '../../../../domain/page.ts';
import type { OffChainPayment } from '../../../../domain/registry/schema.ts';
import { listOffChain } from '../../claims/off-chain/repository.ts';
import type { Ctx } from '../../platform/context.ts';
import { cursorOf, type PageInput, readPage } from '../../platform/db/page.ts';

/** Claims paid outside the chain, latest first. */
export async function listOffChainPayments(ctx: Ctx, input: PageInput): Promise<Page<OffChainPayment>> {
  const cursor = cursorOf(input, 'number', true);
  const page = await readPage(
    input,
    cursor,
    (count) => listOffChain(ctx.db, count, cursor),
    ({ paidAt, claimId }) => ({ at: paidAt, id: claimId }),
  );
  return {
    ...page,
    data: page.data.map(({ claimId, quoteId, usd, method, paidAt }) => ({
      claim_number: claimNumber(claimId),
      quote_id: quoteId,
      usd,
      method,
      paid_at: paidAt ?? '',
    })),
  };
}
