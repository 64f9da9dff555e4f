import { DAY_SECONDS } from '../days.ts';

/** Days after the purchase in which canceling refunds the full premium. */
export const FREE_LOOK_DAYS = 14;
/** A term of at least this many days gets the full premium back even after cover has begun. */
export const FREE_LOOK_TERM_DAYS = 30;
/** How long a holder's consent to a cancellation lasts. */
export const CONSENT_DAYS = 14;

export interface CancellationFacts {
  /** Seconds since 1970: the purchase, the first covered second, the first one after cover, and the cancellation. */
  purchasedAt: number;
  coverFrom: number;
  coverUntil: number;
  now: number;
  /** Days charged for the term. */
  days: number;
  /** Premium paid, in base units. */
  amount: bigint;
  claims: { made: boolean; open: boolean; paid: boolean };
}

export interface Cancellation {
  kind: 'full' | 'pro_rata';
  /** Whole days refunded, out of the days charged. */
  unusedDays: number;
  /** Base units, rounded down. */
  refund: bigint;
}

/** Why the policy cannot be canceled now, in a sentence; null when it can. */
export function cancellationProblem({ coverUntil, now, claims }: CancellationFacts): string | null {
  if (now >= coverUntil) return 'This policy has ended, so there is nothing left to cancel.';
  if (claims.open) return 'A claim on this policy is still open. You can cancel once it is decided.';
  if (claims.paid) return 'A claim on this policy was paid out, so it can no longer be refunded.';
  return null;
}

/** UTC days of cover that have begun, today included. */
function usedDays(coverFrom: number, now: number): number {
  if (now < coverFrom) return 0;
  return Math.floor(now / DAY_SECONDS) - Math.floor(coverFrom / DAY_SECONDS) + 1;
}

/** What a cancellation refunds: product.md §4, "Full refund within 14 days of purchase …". */
export function cancellation(facts: CancellationFacts): Cancellation {
  const { purchasedAt, coverFrom, now, days, amount, claims } = facts;
  const early = now <= purchasedAt + FREE_LOOK_DAYS * DAY_SECONDS;
  const begun = now >= coverFrom;
  if (early && !claims.made && (!begun || days >= FREE_LOOK_TERM_DAYS)) {
    return { kind: 'full', unusedDays: days, refund: amount };
  }
  return proRata(facts);
}

/** The premium of the whole days left. */
export function proRata({
  coverFrom,
  now,
  days,
  amount,
}: Pick<CancellationFacts, 'coverFrom' | 'now' | 'days' | 'amount'>): Cancellation {
  const unusedDays = Math.max(0, days - usedDays(coverFrom, now));
  return { kind: 'pro_rata', unusedDays, refund: (amount * BigInt(unusedDays)) / BigInt(days) };
}
