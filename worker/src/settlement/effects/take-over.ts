import { moveToQuote } from '#worker/claims/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { type Evidence, replaceQuote, soldState } from '#worker/policies/changes.ts';
import type { GroupRow, PaidGroup } from '#worker/policies/repository.ts';
import { releaseQuote } from '#worker/quotes/purge.ts';
import type { QuoteRow } from '#worker/quotes/repository.ts';
import { tellTwice } from '#worker/settlement/exceptions/tell.ts';
import { guardEvent } from '#worker/settlement/ledger/repository.ts';

/** Whether the policy of a draft rests on a purchase that can never return. */
export const isLost = (row: GroupRow): row is PaidGroup =>
  row.policy.status === 'pending' && row.purchase?.status === 'orphaned' && row.purchase.given_up_at !== null;

/** Whether a purchase of this quote may take over the policy. The holder must be the same. */
export const isHeir = (lost: GroupRow, quote: QuoteRow): lost is PaidGroup =>
  isLost(lost) && lost.policy.wallet === quote.wallet;

/**
 * Statements that move a policy from a permanently lost purchase to another valid purchase of the same draft, so that
 * the customer is covered exactly once. Number and history stay.
 */
export async function takeOver(
  ctx: Ctx,
  lost: PaidGroup,
  heir: { quote: QuoteRow; evidence: Evidence; confirmed: boolean },
): Promise<Statement[]> {
  const { quote, evidence, confirmed } = heir;
  const state = { ...(await soldState(ctx, quote)), confirmed };
  const twice = { quote, tx_hash: evidence.tx_hash, policyId: lost.policy.id };
  return [
    guardEvent(ctx.db, lost.purchase),
    ...(await replaceQuote(ctx, lost, quote, evidence, state)),
    moveToQuote(ctx.db, lost.quote.id, quote.id),
    releaseQuote(ctx, lost.quote.id),
    ...tellTwice(ctx, 'second_payment_counts', twice, {}),
  ];
}
