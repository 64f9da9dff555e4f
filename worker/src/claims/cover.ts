import { coverFor, type SoldCover, type Taken } from '#domain/claims/rules.ts';
import { conflict, fieldError } from '#domain/errors.ts';
import { wordingOf } from '#domain/products/forms/published.ts';
import { PRODUCTS } from '#domain/products/index.ts';
import { sharesOf } from '#worker/quotes/create.ts';
import type { ClaimRow } from './repository.ts';

export const WITHDRAWN = 'You withdrew from the contract of this policy, so no claim on it is paid.';

/** 409 once the holder withdrew from the contract: it is void, and nothing is decided or paid on it. */
export function requireContract({ policy }: Pick<ClaimRow, 'policy'>, message: string): void {
  if (policy.withdrawn_at !== null) throw conflict(message);
}

interface Sold {
  policy: Pick<ClaimRow['policy'], 'product' | 'coverage_usd' | 'paid_out_usd'>;
  quote: Pick<ClaimRow['quote'], 'shares' | 'wording_version'>;
}
type SoldTo = Sold & { claim: Pick<ClaimRow['claim'], 'cover_limit_usd'> };

/** The cover of a policy as its quote and wording sold it, or what counts of it for a claim soon after a change of cover. */
export const soldCover = ({ policy, quote, claim }: SoldTo): SoldCover => ({
  coverageUsd: claim.cover_limit_usd ?? policy.coverage_usd,
  people: sharesOf(quote).length,
  caps: wordingOf(quote.wording_version)?.caps ?? {},
});

const NOTHING: Taken = { all: 0, person: 0, cause: 0 };

/**
 * Whole US dollars of cover left for a claim: the policy's, or that of its traveler, and what its cause is limited to.
 * @param more what else was taken, such as promised payouts
 */
export function remainingCover(
  row: SoldTo & Pick<ClaimRow, 'paidToPersonUsd' | 'paidForCauseUsd'> & { claim: { cause: string | null } },
  more: Taken = NOTHING,
): number {
  return coverFor(soldCover(row), row.claim.cause, {
    all: row.policy.paid_out_usd + more.all,
    person: row.paidToPersonUsd + more.person,
    cause: row.paidForCauseUsd + more.cause,
  });
}

/** The number of the traveler whom a claim is about, 1 where nobody travels; 422 if it has to be named, or isn't on the policy. */
export function requireTraveler({ policy, quote }: Sold, number: number | undefined): number {
  const people = sharesOf(quote).length;
  if (!PRODUCTS[policy.product].trip) {
    if (number === undefined) return 1;
    throw fieldError('traveler', 'This policy insures no travelers.');
  }
  if (number === undefined && people > 1) {
    throw fieldError(
      'traveler',
      'Please choose the traveler whom the claim is about. Each has cover of their own.',
    );
  }
  if ((number ?? 1) > people) throw fieldError('traveler', 'This policy has no such traveler.');
  return number ?? 1;
}

/** The number of a claim's traveler; null where nobody travels. */
export const travelerOf = ({
  product,
  traveler,
}: Pick<ClaimRow['claim'], 'product' | 'traveler'>): number | null =>
  PRODUCTS[product].trip ? traveler : null;
