import { CLAIM_PROGRESS, claimNumber } from '#domain/claims/lifecycle.ts';
import {
  type ClaimAnswer,
  type ClaimDetailAnswer,
  type ClaimDocument,
  type ClaimEvent,
  claimAnswer,
  claimDetailAnswer,
} from '#domain/claims/schema.ts';
import { formatUsd } from '#domain/money.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { policy } from './sample-policy.ts';

/** A claim as the API returns it: broken windows, just submitted, by default. */
export function claim(change: Partial<ClaimAnswer> = {}): ClaimAnswer {
  const { id = 7, policy_id = 12, status = 'pending', claim_amount = 4000 } = change;
  return claimAnswer.parse({
    id,
    claim_number: claimNumber(id),
    status,
    policy_id,
    policy_number: policyNumber(policy_id),
    policy_type: 'home',
    claim_amount,
    formatted_amount: formatUsd(claim_amount),
    incident_date: '2026-11-25',
    cause: null,
    traveler: null,
    description: 'The storm broke two windows of the kitchen.',
    documents_count: 0,
    payout_amount: null,
    progress: CLAIM_PROGRESS[status],
    next: { actor: 'mooring', step: 'We will look at your claim.', due: '2026-11-28T10:00:00.000Z' },
    created_at: '2026-11-26T10:00:00.000Z',
    updated_at: '2026-11-26T10:00:00.000Z',
    ...change,
  });
}

export const submitted: ClaimEvent = {
  id: 1,
  kind: 'submitted',
  status: 'pending',
  message: 'Your claim has arrived.',
  date: '2026-11-26T10:00:00.000Z',
  created_by: 'You',
  tx_hash: null,
};

export function document(change: Partial<ClaimDocument> = {}): ClaimDocument {
  return {
    id: 'doc-1',
    file_name: 'window.jpg',
    type: 'image/jpeg',
    size: 312_000,
    sha256: `ab12${'0'.repeat(56)}cd34`,
    uploaded_at: '2026-11-26T10:01:00.000Z',
    ...change,
  };
}

/** The same claim with everything its page shows. */
export function claimDetail(change: Partial<ClaimDetailAnswer> = {}): ClaimDetailAnswer {
  const base = claim(change);
  return claimDetailAnswer.parse({
    ...base,
    requested_documents: null,
    decision_reason: null,
    clause: null,
    second_look: null,
    deductible: 2500,
    remaining_cover: 500_000,
    traveler_name: null,
    timeline: [submitted],
    earlier_entries: false,
    documents: [],
    documents_left: 10,
    policy: {
      id: base.policy_id,
      policy_number: base.policy_number,
      policy_type: base.policy_type,
      status: 'active',
      formatted_coverage: '$500,000',
      formatted_deductible: '$2,500',
      policy_start_date: '2026-11-21',
      policy_end_date: '2027-11-21',
    },
    thread_id: 31,
    payout: null,
    call: null,
    ...change,
  });
}

/** A policy to claim on: a home for a year from November 21, 2026. */
export const insured = (change: Partial<PolicyAnswer> = {}): PolicyAnswer => policy({ id: 12, ...change });
