import { OpenAPIHono } from '@hono/zod-openapi';
import { report, reportExportQuery, reportQuery } from '../../../../domain/admin/insight-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, fileAnswer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { exportReport } from './export.ts';
import { getReport } from './report.ts';

const shared = { tags: ['admin: reports'] };

const reportRoute = route({
  operationId: 'getReport',
  method: 'get',
  path: '/admin/reports',
  ...shared,
  ...forAdmin('read'),
  summary: 'Get the report of a month, quarter or year',
  description:
    'Of the period that `from` belongs to, or the current one so far. The claims ratio is claims incurred over premium earned: up to 60 % excellent, up to 80 % good, up to 100 % fair, above poor. Days are UTC.',
  request: { query: reportQuery },
  responses: { 200: answer(report, 'The report'), ...refusals(401, 403, 422) },
});

const exportRoute = route({
  operationId: 'exportReport',
  method: 'get',
  path: '/admin/reports/export',
  ...shared,
  ...forAdmin('read', limited('QUOTE_LIMIT')),
  summary: 'Download a report as CSV or PDF',
  request: { query: reportExportQuery },
  responses: {
    200: fileAnswer('The report', 'text/csv', 'application/pdf'),
    ...refusals(401, 403, 422, 429),
  },
});

export const adminReportRoutes = new OpenAPIHono<AppEnv>()
  .openapi(reportRoute, async (c) => ok(c, await getReport(adminCtx(c), c.req.valid('query'))))
  .openapi(exportRoute, async (c) => (await exportReport(adminCtx(c), c.req.valid('query'))) as never);
