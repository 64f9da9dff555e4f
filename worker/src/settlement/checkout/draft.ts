import { AppError } from '../../../../domain/errors.ts';
import type { DraftDetailAnswer, QuoteAnswer, QuoteRequest } from '../../../../domain/quote/schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { createQuote } from '../../quotes/create.ts';
import { showDraft } from '../../quotes/draft.ts';
import { paidDraft } from './paid-draft.ts';

/** The actor's draft for its form, and whether it was paid. 404 if missing, expired or owned by another wallet. */
export async function showPayableDraft(ctx: WalletCtx, id: string): Promise<DraftDetailAnswer> {
  const draft = await showDraft(ctx, id);
  return { ...draft, paid: await paidDraft(ctx, draft.draft_id) };
}

/** A signed quote for the actor's wallet. 409 if the draft was paid. */
export function createPayableQuote(ctx: WalletCtx, input: QuoteRequest): Promise<QuoteAnswer> {
  return createQuote(ctx, input, (draftId) => requireUnpaid(ctx, draftId));
}

/** 409 if the draft was paid or a payment is under way. A draft is insured once. */
async function requireUnpaid(ctx: WalletCtx, id: string): Promise<void> {
  const paid = await paidDraft(ctx, id);
  if (!paid) return;
  throw new AppError(
    'conflict',
    paid.policy_number === null
      ? 'A payment for this insurance is already under way. Your policy will appear automatically; please do not pay again.'
      : `You have already paid for this insurance. Your policy is ${paid.policy_number}.`,
  );
}
