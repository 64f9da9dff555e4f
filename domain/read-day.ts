/** Days as people type them. The form that we ask for is MM/DD/YYYY. */
import { formatUsDay, parseDay } from './days.ts';
import { plainDigits } from './plain-digits.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export const DAY_WANTED = 'Please enter the date as MM/DD/YYYY, such as 11/28/2026.';

type Order = 'month' | 'day';

/** @returns the day's number, or null where there is no such day */
function dayIn(order: Order, [first = '', second = '', year = '']: readonly string[]): number | null {
  const [month, date] = order === 'month' ? [first, second] : [second, first];
  return parseDay(`${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`);
}

/** A year of two digits is the one of this century up to ten years from now, and else of the last. */
const fullYear = (year: string): string =>
  year.length === 4 ? year : `${Number(year) <= (new Date().getUTCFullYear() % 100) + 10 ? 20 : 19}${year}`;

/** Month, day and year of a text such as `Nov 28, 2026` or `28 November 2026`; null for any other. */
function namedParts(text: string): [string, string, string] | null {
  const name = /\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '';
  const month = name.length < 3 ? -1 : MONTHS.findIndex((start) => name.startsWith(start));
  const [date, year, more] = text.match(/\d+/g) ?? [];
  if (month < 0 || date === undefined || year === undefined || more !== undefined) return null;
  return date.length === 4 ? [String(month + 1), year, date] : [String(month + 1), date, year];
}

/** The days that a finished text can mean: none, one, or two where day and month can be swapped. */
function daysOf(typed: string): number[] {
  const text = plainDigits(typed);
  const iso =
    /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})$/.exec(text) ?? /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text);
  const [, isoYear = '', isoMonth = '', isoDay = ''] = iso ?? [];
  const named = namedParts(text);
  const numbers =
    /^(\d{1,2})\D{1,2}(\d{1,2})\D{1,2}(\d{4}|\d\d)$/.exec(text) ?? /^(\d\d)(\d\d)(\d{4}|\d\d)$/.exec(text);
  const [, first = '', second = '', year = ''] = numbers ?? [];
  const parts = [first, second, fullYear(year)];
  const american = numbers && dayIn('month', parts);
  const european = numbers && dayIn('day', parts);
  const found = [
    iso && dayIn('month', [isoMonth, isoDay, isoYear]),
    named && dayIn('month', [named[0], named[1], fullYear(named[2])]),
    american,
    // Only dots and hyphens are written in both orders; with slashes or digits alone the form that we ask for counts.
    american === null || /^\d+[.-]/.test(text) ? european : null,
  ];
  return [...new Set(found.filter((day) => day !== null))];
}

/** The day that a finished text means, as a UTC day number; null where it means none or may mean two. */
export function readDay(text: string): number | null {
  const [day, other] = daysOf(text);
  return day === undefined || other !== undefined ? null : day;
}

/** Why a typed day can't be taken, in a sentence; null if it can. */
export function dayProblem(text: string): string | null {
  const [day, other] = daysOf(text);
  if (day === undefined) return DAY_WANTED;
  if (other === undefined) return null;
  return `Do you mean ${formatUsDay(day)} or ${formatUsDay(other)}? Please enter it as MM/DD/YYYY.`;
}
