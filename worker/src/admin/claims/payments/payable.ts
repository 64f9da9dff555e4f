import { awaitsPayment, CLAIM_LABELS, claimNumber, statusesWith } from '#domain/claims/lifecycle.ts';
import { conflict } from '#domain/errors.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { type ClaimRow, HOLDER_WITHDREW } from '#worker/claims/desk.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { guardRow } from '#worker/platform/db/guard.ts';
import { policies } from '#worker/platform/db/schema.ts';
import {
  claimedOnAnother,
  coveredInstead,
  guardClaimedOnce,
  guardNoneFirst,
  refundedFirst,
} from '#worker/policies/change/repository.ts';

const GRANTED = statusesWith('granted', true);

/** Whole US dollars to pay for the claim. 409 if it isn't approved, or lacks a required second confirmation. */
export function payableUsd({ claim }: ClaimRow): number {
  if (!awaitsPayment(claim.status) || claim.payout_usd === null) {
    throw conflict(
      `${claimNumber(claim.id)} is ${CLAIM_LABELS[claim.status]}: only an approved claim can be paid.`,
    );
  }
  if (claim.needs_confirmation) throw conflict('A second administrator must confirm this payout first.');
  return claim.payout_usd;
}

/**
 * 409 with the reason if nothing can be paid for the claim now, whatever its amount. Answers the batch guards that repeat the
 * question.
 */
export async function requirePayable(ctx: AdminCtx, row: ClaimRow): Promise<Statement[]> {
  const reason = await whyUnpayable(ctx, row);
  if (reason !== null) throw conflict(reason);
  const { claim } = row;
  const { id, withdrawn_at, cover_from, cover_until } = row.policy;
  return [
    // Not its version, which each decision on another of its claims moves.
    guardRow(ctx.db, policies, { id, withdrawn_at, cover_from, cover_until }),
    guardNoneFirst(ctx.db, claim.policy_id),
    guardClaimedOnce(ctx.db, claim.policy_id, claim, GRANTED),
  ];
}

async function whyUnpayable(ctx: AdminCtx, { claim, policy }: ClaimRow): Promise<string | null> {
  const { policy_id, incident_date, incident_at } = claim;
  const number = policyNumber(policy_id);
  if (policy.withdrawn_at !== null) return HOLDER_WITHDREW;
  if (policy.cover_from === null)
    return `The payment of ${number} is not confirmed, so nothing is paid on it yet.`;
  if (policy.cover_from > incident_at || policy.cover_until <= incident_at) {
    return `${number} does not cover the time of the incident, so this claim cannot be paid.`;
  }
  const successor = await coveredInstead(ctx.db, policy_id, incident_at);
  if (successor !== null) {
    return `${policyNumber(successor)} replaced ${number} before the incident, so this claim cannot be paid on ${number}.`;
  }
  const replacedBy = await refundedFirst(ctx.db, policy_id);
  if (replacedBy !== null) {
    return `${policyNumber(replacedBy)} replaced ${number}, and its refund was agreed. The refund is sent first; a claim can be paid after it.`;
  }
  const other = await claimedOnAnother(ctx.db, policy_id, incident_date, GRANTED);
  if (other === null) return null;
  return `${claimNumber(other.id)} on ${policyNumber(other.policy_id)} was approved for the same day, and an incident is covered once.`;
}
