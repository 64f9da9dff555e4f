import type { REPORT_PERIODS } from '#domain/admin/insight-schema.ts';
import { addMonths, firstDay, monthOf, monthsOfPeriod } from '#domain/admin/periods.ts';

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
  const month = new Date(`${from}T00:00:00Z`);
  return month.toLocaleString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}
