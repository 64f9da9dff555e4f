import type { QuoteAnswer, QuoteRequest } from '../../../../domain/quote/schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { createQuote } from '../../quotes/create.ts';
import { requireUnpaid } from './draft.ts';

/** A signed quote for the actor's wallet. 409 if the draft was paid. */
export function createPayableQuote(ctx: WalletCtx, input: QuoteRequest): Promise<QuoteAnswer> {
  return createQuote(ctx, input, (draftId) => requireUnpaid(ctx, draftId));
}
