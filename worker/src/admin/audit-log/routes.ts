import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  auditCheck,
  auditCheckQuery,
  auditEntry,
  auditHead,
  auditList,
  auditListQuery,
} from '../../../../domain/admin/records-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, fileAnswer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { checkAudit, publicHead } from './check.ts';
import { exportAudit, getAuditLine, listAudit } from './list.ts';

const shared = { tags: ['admin: audit log'] };
const reading = { ...shared, ...forAdmin('audit.read') };

const listRoute = route({
  operationId: 'listAudit',
  method: 'get',
  path: '/admin/audit',
  ...reading,
  summary: 'List the audit log, newest first',
  request: { query: auditListQuery },
  responses: { 200: answer(auditList, 'One page'), ...refusals(401, 403, 422) },
});

const exportRoute = route({
  operationId: 'exportAudit',
  method: 'get',
  path: '/admin/audit/export',
  ...reading,
  summary: 'Download the audit log as CSV',
  request: { query: auditListQuery },
  responses: { 200: fileAnswer('All lines that match', 'text/csv'), ...refusals(401, 403, 422) },
});

const lineRoute = route({
  operationId: 'getAuditLine',
  method: 'get',
  path: '/admin/audit/{id}',
  ...reading,
  summary: 'Get one line of the audit log',
  request: { params: z.object({ id: pathId }) },
  responses: { 200: answer(auditEntry, 'The line'), ...refusals(401, 403, 404, 422) },
});

const checkRoute = route({
  operationId: 'checkAudit',
  method: 'get',
  path: '/admin/audit/check',
  ...reading,
  summary: 'Check a range of seals, and whether the log reaches a head kept outside',
  request: { query: auditCheckQuery },
  responses: { 200: answer(auditCheck, 'What was checked, and what is wrong'), ...refusals(401, 403, 422) },
});

const headRoute = route({
  operationId: 'getAuditHead',
  method: 'get',
  path: '/audit/head',
  tags: ['registry'],
  summary: 'Get the newest seal of the audit log, to keep it',
  responses: { 200: answer(auditHead, 'Its number and seal'), ...refusals() },
});

export const adminAuditRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listAudit(adminCtx(c), c.req.valid('query'))))
  .openapi(exportRoute, async (c) => (await exportAudit(adminCtx(c), c.req.valid('query'))) as never)
  .openapi(checkRoute, async (c) => ok(c, await checkAudit(adminCtx(c), c.req.valid('query'))))
  .openapi(lineRoute, async (c) => ok(c, await getAuditLine(adminCtx(c), c.req.valid('param').id)))
  .openapi(headRoute, async (c) => ok(c, await publicHead(c.get('ctx'))));
