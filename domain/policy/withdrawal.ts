import { DAY_SECONDS } from '../days.ts';
import { FREE_LOOK_DAYS, FREE_LOOK_TERM_DAYS } from './cancellation.ts';

/** Withdrawal from the contract (Directive 2011/83/EU as changed by 2023/2673): product.md §4, "Rights". */

/** Days after the purchase in which a holder can withdraw and gets the whole premium back. */
export const WITHDRAWAL_DAYS = FREE_LOOK_DAYS;
/** How long the link in our acknowledgment works. Cover can be rejected on chain for longer than both together. */
export const WITHDRAWAL_LINK_DAYS = 14;

/** Whether the law leaves the term out, so that we offer the withdrawal freely and only until cover begins. */
export const isVoluntary = (days: number): boolean => days < FREE_LOOK_TERM_DAYS;

/**
 * What a buyer is told about the right, before and after paying.
 * @param minDays of the shortest term on offer
 */
export const withdrawalText = (minDays: number): string[] => [
  `Within ${WITHDRAWAL_DAYS} days of buying you can also withdraw from the contract without a reason and get the whole premium back: with your wallet, or with policy number and email address alone.`,
  ...(isVoluntary(minDays)
    ? [
        'For a trip of less than a month the law gives no such right. We offer it all the same, until the trip begins.',
      ]
    : []),
];

export interface WithdrawalFacts {
  /** Seconds since 1970: the purchase, the first day that was paid for, and the first moment without cover. */
  purchasedAt: number;
  startsAt: number;
  coverUntil: number;
  /** Days charged for the term. */
  days: number;
}

/** Until when a statement of withdrawal counts, in seconds since 1970. The time of its submission decides. */
export function withdrawableUntil({ purchasedAt, startsAt, coverUntil, days }: WithdrawalFacts): number {
  const end = isVoluntary(days) ? startsAt : coverUntil;
  return Math.min(purchasedAt + WITHDRAWAL_DAYS * DAY_SECONDS, end);
}
