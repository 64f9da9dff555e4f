/** Periods of UTC days: days are `YYYY-MM-DD`, months `YYYY-MM`, quarters `2026-Q4`. Their order as text is that of time. */
import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import type { COMPARISONS, REPORT_PERIODS } from './insight-schema.ts';

/** Days, the last included. */
export interface Span {
  from: string;
  to: string;
}

const number = (day: string): number => {
  const parsed = parseDay(day);
  if (parsed === null) throw new AppError('invalid', `There is no day ${day}.`);
  return parsed;
};
const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The UTC day of a moment in milliseconds since 1970. */
export const today = (at: number): string => formatDay(dayOf(at));

export const addDays = (day: string, days: number): string => formatDay(number(day) + days);

/** Days from one to another; 0 for the same. */
export const daysBetween = (from: string, to: string): number => number(to) - number(from);

export const monthOf = (day: string): string => day.slice(0, 7);
export const firstDay = (month: string): string => `${month}-01`;

export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${twoDigits((((count % 12) + 12) % 12) + 1)}`;
}

export const daysIn = (month: string): number => daysBetween(firstDay(month), firstDay(addMonths(month, 1)));
export const lastDay = (month: string): string => addDays(firstDay(month), daysIn(month) - 1);

/** `count` months up to this one, oldest first. */
export const monthsTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(month, index - count + 1));

/** `count` days up to this one, oldest first. */
export const daysTo = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(day, index - count + 1));

/** The last `count` days, and as many before them. */
export function lastDays(day: string, count: number): { current: Span; previous: Span } {
  const from = addDays(day, 1 - count);
  return { current: { from, to: day }, previous: { from: addDays(from, -count), to: addDays(from, -1) } };
}

export const quarterOf = (month: string): string =>
  `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`;

/** `count` quarters up to that of this month, oldest first. */
export const quartersTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => quarterOf(addMonths(month, 3 * (index - count + 1))));

type Period = (typeof REPORT_PERIODS)[number];
const MONTHS: Readonly<Record<Period, number>> = { month: 1, quarter: 3, year: 12 };

/** The months of the month, quarter or year that a month belongs to. */
export function monthsOfPeriod(period: Period, month: string): string[] {
  const length = MONTHS[period];
  const first = addMonths(month, -((Number(month.slice(5, 7)) - 1) % length));
  return Array.from({ length }, (_, index) => addMonths(first, index));
}

const COMPARED: Readonly<Record<(typeof COMPARISONS)[number], Period>> = {
  last_month: 'month',
  last_quarter: 'quarter',
  last_year: 'year',
};

/**
 * The month, quarter or year so far, and the one before up to the same day of the same month in it. If that month is
 * shorter, up to its end: March 31 is compared with February 28 or 29.
 */
export function comparedSpans(
  compareWith: (typeof COMPARISONS)[number],
  day: string,
): { current: Span; previous: Span } {
  const period = COMPARED[compareWith];
  const month = monthOf(day);
  const [first = month] = monthsOfPeriod(period, month);
  const before = addMonths(month, -MONTHS[period]);
  const to = `${before}-${twoDigits(Math.min(Number(day.slice(8)), daysIn(before)))}`;
  return {
    current: { from: firstDay(first), to: day },
    previous: { from: firstDay(addMonths(first, -MONTHS[period])), to },
  };
}
