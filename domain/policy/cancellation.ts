import { DAY_SECONDS } from '#domain/days.ts';

/** How long a holder's consent to a cancellation lasts. */
export const CONSENT_DAYS = 14;

/** Percent of a trip's premium that comes back before departure, and of its unused days after it. */
export const TRIP_PERCENT = 80;

export interface CancellationFacts {
  /** Whether it insures a trip. */
  trip: boolean;
  /**
   * Seconds since 1970: the first covered second of the term (of a trip, not of its cancellation), the first one after cover,
   * and the cancellation.
   */
  termFrom: number;
  coverUntil: number;
  now: number;
  /** Days charged for the term. */
  days: number;
  /** Premium paid, in base units. */
  amount: bigint;
  claims: { open: boolean; paid: boolean };
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

/** What a cancellation refunds: product.md §4, "How a policy ends". */
export function cancellation(facts: CancellationFacts): Cancellation {
  const unused = proRata(facts);
  if (!facts.trip) return unused;
  const percent = TRIP_PERCENT;
  const refund = (facts.amount * BigInt(percent) * BigInt(unused.unusedDays)) / (100n * BigInt(facts.days));
  return { ...unused, percent, refund };
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
