import type { REPORT_PERIODS, Worth } from '#domain/admin/insight-schema.ts';
import { addMonths, firstDay, monthOf, monthsOfPeriod } from '#domain/admin/periods.ts';
import { formatDecimal, formatUsd } from '#domain/money.ts';

/** `0.6000 ETH` */
export const ether = (decimal: string, places = 4): string => `${formatDecimal(decimal, places)} ETH`;

/** `62.50 USD` and `0.0312 ETH` in the unit that the reader chose. */
export type Unit = 'ETH' | 'USD';
export const inUnit = ({ eth, usd }: Worth, unit: Unit): string => (unit === 'ETH' ? eth : usd);
export const formatIn = (unit: Unit) => (value: number | string) =>
  unit === 'ETH' ? ether(String(value)) : formatUsd(value);

const dayLong = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayShort = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthLong = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const monthShort = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** `Nov 22` and `Nov 22, 2026` from `2026-11-22`; `Nov` and `November 2026` from `2026-11`. UTC. */
export function periodNames(period: string): { short: string; long: string } {
  const month = period.length === 7;
  const at = new Date(`${period}${month ? '-01' : ''}T00:00:00Z`);
  return month
    ? { short: monthShort.format(at), long: monthLong.format(at) }
    : { short: dayShort.format(at), long: dayLong.format(at) };
}

/** `November 2026` from `2026-11`. */
export const monthName = (month: string): string => periodNames(month).long;

/** `5.0 h`, or days from two on. */
export function duration(hours: number | null): string {
  if (hours === null) return '—';
  return hours < 48 ? `${formatDecimal(hours, 1)} h` : `${formatDecimal(hours / 24, 1)} days`;
}

export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** The first day of the period that `day` is in, `by` periods later. UTC days as `2026-11-22`. */
export function periodStart(period: ReportPeriod, day: string, by = 0): string {
  const months = monthsOfPeriod(period, monthOf(day));
  return firstDay(addMonths(months[0] ?? '', by * months.length));
}

/** `November 2026`, `Q4 2026` or `2026`. */
export function periodName(period: ReportPeriod, from: string): string {
  const year = from.slice(0, 4);
  if (period === 'year') return year;
  if (period === 'quarter') return `Q${Math.floor((Number(from.slice(5, 7)) - 1) / 3) + 1} ${year}`;
  return monthName(monthOf(from));
}
