import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { report } from '../../../../../domain/admin/insight-schema.ts';
import { adminApi } from '../queries.ts';
import type { ReportPeriod } from './period.ts';

/** Which report; without `from` the period that has begun. */
export interface ReportChoice {
  period: ReportPeriod;
  from: string | null;
}

const query = ({ period, from }: ReportChoice) =>
  new URLSearchParams(from === null ? { period } : { period, from });

export const reportQuery = (choice: ReportChoice) =>
  queryOptions({
    queryKey: ['report', query(choice).toString()],
    queryFn: ({ signal }) => adminApi.get(`/admin/reports?${query(choice)}`, report, signal),
    placeholderData: keepPreviousData,
  });

export function exportReport(choice: ReportChoice, format: 'csv' | 'pdf') {
  const params = query(choice);
  params.set('format', format);
  return adminApi.download(`/admin/reports/export?${params}`);
}
