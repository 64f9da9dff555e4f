import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import type { PolicyRequestDetail } from '#domain/admin/policies-schema.ts';
import { chainIdOf } from '#domain/chains.ts';
import { claimNumber } from '#domain/claims/lifecycle.ts';
import { DAY_SECONDS } from '#domain/days.ts';
import { productReference, statusAt, TRANSITIONS } from '#domain/policy/lifecycle.ts';
import { REJECTION_DAYS } from '#domain/policy/rejection.ts';
import { plainFactsOf } from '#domain/products/forms/facts.ts';
import { presentLine } from '#worker/admin/trail.ts';
import { formatCents } from '#worker/claims/present.ts';
import { type AdminCtx, chainName, nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import {
  amountOf,
  consentedUntil,
  presentCancellation,
  refundDue,
  requestOf,
  situationAt,
} from '#worker/policies/cancellation.ts';
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
  const around = await readAround(ctx.db, policy, ctx.admin.role);
  return {
    ...policy,
    ...presentEntry(ctx, policy),
    customer_status: statusAt(policy.status, policy.end_date, ctx.clock()),
    situation: situationAt(row, ctx.clock()),
    product_reference: productReference(policy.product, policy.id),
    email: policy.customer_email,
    travelers: sharesOf(quote).length,
    deductible: quote.deductible_usd,
    payment: paymentOf(ctx, row),
    review: [
      ...(policy.needs_review && around.accountStatus === 'inactive'
        ? ['The customer is deactivated, so somebody has to approve this policy.']
        : []),
      ...reviewReasons(quote),
    ],
    facts: plainFactsOf(policy.product, plainFacts(quote.details)),
    ...(await readOnChain(ctx, row, around.outsideUsd)),
    declined: declinedOf(around),
    cancellation: cancellationOf(row, around),
    withdrawal: withdrawalOf(ctx, row, around),
    withdrawals_to_check: around.toCheck.flatMap(
      ({ id, asked_at: submitted_at, email, link_followed_at, thread_id }) =>
        email === null || thread_id === null
          ? []
          : [{ id, submitted_at, email, link_followed_at, thread_id }],
    ),
    ...presentLinks(policy, around.links),
    rejectable_until: rejectableUntil(row),
    events: around.history,
    claims: around.claims.map((claim) => ({
      ...claim,
      claim_number: claimNumber(claim.id),
      formatted_amount: formatCents(claim.amount_cents),
      payout_amount: claim.payout_usd,
    })),
    notes: around.notes,
    audit_log: around.trail.map(presentLine),
  };
});

function paymentOf(
  ctx: AdminCtx,
  { quote, tx_hash, paymentBlock, paidAt, paymentStatus }: PolicyRow,
): PolicyRequestDetail['payment'] {
  const chain = ctx.chains.find(({ id }) => id === quote.chain_id);
  return {
    chain_id: chainIdOf(quote.chain_id),
    network: chainName(ctx, chainIdOf(quote.chain_id)),
    tx_hash,
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
function declinedOf({ ending }: Around): PolicyRequestDetail['declined'] {
  if (ending?.kind !== 'rejection' || ending.closed_at !== null) return null;
  return { reason: ending.reason ?? '', refund_due_at: refundDue(ending.asked_at) };
}

/** What the holder was promised, while the policy lasts. */
function cancellationOf(row: PolicyRow, { ending }: Around): PolicyRequestDetail['cancellation'] {
  const asked = requestOf(ending);
  if (asked === null || asked.closed_at !== null) return null;
  return { ...presentCancellation(row, asked, null), amount: amountOf(row, asked) };
}

/** What the holder's withdrawal owes, while the policy lasts. */
function withdrawalOf(
  ctx: AdminCtx,
  row: PolicyRow,
  { withdrawal }: Around,
): PolicyRequestDetail['withdrawal'] {
  const { withdrawn_at, status } = row.policy;
  if (withdrawn_at === null || !withdrawal?.due_from || TRANSITIONS[status].length === 0) return null;
  const valid_until = consentedUntil(withdrawal, nowIso(ctx));
  return {
    submitted_at: withdrawn_at,
    refund_due_at: refundDue(withdrawal.due_from),
    consent: isLate(ctx, row) ? { asked_at: withdrawal.consent_asked_at, valid_until } : null,
  };
}

function rejectableUntil({ policy }: PolicyRow): string | null {
  const isWithdrawn = policy.withdrawn_at !== null && policy.status === 'active';
  if ((policy.status !== 'pending' && !isWithdrawn) || policy.cover_from === null) return null;
  return new Date(Date.parse(policy.cover_from) + REJECTION_DAYS * DAY_SECONDS * 1000).toISOString();
}
