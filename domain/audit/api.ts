import { auditLogHead } from '#domain/admin/records-schema.ts';
import { answer, call, fileAnswer, pageAnswer } from '#domain/http/call.ts';
import { auditRecord, auditRecordsQuery, auditSummary } from './schema.ts';

export const TAG = 'registry';

export const listAuditRecords = call('listAuditRecords', 'GET /audit/records', {
  summary: 'List every chain event or policy as we recorded it, oldest first',
  limit: 'QUOTE_LIMIT',
  query: auditRecordsQuery,
  answers: { 200: pageAnswer(auditRecord, 'One page') },
});

export const getAuditSummary = call('getAuditSummary', 'GET /audit/summary', {
  summary: 'Get our own totals of what we recorded, by chain, contract and currency',
  limit: 'QUOTE_LIMIT',
  answers: { 200: answer(auditSummary, 'The totals, and how far each chain was read') },
});

export const exportAuditRecords = call('exportAuditRecords', 'GET /audit/export', {
  summary: 'Download every chain event or policy as we recorded it as CSV',
  limit: 'QUOTE_LIMIT',
  query: auditRecordsQuery.pick({ list: true }),
  answers: { 200: fileAnswer('The whole list', 'text/csv') },
});

export const getAuditLogHead = call('getAuditLogHead', 'GET /audit-log/head', {
  summary: 'Get the newest seal of the audit log, to keep a copy',
  answers: { 200: answer(auditLogHead, 'Its number and seal') },
});
