import { timeLeft } from '#domain/ago.ts';
import { CLAIM_LABELS, CLAIM_MEANING, CLAIM_STATUSES, type ClaimStatus } from '#domain/claims/lifecycle.ts';
import { coverFor } from '#domain/claims/rules.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { wordingOf } from '#domain/products/forms/published.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { isFound } from '#domain/search.ts';
import { CLAIM_BADGES } from '#web/ui/claim-badges.ts';
import type { Look } from '#web/ui/values.tsx';
import type { ListedClaim, ListedStatus } from './queries.ts';

export const claimBadge = (status: ListedStatus): Look =>
  status === 'unknown' ? { label: 'Unknown', variant: 'outline' } : CLAIM_BADGES[status];

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

/** The parameters of the list's address. */
export interface ClaimFilters {
  search?: string | undefined;
  status?: ClaimStatus | undefined;
}

/** The filters in such parameters, which may be anything. */
export const claimFilters = ({ search, status }: Readonly<Record<string, unknown>>): ClaimFilters => ({
  search: String(search ?? '') || undefined,
  status: CLAIM_STATUSES.find((key) => key === status),
});

export const isFiltering = ({ search = '', status }: ClaimFilters): boolean =>
  search.trim() !== '' || status !== undefined;

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
  { search = '', status }: ClaimFilters,
): ListedClaim[] {
  const contains = (claim: ListedClaim) =>
    isFound(
      [
        claim.claim_number,
        claim.policy_number,
        claim.policy_type,
        PRODUCTS[claim.policy_type].label,
        claim.description,
      ].join('\n'),
      search,
    );
  return claims
    .filter((claim) => (status === undefined || claim.status === status) && contains(claim))
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
}

type Sold = Pick<PolicyAnswer, 'id' | 'amount' | 'travelers' | 'wording_version'>;

const paidSum = (claims: readonly ListedClaim[]) =>
  claims.reduce((sum, { payout_amount }) => sum + (payout_amount ?? 0), 0);

/** The policy's claims that were paid. */
const paidClaims = ({ id }: Pick<Sold, 'id'>, claims: readonly ListedClaim[]) =>
  claims.filter((claim) => claim.policy_id === id && claim.status === 'paid');

/** Remaining cover of a policy after its paid claims, in whole US dollars. */
export const coverLeft = (policy: Pick<Sold, 'id' | 'amount'>, claims: readonly ListedClaim[]): number =>
  Math.max(0, policy.amount - paidSum(paidClaims(policy, claims)));

/** The same for a claim about a traveler, by their number, and a cause; null where nobody travels or none is named yet. */
export function coverLeftFor(
  policy: Sold,
  claims: readonly ListedClaim[],
  about: { traveler: number | null; cause: string | null },
): number {
  const paid = paidClaims(policy, claims);
  const person = paid.filter(({ traveler }) => (traveler ?? 1) === (about.traveler ?? 1));
  const sold = {
    coverageUsd: policy.amount,
    people: Math.max(1, policy.travelers.length),
    caps: wordingOf(policy.wording_version)?.caps ?? {},
  };
  return coverFor(sold, about.cause, {
    all: paidSum(paid),
    person: paidSum(person),
    cause: paidSum(person.filter(({ cause }) => cause === about.cause)),
  });
}

/** Who has a claim and the clock: `We have it · 47 hours left`, `Your turn · 5 days left`; null once it is closed. */
export function turnText({ actor, due }: ListedClaim['next'], now: number): string | null {
  if (actor === 'nobody') return null;
  const who = actor === 'customer' ? 'Your turn' : 'We have it';
  if (due === null) return who;
  const left = timeLeft(due, now);
  if (left !== null) return `${who} · ${left} left`;
  return actor === 'customer' ? `${who} · overdue` : `${who} · later than promised`;
}
