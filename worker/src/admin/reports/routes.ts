import { report, reportExportQuery, reportQuery } from '../../../../domain/admin/insight-schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { exportReport } from './export.ts';
import { getReport } from './report.ts';

export const adminReportRoutes = routes('admin: reports', [
  endpoint('GET /admin/reports', {
    operationId: 'getReport',
    summary: 'Get the report of a month, quarter or year',
    description:
      'Of the period that `from` belongs to, or the current one so far. The claims ratio is claims incurred over premium earned: up to 60 % excellent, up to 80 % good, up to 100 % fair, above poor. Days are UTC.',
    guard: forAdmin('read'),
    query: reportQuery,
    answers: { 200: answer(report, 'The report') },
    run: getReport,
  }),
  endpoint('GET /admin/reports/export', {
    operationId: 'exportReport',
    summary: 'Download a report as CSV or PDF',
    guard: forAdmin('export'),
    limit: 'EXPORT_LIMIT',
    query: reportExportQuery,
    answers: { 200: fileAnswer('The report', 'text/csv', 'application/pdf') },
    run: exportReport,
  }),
]);
