/** States of a claim: one list for customers and administrators. */
export const CLAIM_STATUSES = [
  'pending',
  'under_review',
  'approved',
  'processing_payment',
  'paid',
  'rejected',
] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/**
 * From each state to the next. Only the chain's own event marks a claim as paid, and a reorganization takes that back. A
 * rejected claim can be reviewed again when the customer adds something new.
 */
export const CLAIM_TRANSITIONS: Readonly<Record<ClaimStatus, readonly ClaimStatus[]>> = {
  pending: ['under_review', 'approved', 'rejected'],
  under_review: ['approved', 'rejected'],
  approved: ['processing_payment', 'paid'],
  processing_payment: ['approved', 'paid'],
  paid: ['processing_payment'],
  rejected: ['under_review'],
};

/** Final states. A claim in one of them does not block a cancellation. */
export const CLOSED_STATUSES: readonly ClaimStatus[] = ['paid', 'rejected'];
export const OPEN_STATUSES: readonly ClaimStatus[] = CLAIM_STATUSES.filter(
  (status) => !CLOSED_STATUSES.includes(status),
);

export const CLAIM_LABELS: Readonly<Record<ClaimStatus, string>> = {
  pending: 'Pending',
  under_review: 'Under Review',
  approved: 'Approved',
  processing_payment: 'Processing Payment',
  paid: 'Paid',
  rejected: 'Rejected',
};

/** Progress bar in percent. `submitted` is the moment between sending and receipt. */
export const CLAIM_PROGRESS: Readonly<Record<ClaimStatus | 'submitted', number>> = {
  submitted: 25,
  pending: 50,
  under_review: 50,
  approved: 75,
  processing_payment: 90,
  paid: 100,
  rejected: 100,
};

/** `CLM-007`, the claim number. */
export function claimNumber(id: number): string {
  return `CLM-${String(id).padStart(3, '0')}`;
}

/** Who acts next; nobody once a claim is closed. */
export const NEXT_ACTORS = ['mooring', 'customer', 'nobody'] as const;
export type NextActor = (typeof NEXT_ACTORS)[number];
