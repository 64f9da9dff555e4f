/** When a policy's cover starts and when the term that its price is for. Only for a trip they differ. */
import { dayOf, formatUsDay, parseDay } from '#domain/days.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';

export interface CoverDates {
  /** `YYYY-MM-DD`: the registry's first day. */
  coverStart: string;
  /** The first day of the term, such as the trip's. */
  start: string;
}

/**
 * The first day of cover (UTC day number) of a quote made on `today`: the term's first day, or for a trip the day of the quote,
 * because its cancellation is covered from the payment on.
 */
export const coverStartDay = (product: ProductKey, startDay: number, today: number): number =>
  PRODUCTS[product].trip ? Math.min(startDay, today) : startDay;

/** Whether cover starts before the term: then only a cancellation is covered until that. */
export const startsEarly = ({ coverStart, start }: CoverDates): boolean => coverStart < start;

/**
 * 'Cancellation from today, medical from June 3, 2027', or null where cover and term start together.
 * @param now milliseconds since 1970, for 'today'; without it the day is always named
 */
export function coverStartText(dates: CoverDates, now?: number): string | null {
  const [cover, start] = [parseDay(dates.coverStart), parseDay(dates.start)];
  if (!startsEarly(dates) || cover === null || start === null) return null;
  const first = now !== undefined && dayOf(now) === cover ? 'today' : formatUsDay(cover);
  return `Cancellation from ${first}, medical from ${formatUsDay(start)}`;
}
