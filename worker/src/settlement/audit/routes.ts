import * as z from 'zod';
import { recordedAccount, recordedMovement } from '../../../../domain/audit/recorded-books.ts';
import { auditRecord, auditRecordsQuery, auditSummary } from '../../../../domain/audit/schema.ts';
import { endpoint, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer, pageAnswer } from '../../platform/http/openapi.ts';
import { exportRecords } from './export.ts';
import { listAccounts, listMovements } from './movements.ts';
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
  endpoint('GET /audit/movements', {
    operationId: 'listAuditMovements',
    summary:
      'List every movement of the accounts that hold the pool where there is no contract, oldest first',
    limit: 'QUOTE_LIMIT',
    query: auditRecordsQuery.omit({ list: true }),
    answers: { 200: pageAnswer(recordedMovement, 'One page') },
    run: listMovements,
  }),
  endpoint('GET /audit/accounts', {
    operationId: 'listAuditAccounts',
    summary: 'List the accounts that hold the pool where there is no contract, with their first balances',
    limit: 'QUOTE_LIMIT',
    answers: { 200: answer(z.array(recordedAccount), 'The accounts') },
    run: listAccounts,
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
