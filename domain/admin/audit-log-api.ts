import { answer, call, fileAnswer } from '#domain/http/call.ts';
import * as schema from './records-schema.ts';

export const TAG = 'admin: audit log';

export const listAuditLog = call('listAuditLog', 'GET /admin/audit-log', {
  summary: 'List the audit log, newest first',
  who: 'admin: audit_log.read',
  query: schema.auditLogQuery,
  answers: { 200: answer(schema.auditLogPage, 'One page') },
});

export const exportAuditLog = call('exportAuditLog', 'GET /admin/audit-log/export', {
  summary: 'Download the audit log as CSV',
  who: 'admin: audit_log.read',
  limit: 'EXPORT_LIMIT',
  query: schema.auditLogQuery,
  answers: { 200: fileAnswer('All lines that match', 'text/csv') },
});

export const checkAuditLog = call('checkAuditLog', 'GET /admin/audit-log/check', {
  summary: 'Check a range of seals, and whether the log still has a head that was kept elsewhere',
  who: 'admin: audit_log.read',
  query: schema.auditLogCheckQuery,
  answers: { 200: answer(schema.auditLogCheck, 'What was checked, and what is wrong') },
});

export const getAuditLogLine = call('getAuditLogLine', 'GET /admin/audit-log/{id}', {
  summary: 'Get one line of the audit log',
  who: 'admin: audit_log.read',
  answers: { 200: answer(schema.auditLogEntry, 'The line') },
});
