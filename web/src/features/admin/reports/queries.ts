import { keepPreviousData } from '@tanstack/react-query';
import * as reportsApi from '#domain/admin/reports-api.ts';
import { adminApi } from '#web/features/admin/queries.ts';
import type { ReportPeriod } from './period.ts';

/** Which report; without `from` the period that has begun. */
export interface ReportChoice {
  period: ReportPeriod;
  from: string | null;
}

const chosen = ({ period, from }: ReportChoice) => ({ period, from: from ?? undefined });

export const reportQuery = (choice: ReportChoice) =>
  adminApi.query(reportsApi.getReport, { query: chosen(choice) }, { placeholderData: keepPreviousData });

export const exportReport = (choice: ReportChoice, format: 'csv' | 'pdf') =>
  adminApi.download(reportsApi.exportReport, { query: { ...chosen(choice), format } });
