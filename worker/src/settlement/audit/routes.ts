import { OpenAPIHono } from '@hono/zod-openapi';
import { auditRecord, auditRecordsQuery, auditSummary } from '../../../../domain/audit/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, fileAnswer, pageAnswer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { exportRecords } from './export.ts';
import { listRecords } from './records.ts';
import { readAuditSummary } from './summary.ts';

const shared = { method: 'get' as const, tags: ['registry'], middleware: [limited('QUOTE_LIMIT')] };

const recordsRoute = route({
  ...shared,
  operationId: 'listAuditRecords',
  path: '/audit/records',
  summary: 'List every chain event or policy as we recorded it, oldest first',
  request: { query: auditRecordsQuery },
  responses: { 200: pageAnswer(auditRecord, 'One page'), ...refusals(422, 429) },
});

const summaryRoute = route({
  ...shared,
  operationId: 'getAuditSummary',
  path: '/audit/summary',
  summary: 'Get our own sums of what we recorded, by chain, contract and currency',
  responses: { 200: answer(auditSummary, 'The sums, and how far each chain was read'), ...refusals(429) },
});

const exportRoute = route({
  ...shared,
  operationId: 'exportAuditRecords',
  path: '/audit/export',
  summary: 'Download every chain event or policy as we recorded it as CSV',
  request: { query: auditRecordsQuery.pick({ list: true }) },
  responses: { 200: fileAnswer('The whole list', 'text/csv'), ...refusals(422, 429) },
});

export const auditRoutes = new OpenAPIHono<AppEnv>()
  .openapi(recordsRoute, async (c) => {
    const page = await listRecords(c.get('ctx'), c.req.valid('query'));
    return c.json({ success: true as const, ...page }, 200);
  })
  .openapi(summaryRoute, async (c) => ok(c, await readAuditSummary(c.get('ctx'))))
  .openapi(exportRoute, async (c) => (await exportRecords(c.get('ctx'), c.req.valid('query').list)) as never);
