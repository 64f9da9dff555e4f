import type { AdminClaimDetail, CLAIM_FLAGS } from '#domain/admin/claims-schema.ts';
import { awaitsPayment, CLAIM_LABELS, type ClaimStatus } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import type { BadgeVariant } from '#web/ui/values.tsx';

const look = (status: ClaimStatus, variant: BadgeVariant) => ({ label: CLAIM_LABELS[status], variant });

export const CLAIM_BADGES: Readonly<Record<ClaimStatus, { label: string; variant: BadgeVariant }>> = {
  pending: look('pending', 'secondary'),
  under_review: look('under_review', 'outline'),
  approved: look('approved', 'default'),
  processing_payment: look('processing_payment', 'secondary'),
  paid: look('paid', 'default'),
  rejected: look('rejected', 'destructive'),
};

type Method = NonNullable<AdminClaimDetail['off_chain_payment']>['method'];
export const METHOD_LABELS: Readonly<Record<Method, string>> = {
  bank_transfer: 'Bank transfer',
  check: 'Check',
  other: 'Another method',
};

export const FLAG_LABELS: Readonly<Record<(typeof CLAIM_FLAGS)[number], string>> = {
  several_claims: 'Several claims',
  soon_after_start: 'Soon after the start',
  near_cover: 'Near the cover',
  document_seen_before: 'Document seen before',
  holder_changed: 'Holder changed',
  holder_differs: 'Holder differs',
  cover_changed: 'Cover changed',
  insured_twice: 'Insured twice',
  payout_vetoed: 'Payout vetoed',
  one_person: 'One person',
  customer_deactivated: 'Customer deactivated',
};

/** admin.md §4. */
export const FULL_NOTE = 'Claim approved for full amount';
export const REJECT_NOTE = 'Claim does not meet requirements';

/**
 * The note to start an approval with. The specification's sentence goes with the whole claim less its deductible; where
 * the suggestion is less than that, it would tell the customer something untrue.
 */
export function firstNote({
  claim_amount,
  suggested_payout,
  policy_facts,
}: Pick<AdminClaimDetail, 'claim_amount' | 'suggested_payout' | 'policy_facts'>): string {
  return suggested_payout === Math.floor(claim_amount) - policy_facts.deductible ? FULL_NOTE : '';
}

/** What two people may see differently, for the comparison after a conflict. */
export function claimVersion(claim: AdminClaimDetail): Record<string, string> {
  const { decision } = claim;
  return {
    Status: CLAIM_LABELS[claim.status],
    Payout: decision?.payout_usd == null ? 'None' : formatUsd(decision.payout_usd),
    Reason: decision?.reason ?? 'None',
    'Decided by': decision?.decided_by ?? 'Nobody',
    'Confirmed by': decision?.confirmed_by ?? 'Nobody',
    'Asked for': claim.requested_documents ?? 'Nothing',
    Documents: String(claim.documents.length),
    'Assigned to': claim.assigned_admin_name ?? 'Nobody',
    Version: String(claim.version),
  };
}

export const METHOD_OPTIONS = Object.entries(METHOD_LABELS).map(([value, label]) => ({ value, label }));

export type ClaimAction =
  | 'review'
  | 'documents'
  | 'approve'
  | 'reject'
  | 'confirm'
  | 'send_back'
  | 'pay'
  | 'other'
  | 'confirm_other'
  | 'withdraw';

interface Allowed {
  decide: boolean;
  pay: boolean;
  /** Manages administrators, and so may withdraw what one of them reported. */
  manage: boolean;
}

/** The decisions open to an administrator, the most likely first. A claim that awaits payment has steps of its own. */
const DECISIONS: Readonly<Record<ClaimStatus, readonly ClaimAction[]>> = {
  pending: ['approve', 'reject', 'review', 'documents'],
  under_review: ['approve', 'reject', 'documents'],
  approved: [],
  processing_payment: [],
  paid: [],
  rejected: ['review'],
};

/** Whether the claim is looked at again and this administrator decided it before. */
const isBarred = ({ second_look: look }: AdminClaimDetail) => look?.not_by_you === true;

/** Whether the announcement is gone from the chain, paid or void, and the worker has not recorded it yet. */
const isSettling = ({ announced, under_way: underWay }: AdminClaimDetail) =>
  announced === null && underWay?.announcement === 'pending';

/** What this administrator may do with the claim now, the most likely first. `now` is in milliseconds. */
export function actionsOf(claim: AdminClaimDetail, may: Allowed, now: number): ClaimAction[] {
  const { status, decision, announced, under_way: underWay, off_chain_payment: other } = claim;
  if (!awaitsPayment(status)) {
    if (!may.decide) return [];
    return DECISIONS[status].filter((action) => !isBarred(claim) || !['approve', 'reject'].includes(action));
  }
  /** Until its payout is prepared, an approval can be moved back to review. */
  const back: ClaimAction[] = status === 'approved' && may.decide && !isBarred(claim) ? ['send_back'] : [];
  if (status === 'approved' && claim.needs_confirmation) {
    if (!may.decide) return [];
    return [...(decision?.decided_by_me ? [] : (['confirm'] as const)), ...back];
  }
  if (!may.pay) return underWay || announced || other ? [] : back;
  if (other?.status === 'proposed') {
    if (other.proposed_by_me) return ['withdraw'];
    return may.manage ? ['confirm_other', 'withdraw'] : ['confirm_other'];
  }
  if (announced) return Date.parse(announced.payable_at) <= now ? ['pay'] : [];
  if (underWay) return isSettling(claim) ? [] : ['pay'];
  if (status !== 'approved') return ['pay'];
  return [...(claim.other_payer?.not_you ? [] : (['pay'] as const)), 'other', ...back];
}

/** Why nothing can be done at the moment, in a sentence; null when there is nothing to explain. */
export function waitingFor(claim: AdminClaimDetail, may: Omit<Allowed, 'manage'>): string | null {
  const { status, decision, off_chain_payment: other } = claim;
  if (status === 'paid') return null;
  if (!may.decide && !may.pay) return 'Your role can read claims but not decide them.';
  if (awaitsPayment(status) && isSettling(claim)) {
    return 'We are waiting for the network to show what happened to the announced payout.';
  }
  if (claim.second_look?.escalated) {
    return 'Everybody here who decides claims decided this one before, so nobody can decide its second look. Please ask for another claims handler.';
  }
  if (isBarred(claim) && (status === 'pending' || status === 'under_review')) {
    return 'You decided this claim before. Somebody else has to decide its second look.';
  }
  if (claim.other_payer?.nobody) {
    return 'Nobody here may pay this claim besides who approved it. Please invite a second person who pays claims.';
  }
  if (claim.other_payer?.not_you && status === 'approved' && !claim.needs_confirmation) {
    return 'You approved this payout, and it is so large that somebody else has to prepare it.';
  }
  if (status === 'approved' && claim.needs_confirmation && decision?.decided_by_me) {
    return 'You approved this payout. A second administrator has to confirm it.';
  }
  if (other?.status === 'proposed' && other.proposed_by_me) {
    return 'You reported this payment. A second person has to report the same.';
  }
  return null;
}
