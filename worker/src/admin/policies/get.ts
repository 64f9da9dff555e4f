import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { isPermitted } from '#domain/admin/roles.ts';
import { chainIdOf } from '#domain/chains.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { productReference, statusAt, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import { plainFactsOf } from '#domain/products/forms/facts.ts';
import { presentNote } from '#worker/admin/notes.ts';
import { presentLine } from '#worker/admin/trail.ts';
import { formatCents } from '#worker/claims/present.ts';
import { type AdminCtx, chainName, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { refundDue } from '#worker/policies/cancellation.ts';
import { presentLinks } from '#worker/policies/links.ts';
import type { PolicyRow } from '#worker/policies/repository.ts';
import { policyById } from '#worker/policies/sold.ts';
import { isLate } from '#worker/policies/withdrawals/terms.ts';
import { reviewReasons, sharesOf } from '#worker/quotes/create.ts';
import { plainFacts } from '#worker/quotes/details.ts';
import { presentEntry } from './list.ts';
import { readOnChain } from './registry.ts';
import { type Around, readAround } from './repository.ts';

/** A policy with everything its screen shows. Without the chain, all but its record answers. */
export const getPolicyForDesk = serve(adminPoliciesApi.getPolicyForDesk, async (ctx, { id }) => {
  const row = await policyById(ctx, id);
  const { policy, quote } = row;
  const around = await readAround(ctx.db, policy, isPermitted(ctx.admin.role, 'audit_log.read'));
  return {
    ...presentEntry(ctx, policy),
    customer_status: statusAt(policy.status, policy.endDate, ctx.clock()),
    product_reference: productReference(policy.product, policy.id),
    quote_id: policy.quoteId,
    email: policy.customerEmail,
    start_date: policy.startDate,
    cover_start_date: policy.coverStartDate,
    travelers: sharesOf(quote).length,
    cover_from: policy.coverFrom,
    cover_until: policy.coverUntil,
    paid_out_usd: policy.paidOutUsd,
    deductible: quote.deductibleUsd,
    version: policy.version,
    payment: paymentOf(ctx, row),
    review: [
      ...(policy.needsReview && around.accountStatus === 'inactive'
        ? ['The customer is deactivated, so somebody has to approve this policy.']
        : []),
      ...reviewReasons(quote),
    ],
    facts: plainFactsOf(policy.product, plainFacts(quote.details)),
    ...(await readOnChain(ctx, row, around.outsideUsd)),
    declined: declinedOf(row),
    cancellation: cancellationOf(row, around),
    withdrawal: withdrawalOf(ctx, row, around),
    withdrawals_to_check: around.toCheck.flatMap(({ id, submittedAt, email, linkFollowedAt, threadId }) =>
      email === null || threadId === null
        ? []
        : [{ id, submitted_at: submittedAt, email, link_followed_at: linkFollowedAt, thread_id: threadId }],
    ),
    ...presentLinks(policy, around.links),
    rejectable_until: rejectableUntil(row),
    events: around.history.map((event) => ({
      kind: event.kind,
      at: event.at,
      tx_hash: event.txHash,
      amount: event.amount,
      currency: event.currency,
      usd: event.usd,
      from_status: event.fromStatus,
      to_status: event.toStatus,
    })),
    claims: around.claims.map((claim) => ({
      id: claim.id,
      claim_number: claimNumber(claim.id),
      status: claim.status,
      formatted_amount: formatCents(claim.amountCents),
      payout_amount: claim.payoutUsd,
      created_at: claim.createdAt,
    })),
    notes: around.notes.map(presentNote),
    audit_log: around.trail.map(presentLine),
  };
});

function paymentOf(
  ctx: AdminCtx,
  { quote, txHash, paymentBlock, paidAt, paymentStatus }: PolicyRow,
): PolicyRequestDetail['payment'] {
  const chain = ctx.chains.find(({ id }) => id === quote.chainId);
  return {
    chain_id: chainIdOf(quote.chainId),
    network: chainName(ctx, chainIdOf(quote.chainId)),
    tx_hash: txHash,
    verify_block: chain?.enforcedBy === 'records' ? paymentBlock : null,
    currency: quote.currency,
    decimals: quote.decimals,
    amount: quote.amount,
    rate: quote.rate,
    paid_at: paidAt,
    confirmed: paymentStatus === 'confirmed',
  };
}

/** The rejection whose refund is owed. */
function declinedOf({ policy }: PolicyRow): PolicyRequestDetail['declined'] {
  if (policy.status !== 'pending' || policy.declinedAt === null) return null;
  return { reason: policy.declineReason ?? '', refund_due_at: refundDue(policy.declinedAt) };
}

/** What the holder was promised, while the policy lasts. */
function cancellationOf(
  { policy }: PolicyRow,
  { cancellation: asked }: Around,
): PolicyRequestDetail['cancellation'] {
  if (asked === null || policy.withdrawnAt !== null || TRANSITIONS[policy.status].length === 0) return null;
  return {
    requested_at: asked.requestedAt,
    kind: asked.kind,
    amount: asked.amount,
    valid_until: asked.validUntil,
    refund_due_at: refundDue(asked.requestedAt),
  };
}

/** What the holder's withdrawal owes, while the policy lasts. */
function withdrawalOf(
  ctx: AdminCtx,
  row: PolicyRow,
  { withdrawal }: Around,
): PolicyRequestDetail['withdrawal'] {
  const { withdrawnAt, status } = row.policy;
  if (withdrawnAt === null || !withdrawal?.effectiveAt || TRANSITIONS[status].length === 0) return null;
  const { consentAskedAt, consentValidUntil: until } = withdrawal;
  const holds = until !== null && until > nowIso(ctx);
  return {
    submitted_at: withdrawnAt,
    refund_due_at: refundDue(withdrawal.effectiveAt),
    consent: isLate(ctx, row) ? { asked_at: consentAskedAt, valid_until: holds ? until : null } : null,
  };
}

function rejectableUntil({ policy }: PolicyRow): string | null {
  const isWithdrawn = policy.withdrawnAt !== null && policy.status === 'active';
  if ((policy.status !== 'pending' && !isWithdrawn) || policy.coverFrom === null) return null;
  return new Date(Date.parse(policy.coverFrom) + REJECTION_DAYS * DAY_SECONDS * 1000).toISOString();
}
