import { chainIdOf } from '../../../domain/chains.ts';
import {
  CLAIM_MEANING,
  CLAIM_PROGRESS,
  type ClaimStatus,
  claimNumber,
  type NextActor,
} from '../../../domain/claims/lifecycle.ts';
import type {
  ClaimAnswer,
  ClaimDetailAnswer,
  ClaimDocument,
  ClaimEvent,
} from '../../../domain/claims/schema.ts';
import { MAX_DOCUMENTS_PER_CLAIM } from '../../../domain/files.ts';
import { formatUsd } from '../../../domain/money.ts';
import { policyNumber, statusAt } from '../../../domain/policy/lifecycle.ts';
import { clauseOf } from '../../../domain/products/forms/index.ts';
import type { ClaimDetail, ClaimEventRow, ClaimFields, ClaimRow, DocumentRow } from './repository.ts';

/** `$1,250.50`; whole dollars have no cents. */
export const formatCents = (cents: number): string => formatUsd(cents / 100);

/** A claim as its holder sees it in lists. */
export function presentClaim(claim: ClaimFields): ClaimAnswer {
  return {
    id: claim.id,
    claim_number: claimNumber(claim.id),
    status: claim.status,
    policy_id: claim.policyId,
    policy_number: policyNumber(claim.policyId),
    policy_type: claim.product,
    claim_amount: claim.amountCents / 100,
    formatted_amount: formatCents(claim.amountCents),
    incident_date: claim.incidentDate,
    description: claim.description,
    documents_count: claim.documentsCount,
    payout_amount: claim.payoutUsd,
    progress: CLAIM_PROGRESS[claim.status],
    created_at: claim.createdAt,
    updated_at: claim.updatedAt,
  };
}

const STEPS: Readonly<Record<ClaimStatus, [NextActor, string]>> = {
  pending: ['mooring', 'We will look at your claim.'],
  under_review: ['mooring', 'We will review your claim.'],
  approved: ['mooring', 'We will send the payout to the wallet that holds the policy.'],
  processing_payment: ['mooring', 'The network will confirm the payout.'],
  paid: ['nobody', 'There is nothing more for you to do: the payout has been made.'],
  rejected: [
    'nobody',
    'This claim is closed. If you have new information, reply in its messages and we will look at it again.',
  ],
};

function nextOf({ status, requestedDocuments, needsConfirmation, dueAt }: ClaimFields) {
  const [actor, step] = STEPS[status];
  if (requestedDocuments !== null) {
    return { actor: 'customer' as const, step: 'Please add the documents that we asked for.', due: dueAt };
  }
  const second = status === 'approved' && needsConfirmation;
  return { actor, step: second ? 'A second member of our team will confirm the payout.' : step, due: dueAt };
}

export const presentEvent = (event: ClaimEventRow): ClaimEvent => ({
  id: event.id,
  kind: event.kind,
  status: event.status,
  message: event.message,
  date: event.at,
  created_by: event.byCustomer ? 'You' : 'Mooring',
  tx_hash: event.txHash,
});

export const presentDocument = (row: DocumentRow): ClaimDocument => ({
  id: row.id,
  file_name: row.fileName,
  type: row.type,
  size: row.size,
  sha256: row.sha256,
  uploaded_at: row.createdAt,
});

/** What is or was paid for a claim; null before a decision. */
export function payoutOf({ claim, policy, quote, paidBy, other }: ClaimRow): ClaimDetailAnswer['payout'] {
  if (claim.payoutUsd === null) return null;
  const outside = other?.status === 'paid' ? other : null;
  return {
    usd: claim.payoutUsd,
    amount: paidBy?.amount ?? null,
    currency: quote.currency,
    decimals: quote.decimals,
    rate: paidBy?.rate ?? null,
    chain_id: chainIdOf(policy.chainId),
    tx_hash: paidBy?.txHash ?? null,
    paid_at: paidBy?.blockTime ?? outside?.confirmedAt ?? null,
    method: outside?.method ?? 'blockchain',
  };
}

/** The policy's remaining cover, in whole US dollars. */
export const remainingCover = ({ policy }: Pick<ClaimRow, 'policy'>): number =>
  Math.max(0, policy.coverageUsd - policy.paidOutUsd);

/** The clause that the claim's rejection cites; null without one. */
function citedClause({ claim, quote }: ClaimRow): ClaimDetailAnswer['clause'] {
  const version = quote.wordingVersion;
  const clause = claim.clause === null ? null : clauseOf(version, claim.clause);
  return clause && { ...clause, wording_version: version };
}

/** A claim with everything its page shows at `now` (milliseconds). */
export function presentDetail(row: ClaimDetail, now: number): ClaimDetailAnswer {
  const { claim, policy, call } = row;
  const { takesDocuments } = CLAIM_MEANING[claim.status];
  const left = takesDocuments ? Math.max(0, MAX_DOCUMENTS_PER_CLAIM - row.documents.length) : 0;
  return {
    ...presentClaim(claim),
    next: nextOf(claim),
    requested_documents: claim.requestedDocuments,
    decision_reason: claim.decisionReason,
    clause: citedClause(row),
    deductible: claim.deductibleUsd,
    remaining_cover: remainingCover(row),
    timeline: row.events.map(presentEvent),
    earlier_entries: row.earlierEvents,
    documents: row.documents.map(presentDocument),
    documents_left: left,
    policy: {
      id: policy.id,
      policy_number: policyNumber(policy.id),
      policy_type: policy.product,
      status: statusAt(policy.status, policy.endDate, now),
      formatted_coverage: formatUsd(policy.coverageUsd),
      formatted_deductible: formatUsd(claim.deductibleUsd),
      policy_start_date: policy.startDate,
      policy_end_date: policy.endDate,
    },
    thread_id: row.threadId,
    payout: payoutOf(row),
    call: call && { preferred_at: call.preferredAt, requested_at: call.createdAt },
  };
}
