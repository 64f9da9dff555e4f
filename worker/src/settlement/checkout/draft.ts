import { conflict } from '#domain/errors.ts';
import * as changeApi from '#domain/policy/change-api.ts';
import * as quoteApi from '#domain/quote/api.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { previewChange, requestChange } from '#worker/policies/change.ts';
import { createQuote } from '#worker/quotes/create.ts';
import { isChange, showDraft } from '#worker/quotes/draft.ts';
import { paidDraft } from './paid-draft.ts';

/** The actor's draft for its form, and whether it was paid. 404 if missing, expired or owned by another wallet. */
export const showPayableDraft = serve(quoteApi.getDraft, async (ctx, { id }) => {
  const draft = await showDraft(ctx, id);
  return { ...draft, paid: await paidDraft(ctx, draft.draft_id) };
});

/** A signed quote for the actor's wallet. 409 if the draft was paid, or is of a change of cover. */
export const createPayableQuote = serve(quoteApi.createQuote, (ctx, input) => {
  if (input.draft_id !== undefined && isChange(input.draft_id)) throw conflict(SIGN_AGAIN);
  return createQuote(ctx, input, (draftId) => requireUnpaid(ctx, draftId));
});

const SIGN_AGAIN = 'The price of this change has expired. Please change the policy again on its page.';

/** What a change of the cover of the actor's policy would cost, or a signed quote for it. 409 if a change of it was paid. */
export const changePolicy = serve(changeApi.changePolicy, (ctx, { id, preview, ...asked }) =>
  preview === 'true'
    ? previewChange(ctx, id, asked)
    : requestChange(ctx, id, asked, (draftId) => requireUnpaid(ctx, draftId)),
);

/** 409 if the draft was paid or a payment is under way. A draft is insured once. */
async function requireUnpaid(ctx: WalletCtx, id: string): Promise<void> {
  const paid = await paidDraft(ctx, id);
  if (!paid) return;
  throw conflict(
    paid.policy_number === null
      ? 'A payment for this insurance is already under way. Your policy will appear automatically; please do not pay again.'
      : `You have already paid for this insurance. Your policy is ${paid.policy_number}.`,
  );
}
