import { AppError } from '#domain/errors.ts';
import * as changeApi from '#domain/policy/change-api.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import * as quoteApi from '#domain/quote/api.ts';
import type { DraftPaid } from '#domain/quote/schema.ts';
import { type Chain, ifReachable } from '#worker/platform/chain/chain.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { previewChange, requestChange } from '#worker/policies/change.ts';
import { findByGroup } from '#worker/policies/repository.ts';
import { createQuote } from '#worker/quotes/create.ts';
import { isChange, showDraft } from '#worker/quotes/draft.ts';
import { payableOfDraft } from '#worker/quotes/find.ts';
import type { PayableQuote } from '#worker/quotes/repository.ts';
import { isLost } from '#worker/settlement/effects/take-over.ts';
import { settleTransaction } from '#worker/settlement/payments/settle.ts';
import { type ReportedTransaction, reportedBy } from '#worker/settlement/reported/repository.ts';

/** How long a reported transaction may take to reach our node, in milliseconds. */
const UNSEEN_MS = 120_000;

/**
 * Whether the actor's draft is paid, or a payment is under way, according to our database, the wallet's reports and
 * the registry. Null if another of its quotes can be bought.
 */
async function paidDraft(ctx: WalletCtx, draftId: string): Promise<DraftPaid | null> {
  const recorded = await bought(ctx, draftId);
  if (recorded) return recorded;
  const quotes = await payableOfDraft(ctx, draftId);
  if (quotes.length === 0) return null;
  const sent = await underWay(ctx, quotes);
  return (await bought(ctx, draftId)) ?? sent ?? (await registered(ctx, quotes));
}

/** The draft's policy. Null if its payment is permanently lost; without a number if another wallet holds it. */
async function bought(ctx: WalletCtx, draftId: string): Promise<DraftPaid | null> {
  const row = await findByGroup(ctx.db, draftId);
  if (!row || isLost(row)) return null;
  const { id, quote_id, wallet } = row.policy;
  if (wallet !== ctx.actor.wallet) return { quote_id, policy_id: null, policy_number: null };
  return { quote_id, policy_id: id, policy_number: policyNumber(id) };
}

/** A reported payment that isn't mined yet, or may be while the chain is unreachable. */
async function underWay(ctx: WalletCtx, quotes: readonly PayableQuote[]): Promise<DraftPaid | null> {
  const ids = quotes.map(({ id }) => id);
  for (const reported of await reportedBy(ctx.db, ctx.actor.wallet, ids)) {
    const chain = chainWith(ctx, reported.chain_id);
    if (!chain || reported.quote_id === null) continue;
    const verdict = await ifReachable(
      settleTransaction(ctx, chain, reported.tx_hash),
      () => 'waiting' as const,
    );
    if (verdict === 'waiting' || (verdict === 'unknown' && (await mayAppear(ctx, chain, reported)))) {
      return { quote_id: reported.quote_id, policy_id: null, policy_number: null };
    }
  }
  return null;
}

/** Whether a transaction unknown to the node may still reach it. False once another one was mined in its place. */
async function mayAppear(
  ctx: WalletCtx,
  chain: Chain,
  { created_at, tx_hash, sender, nonce }: ReportedTransaction,
) {
  if (ctx.clock() - Date.parse(created_at) >= UNSEEN_MS) return false;
  if (sender === null || nonce === null) return true;
  return !(await ifReachable(chain.wasReplaced(tx_hash, { sender, nonce }), () => false));
}

const chainWith = (ctx: WalletCtx, id: string) => ctx.chains.find((chain) => chain.id === id);

/** A quote that the registry shows as bought although nobody reported it. Unreachable chains are skipped. */
async function registered(ctx: WalletCtx, quotes: readonly PayableQuote[]): Promise<DraftPaid | null> {
  for (const chain of ctx.chains) {
    const here = quotes.filter((quote) => quote.chain_id === chain.id);
    if (here.length === 0) continue;
    const entries = await ifReachable(chain.registeredNow(here), () => []);
    const sold = here.find((_, index) => entries[index]);
    if (sold) return { quote_id: sold.id, policy_id: null, policy_number: null };
  }
  return null;
}

/** The actor's draft for its form, and whether it was paid. 404 if missing, expired or owned by another wallet. */
export const showPayableDraft = serve(quoteApi.getDraft, async (ctx, { id }) => {
  const draft = await showDraft(ctx, id);
  return { ...draft, paid: await paidDraft(ctx, draft.draft_id) };
});

/** A signed quote for the actor's wallet. 409 if the draft was paid, or is of a change of cover. */
export const createPayableQuote = serve(quoteApi.createQuote, (ctx, input) => {
  if (input.draft_id !== undefined && isChange(input.draft_id)) throw new AppError('conflict', SIGN_AGAIN);
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
  throw new AppError(
    'conflict',
    paid.policy_number === null
      ? 'A payment for this insurance is already under way. Your policy will appear automatically; please do not pay again.'
      : `You have already paid for this insurance. Your policy is ${paid.policy_number}.`,
  );
}
