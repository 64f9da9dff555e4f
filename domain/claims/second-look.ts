import { DAY_SECONDS, dayEnd, dayOf } from '#domain/days.ts';
import { type Operator, ombudsmanText } from '#domain/operator.ts';
import { KEPT } from '#domain/promises.ts';
import type { ClaimStatus } from './lifecycle.ts';
import { netOf } from './payout.ts';

/** What decides whether a claim's customer can ask for a second look. */
export interface Looked {
  status: ClaimStatus;
  amount_cents: number;
  deductible_usd: number;
  payout_usd: number | null;
  decided_at: string | null;
  /** When its payout arrived. */
  paidAt: string | null;
  second_look_at: string | null;
  second_look_of: number | null;
}

/** Whole US dollars that a payout is below the claim less its deductible; 0 or less if it isn't. */
export const notPaidOf = (claim: Pick<Looked, 'amount_cents' | 'deductible_usd' | 'payout_usd'>): number =>
  netOf(claim) - (claim.payout_usd ?? 0);

/**
 * The last day (UTC day number) on which a second look can be asked for: 90 days after the rejection, or after a reduced
 * payout arrived. Null if there is nothing to look at again, or if it was asked for before.
 */
export function secondLookDay(claim: Looked): number | null {
  if (claim.second_look_at !== null || claim.second_look_of !== null) return null;
  const reduced = claim.status === 'paid' && notPaidOf(claim) > 0;
  const from = claim.status === 'rejected' ? claim.decided_at : reduced ? claim.paidAt : null;
  return from === null ? null : dayOf(Date.parse(from)) + KEPT.secondLookDays;
}

/** Whether that day is still going on at `now` (milliseconds) somewhere on earth: the last place to leave it is at UTC-12. */
export const isOpenOn = (day: number, now: number): boolean => now < (dayEnd(day) + DAY_SECONDS / 2) * 1000;

/** Whether a decision pays less than it could have, so that it names what else its customer can do. */
export const leavesUnpaid = (
  claim: Pick<Looked, 'status' | 'amount_cents' | 'deductible_usd' | 'payout_usd'>,
) => claim.status === 'rejected' || notPaidOf(claim) > 0;

/** Where a customer can go after our last word. */
export const afterLastWord = (operator: Operator | null): string =>
  `This decision is final. ${ombudsmanText(operator)}`;
