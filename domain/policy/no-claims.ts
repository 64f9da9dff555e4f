import { DAY_MS, dayOf } from '#domain/days.ts';
import type { NoClaims } from '#domain/quote/pricing.ts';
import { policyNumber } from './lifecycle.ts';
import { RENEWAL_DAYS } from './service-schema.ts';

/** Days without cover that interrupt nothing. */
const LONGEST_GAP = 30;
const DAYS_PER_YEAR = 365;
const MOST_YEARS = 3;

/** Cover of the same insured thing by an earlier policy. Times are milliseconds since the Unix epoch. */
export interface EarlierCover {
  policyId: number;
  from: number;
  /** The end of its cover, earlier than its term's if it was canceled. */
  until: number;
  /** Its latest payout; null without one. */
  paidAt: number | null;
  openClaim: boolean;
}

/**
 * The claim-free years behind a term (product.md §2): 365 covered days each, at most 3. Days that two policies cover count
 * once. Days to come count only if the term starts within the 30 days in which a policy can be renewed.
 * @param startDay first UTC day number of the term
 * @param now milliseconds since the Unix epoch
 * @returns null without such a year
 */
export function claimFreeYears(
  covers: readonly EarlierCover[],
  startDay: number,
  now: number,
): NoClaims | null {
  if (covers.some(({ openClaim }) => openClaim)) return null;
  const paid = covers.flatMap(({ paidAt }) => (paidAt === null ? [] : [dayOf(paidAt) + 1]));
  const cleanFrom = Math.max(Number.NEGATIVE_INFINITY, ...paid);
  const known = startDay <= dayOf(now) + RENEWAL_DAYS ? startDay : dayOf(now);
  const spans = covers
    .map(({ policyId, from, until }) => ({ policyId, from: dayOf(from), to: Math.ceil(until / DAY_MS) }))
    .filter(({ from, to }) => from < to && from < startDay)
    .sort((one, other) => other.to - one.to);

  let days = 0;
  let reached = startDay;
  let newest: number | null = null;
  for (const { policyId, from, to } of spans) {
    if (reached - to > LONGEST_GAP) break;
    const counted = Math.min(to, reached, known) - Math.max(from, cleanFrom);
    if (counted > 0) {
      days += counted;
      newest ??= policyId;
    }
    reached = Math.min(reached, from);
  }
  const years = Math.min(MOST_YEARS, Math.floor(days / DAYS_PER_YEAR));
  return years > 0 && newest !== null ? { years, policy_number: policyNumber(newest) } : null;
}
