import { dayOf, formatUsDay } from './days.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Days after which the date says more. */
const MOST_DAYS = 30;

const rounded = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
const counted = (count: number, unit: string) => `${rounded(count, unit)} ago`;

/**
 * `5 minutes ago`; after 30 days `November 21, 2026`.
 * @param now milliseconds since 1970
 */
export function timeAgo(iso: string, now: number): string {
  const at = Date.parse(iso);
  const passed = now - at;
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return counted(Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return counted(Math.floor(passed / HOUR), 'hour');
  if (passed < MOST_DAYS * DAY) return counted(Math.floor(passed / DAY), 'day');
  return formatUsDay(dayOf(at));
}

/**
 * `47 hours` until a time, whole days from three days on, `less than an hour` at the end; null once it has passed.
 * @param now milliseconds since 1970
 */
export function timeLeft(iso: string, now: number): string | null {
  const left = Date.parse(iso) - now;
  if (left <= 0) return null;
  if (left < HOUR) return 'less than an hour';
  return left < 3 * DAY ? rounded(Math.floor(left / HOUR), 'hour') : rounded(Math.floor(left / DAY), 'day');
}
