/** Where a claim stands, as its actions ask. */
import { shortAddress } from '#domain/address.ts';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { isWithinAuthority } from '#domain/admin/roles.ts';
import { awaitsPayment } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import type { Who } from '#web/features/admin/kit/actions.ts';

type Claim = AdminClaimDetail;

export const dollarsOf = (claim: Claim) => claim.decision?.payout_usd ?? 0;
export const usdOf = (claim: Claim) => formatUsd(dollarsOf(claim));
export const holderOf = (claim: Claim) =>
  `${claim.customer_name} (${shortAddress(claim.policy_facts.holder)})`;

export const isUndecided = ({ status }: Claim) => status === 'pending' || status === 'under_review';
/** Whether what would prove the loss is not here: no document at all, or not yet what we asked for. */
export const lacksDocuments = ({ documents, requested_documents: asked }: Claim) =>
  documents.length === 0 || asked !== null;
/** Whether the claim is looked at again and this administrator decided it before. */
export const isBarred = ({ second_look: look }: Claim) => look?.not_by_you === true;
/** Whether the announcement is gone from the chain, paid or vetoed, and the worker has not recorded it yet. */
const isSettling = ({ status, announced, under_way: underWay }: Claim) =>
  awaitsPayment(status) && announced === null && underWay?.announcement === 'pending';
export const awaitsConfirmation = ({ status, needs_confirmation: needs }: Claim) =>
  status === 'approved' && needs;
export const isWithin = (claim: Claim, { payout_limit_usd: limit }: Who) =>
  isWithinAuthority(dollarsOf(claim), limit);
/** A payment by another method that a second person has not reported yet. */
export const reportedOf = ({ off_chain_payment: other }: Claim) =>
  other?.status === 'proposed' ? other : null;
export const isPayable = (claim: Claim) => awaitsPayment(claim.status) && !awaitsConfirmation(claim);
/** Whether nothing of the payment has begun. */
export const isUnpaid = (claim: Claim) =>
  claim.status === 'approved' && !reportedOf(claim) && !claim.announced && !claim.under_way;

export function canPay(claim: Claim, now: number): boolean {
  if (!isPayable(claim) || reportedOf(claim) || isSettling(claim)) return false;
  if (claim.announced) return Date.parse(claim.announced.payable_at) <= now;
  return !isUnpaid(claim) || !claim.other_payer?.not_you;
}

/** Why nothing can be done at the moment, in a sentence; null when there is nothing to explain. */
export function waitingFor(claim: Claim, who: Who): string | null {
  const { status } = claim;
  if (status === 'paid') return null;
  if (!who.may('claims.decide') && !who.may('claims.pay'))
    return 'Your role can read claims but not decide them.';
  const toConfirm = awaitsConfirmation(claim);
  if (toConfirm && who.may('claims.decide') && !claim.decision?.decided_by_me && !isWithin(claim, who))
    return `You may confirm payouts up to ${formatUsd(who.payout_limit_usd ?? 0)}. Someone who may approve ${usdOf(claim)} must confirm this one.`;
  if (isSettling(claim))
    return 'We are waiting for the network to show what happened to the announced payout.';
  if (claim.second_look?.escalated)
    return 'Everyone here who decides claims has decided this one. Please ask for another claims handler for its second look.';
  if (isBarred(claim) && isUndecided(claim))
    return 'You decided this claim before. Someone new will decide its second look.';
  if (claim.other_payer?.nobody)
    return 'Only the person who approved this claim could pay it. Please invite a second person who pays claims.';
  if (claim.other_payer?.not_you && status === 'approved' && !toConfirm)
    return 'You approved this payout. It is large, so someone else must prepare it.';
  if (toConfirm && claim.decision?.decided_by_me)
    return 'You approved this payout. A second administrator must confirm it.';
  if (reportedOf(claim)?.proposed_by_me)
    return 'You reported this payment. A second person must report the same.';
  return null;
}
