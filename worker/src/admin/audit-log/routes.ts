import * as z from 'zod';
import {
  auditLogCheck,
  auditLogCheckQuery,
  auditLogEntry,
  auditLogHead,
  auditLogPage,
  auditLogQuery,
} from '../../../../domain/admin/records-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import { checkAuditLog, publicHead } from './check.ts';
import { exportAuditLog, getAuditLogLine, listAuditLog } from './list.ts';

export const auditLogRoutes = routes('admin: audit log', [
  endpoint('GET /admin/audit-log', {
    operationId: 'listAuditLog',
    summary: 'List the audit log, newest first',
    guard: forAdmin('audit_log.read'),
    query: auditLogQuery,
    answers: { 200: answer(auditLogPage, 'One page') },
    run: listAuditLog,
  }),
  endpoint('GET /admin/audit-log/export', {
    operationId: 'exportAuditLog',
    summary: 'Download the audit log as CSV',
    guard: forAdmin('audit_log.read'),
    limit: 'EXPORT_LIMIT',
    query: auditLogQuery,
    answers: { 200: fileAnswer('All lines that match', 'text/csv') },
    run: exportAuditLog,
  }),
  endpoint('GET /admin/audit-log/check', {
    operationId: 'checkAuditLog',
    summary: 'Check a range of seals, and whether the log still has a head that was kept elsewhere',
    guard: forAdmin('audit_log.read'),
    query: auditLogCheckQuery,
    answers: { 200: answer(auditLogCheck, 'What was checked, and what is wrong') },
    run: checkAuditLog,
  }),
  endpoint('GET /admin/audit-log/{id}', {
    operationId: 'getAuditLogLine',
    summary: 'Get one line of the audit log',
    guard: forAdmin('audit_log.read'),
    params: z.object({ id: pathId }),
    answers: { 200: answer(auditLogEntry, 'The line') },
    refuses: [404],
    run: (ctx, { id }) => getAuditLogLine(ctx, id),
  }),
  endpoint('GET /audit-log/head', {
    operationId: 'getAuditLogHead',
    tag: 'registry',
    summary: 'Get the newest seal of the audit log, to keep a copy',
    answers: { 200: answer(auditLogHead, 'Its number and seal') },
    run: publicHead,
  }),
]);
