import { DAY_SECONDS } from '../days.ts';

/** Days after the purchase in which canceling refunds the full premium. */
export const FREE_LOOK_DAYS = 14;
/** A term of at least this many days gets the full premium back even after cover has begun. */
export const FREE_LOOK_TERM_DAYS = 30;
/** How long a holder's consent to a cancellation lasts. */
export const CONSENT_DAYS = 14;

/** Percent of a trip's premium that comes back before departure, once the free look is over. */
export const BEFORE_DEPARTURE_PERCENT = 80;

export interface CancellationFacts {
  /** Whether it insures a trip, for which `purchasedAt` is the first purchase of this trip. */
  trip: boolean;
  /**
   * Seconds since 1970: the purchase, the first covered second of the term (of a trip, not of its cancellation), the first one
   * after cover, and the cancellation.
   */
  purchasedAt: number;
  termFrom: number;
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
  /** Percent of the premium, where not the unused days decide. */
  percent: number | null;
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

/** UTC days of the term that have begun, today included. */
function usedDays(termFrom: number, now: number): number {
  if (now < termFrom) return 0;
  return Math.floor(now / DAY_SECONDS) - Math.floor(termFrom / DAY_SECONDS) + 1;
}

/** What a cancellation refunds: product.md §4, "Travel: the full premium within 14 days of the first purchase …". */
export function cancellation(facts: CancellationFacts): Cancellation {
  const { trip, purchasedAt, termFrom, now, days, amount, claims } = facts;
  const early = now <= purchasedAt + FREE_LOOK_DAYS * DAY_SECONDS;
  const begun = now >= termFrom;
  const long = !trip && days >= FREE_LOOK_TERM_DAYS;
  if (early && !claims.made && (!begun || long)) {
    return { kind: 'full', percent: 100, unusedDays: days, refund: amount };
  }
  if (trip && !begun) {
    const percent = BEFORE_DEPARTURE_PERCENT;
    return { kind: 'pro_rata', percent, unusedDays: days, refund: (amount * BigInt(percent)) / 100n };
  }
  return proRata(facts);
}

/** The premium of the whole days left. */
export function proRata({
  termFrom,
  now,
  days,
  amount,
}: Pick<CancellationFacts, 'termFrom' | 'now' | 'days' | 'amount'>): Cancellation {
  const unusedDays = Math.max(0, days - usedDays(termFrom, now));
  return {
    kind: 'pro_rata',
    percent: null,
    unusedDays,
    refund: (amount * BigInt(unusedDays)) / BigInt(days),
  };
}
