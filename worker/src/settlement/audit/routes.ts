import { auditRecord, auditRecordsQuery, auditSummary } from '../../../../domain/audit/schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer, pageAnswer } from '../../platform/http/openapi.ts';
import { exportRecords } from './export.ts';
import { listRecords } from './records.ts';
import { readAuditSummary } from './summary.ts';

export const auditRoutes = routes('registry', [
  endpoint('GET /audit/records', {
    operationId: 'listAuditRecords',
    summary: 'List every chain event or policy as we recorded it, oldest first',
    limit: 'QUOTE_LIMIT',
    query: auditRecordsQuery,
    answers: { 200: pageAnswer(auditRecord, 'One page') },
    run: listRecords,
  }),
  endpoint('GET /audit/summary', {
    operationId: 'getAuditSummary',
    summary: 'Get our own totals of what we recorded, by chain, contract and currency',
    limit: 'QUOTE_LIMIT',
    answers: { 200: answer(auditSummary, 'The totals, and how far each chain was read') },
    run: readAuditSummary,
  }),
  endpoint('GET /audit/export', {
    operationId: 'exportAuditRecords',
    summary: 'Download every chain event or policy as we recorded it as CSV',
    limit: 'QUOTE_LIMIT',
    query: auditRecordsQuery.pick({ list: true }),
    answers: { 200: fileAnswer('The whole list', 'text/csv') },
    run: (ctx, { list }) => exportRecords(ctx, list),
  }),
]);
