import { CLAIM_LABELS, type ClaimStatus } from '#domain/claims/lifecycle.ts';
import type { BadgeVariant, Look } from './values.tsx';

const claim = (status: ClaimStatus, variant: BadgeVariant) => ({ label: CLAIM_LABELS[status], variant });

/** Variants of the specification (customer.md §4), and of the two statuses it does not color. */
export const CLAIM_BADGES: Readonly<Record<ClaimStatus, Look>> = {
  pending: claim('pending', 'secondary'),
  under_review: claim('under_review', 'outline'),
  approved: claim('approved', 'default'),
  processing_payment: claim('processing_payment', 'secondary'),
  paid: claim('paid', 'default'),
  rejected: claim('rejected', 'destructive'),
};
