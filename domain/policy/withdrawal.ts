import { DAY_SECONDS, dayEnd } from '#domain/days.ts';

/** Withdrawal from the contract (Directive 2011/83/EU as changed by 2023/2673): product.md §4, "Rights". */

/** Days after concluding a contract in which its holder can withdraw and gets the whole premium back. */
export const WITHDRAWAL_DAYS = 14;
/** How long the link in our acknowledgment works. Cover can be rejected on chain for longer than both together. */
export const WITHDRAWAL_LINK_DAYS = 14;

/** A trip of up to this many days can be withdrawn from only before departure: the law leaves it out, and we offer it freely. */
export const SHORT_TRIP_DAYS = 30;

export interface WithdrawalFacts {
  /** Whether it insures a trip. */
  trip: boolean;
  /** Seconds since 1970: the purchase, the first day that was paid for, and the first moment without cover. */
  purchasedAt: number;
  startsAt: number;
  coverUntil: number;
  /** Days charged for the term. */
  days: number;
}

/**
 * Until when a statement of withdrawal counts, in seconds since 1970. The time of its submission decides. The last day counts
 * to its end wherever the holder is: the last place to leave it is at UTC-12.
 */
export function withdrawableUntil({
  trip,
  purchasedAt,
  startsAt,
  coverUntil,
  days,
}: WithdrawalFacts): number {
  const end = trip && days <= SHORT_TRIP_DAYS ? startsAt : coverUntil;
  const lastDay = Math.floor(purchasedAt / DAY_SECONDS) + WITHDRAWAL_DAYS;
  return Math.min(dayEnd(lastDay) + DAY_SECONDS / 2, end);
}
