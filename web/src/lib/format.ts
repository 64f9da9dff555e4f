import { dayOf, formatDay, formatUsDay, parseDay } from '#domain/days.ts';
import { formatDecimal } from '#domain/money.ts';
import { once } from '#domain/once.ts';

const moment = once(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);

/** `November 21, 2026` from a UTC day `YYYY-MM-DD` or an ISO time; any other text stays as it is. */
export function longDate(text: string): string {
  const at = Date.parse(parseDay(text) === null ? text : `${text}T00:00:00Z`);
  return Number.isNaN(at) ? text : formatUsDay(dayOf(at));
}

/** `November 21, 2026 at 9:30 AM UTC`, for titles and details. */
export function longMoment(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : `${moment().format(at)} UTC`;
}

/** `11/21/2026` from a UTC day number. */
export function shortDay(day: number): string {
  const [year, month, date] = formatDay(day).split('-');
  return `${month}/${date}/${year}`;
}

/** `4:05` from milliseconds, never below zero. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A decimal string without trailing zeros: `0.6` from `0.600000`. */
export function trimZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}

/** `1,234` */
export const formatCount = (count: number | string): string => Number(count).toLocaleString('en-US');

/** `62.5%`, always with one decimal so that a column lines up, or a dash without anything to divide by. */
export const percent = (ratio: number | null): string =>
  ratio === null ? '—' : `${formatDecimal(ratio, 1)}%`;
