import {
  CLAIM_LABELS,
  CLAIM_MEANING,
  CLAIM_STATUSES,
  type ClaimStatus,
} from '../../../../domain/claims/lifecycle.ts';
import type { ClaimAnswer } from '../../../../domain/claims/schema.ts';
import type { PolicyAnswer } from '../../../../domain/policy/schema.ts';
import { PRODUCTS } from '../../../../domain/products/index.ts';
import type { BadgeVariant } from '../../ui/badge.tsx';
import type { ListedClaim, ListedStatus } from './queries.ts';

/** Badge variants of the specification (customer.md §4), and of the two statuses it does not color. */
const VARIANTS: Record<ListedStatus, BadgeVariant> = {
  pending: 'secondary',
  under_review: 'outline',
  approved: 'default',
  processing_payment: 'secondary',
  paid: 'default',
  rejected: 'destructive',
  unknown: 'outline',
};

export function claimBadge(status: ListedStatus): { label: string; variant: BadgeVariant } {
  return { label: status === 'unknown' ? 'Unknown' : CLAIM_LABELS[status], variant: VARIANTS[status] };
}

/** Null for a status that this version of the site does not know. */
const meaningOf = (status: ListedStatus) => (status === 'unknown' ? null : CLAIM_MEANING[status]);

/** The figures above the list, in US dollars: what was claimed, and what was approved, paid or not. */
export function summarize(claims: readonly ListedClaim[]) {
  const granted = claims.filter(({ status }) => meaningOf(status)?.granted);
  const claimedCents = claims.reduce((sum, claim) => sum + Math.round(claim.claim_amount * 100), 0);
  return {
    total: claims.length,
    pending: claims.filter(({ status }) => meaningOf(status)?.work === 'decide').length,
    claimed: claimedCents / 100,
    approved: granted.reduce((sum, { payout_amount }) => sum + (payout_amount ?? 0), 0),
  };
}

export interface ClaimFilters {
  search: string;
  status: ClaimStatus | 'all';
}

export const NO_FILTERS: ClaimFilters = { search: '', status: 'all' };

export function isFiltering({ search, status }: ClaimFilters): boolean {
  return search.trim() !== '' || status !== 'all';
}

/** The specification's four first, then the two additional ones. */
const FILTER_PLACES: Readonly<Record<ClaimStatus, number>> = {
  pending: 1,
  approved: 2,
  rejected: 3,
  under_review: 4,
  processing_payment: 5,
  paid: 6,
};
export const STATUS_FILTERS = [
  { value: 'all', label: 'All Status' },
  ...CLAIM_STATUSES.toSorted((a, b) => FILTER_PLACES[a] - FILTER_PLACES[b]).map((status) => ({
    value: status as string,
    label: CLAIM_LABELS[status],
  })),
];

export function filterClaims(
  claims: readonly ListedClaim[],
  { search, status }: ClaimFilters,
): ListedClaim[] {
  const wanted = search.trim().toLowerCase();
  const contains = (claim: ListedClaim) =>
    [
      claim.claim_number,
      String(claim.id),
      claim.policy_number,
      claim.policy_type,
      PRODUCTS[claim.policy_type].label,
      claim.description,
    ].some((text) => text.toLowerCase().includes(wanted));
  return claims
    .filter((claim) => (status === 'all' || claim.status === status) && contains(claim))
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
}

/** Remaining cover of a policy after its paid claims, in whole US dollars. */
export function coverLeft(
  policy: Pick<PolicyAnswer, 'id' | 'amount'>,
  claims: readonly ListedClaim[],
): number {
  const paid = claims.filter((claim) => claim.policy_id === policy.id && claim.status === 'paid');
  return Math.max(0, policy.amount - paid.reduce((sum, { payout_amount }) => sum + (payout_amount ?? 0), 0));
}

/** The stages of a claim with their percentages (product.md §10). */
export function stations(status: ClaimAnswer['status']): { label: string; at: number }[] {
  const first = [
    { label: 'Submitted', at: 25 },
    { label: 'Under Review', at: 50 },
  ];
  if (status === 'rejected') return [...first, { label: 'Rejected', at: 100 }];
  return [
    ...first,
    { label: 'Approved', at: 75 },
    { label: 'Processing Payment', at: 90 },
    { label: 'Paid', at: 100 },
  ];
}
