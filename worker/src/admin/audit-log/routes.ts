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
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { checkAudit, publicHead } from './check.ts';
import { exportAudit, getAuditLine, listAudit } from './list.ts';

export const adminAuditRoutes = routes('admin: audit log', [
  endpoint('GET /admin/audit', {
    operationId: 'listAudit',
    summary: 'List the audit log, newest first',
    guard: forAdmin('audit.read'),
    query: auditListQuery,
    answers: { 200: answer(auditList, 'One page') },
    run: listAudit,
  }),
  endpoint('GET /admin/audit/export', {
    operationId: 'exportAudit',
    summary: 'Download the audit log as CSV',
    guard: forAdmin('audit.read'),
    limit: 'EXPORT_LIMIT',
    query: auditListQuery,
    answers: { 200: fileAnswer('All lines that match', 'text/csv') },
    run: exportAudit,
  }),
  endpoint('GET /admin/audit/check', {
    operationId: 'checkAudit',
    summary: 'Check a range of seals, and whether the log still has a head that was kept elsewhere',
    guard: forAdmin('audit.read'),
    query: auditCheckQuery,
    answers: { 200: answer(auditCheck, 'What was checked, and what is wrong') },
    run: checkAudit,
  }),
  endpoint('GET /admin/audit/{id}', {
    operationId: 'getAuditLine',
    summary: 'Get one line of the audit log',
    guard: forAdmin('audit.read'),
    params: z.object({ id: pathId }),
    answers: { 200: answer(auditEntry, 'The line') },
    refuses: [404],
    run: (ctx, { id }) => getAuditLine(ctx, id),
  }),
  endpoint('GET /audit/head', {
    operationId: 'getAuditHead',
    tag: 'registry',
    summary: 'Get the newest seal of the audit log, to keep a copy',
    answers: { 200: answer(auditHead, 'Its number and seal') },
    run: publicHead,
  }),
]);
