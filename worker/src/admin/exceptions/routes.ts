import * as z from 'zod';
import { policyRefundAnswer, refundConfirmRequest } from '../../../../domain/admin/policies-schema.ts';
import {
  exceptionDetail,
  exceptionExportQuery,
  exceptionList,
  exceptionListQuery,
  exceptionStatistics,
  noteEntry,
  noteRequest,
} from '../../../../domain/admin/records-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { discardQuery, handOutRequest, settlement } from '../../../../domain/payouts/schema.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer, fileAnswer } from '../../platform/http/openapi.ts';
import { forAdmin } from '../auth/guard.ts';
import {
  discardExceptionRefund,
  getException,
  noteOnException,
  prepareExceptionRefund,
  reportExceptionRefund,
  settleException,
} from './exception.ts';
import { countExceptions, exportExceptions, listExceptions } from './list.ts';

const params = z.object({ id: pathId });

export const adminExceptionRoutes = routes('admin: exceptions', [
  endpoint('GET /admin/exceptions', {
    operationId: 'listAllPaymentExceptions',
    summary: 'List payments without a policy, newest first',
    guard: forAdmin('read'),
    query: exceptionListQuery,
    answers: { 200: answer(exceptionList, 'One page') },
    run: listExceptions,
  }),
  endpoint('GET /admin/exceptions/statistics', {
    operationId: 'getPaymentExceptionStatistics',
    summary: 'Count payments without a policy by status',
    guard: forAdmin('read'),
    answers: { 200: answer(exceptionStatistics, 'The figures') },
    run: countExceptions,
  }),
  endpoint('GET /admin/exceptions/export', {
    operationId: 'exportPaymentExceptions',
    summary: 'Download payments without a policy as CSV',
    guard: forAdmin('export'),
    limit: 'EXPORT_LIMIT',
    query: exceptionExportQuery,
    answers: { 200: fileAnswer('All that match', 'text/csv') },
    run: exportExceptions,
  }),
  endpoint('GET /admin/exceptions/{id}', {
    operationId: 'getPaymentException',
    summary: 'Get a payment without a policy, and whether it can be refunded',
    guard: forAdmin('read'),
    params,
    answers: { 200: answer(exceptionDetail, 'The payment') },
    refuses: [404],
    run: (ctx, { id }) => getException(ctx, id),
  }),
  endpoint('POST /admin/exceptions/{id}/refund', {
    operationId: 'prepareExceptionRefund',
    summary: 'Prepare the refund of a payment for a wallet with the underwriter role',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    optionalBody: handOutRequest,
    answers: {
      200: answer(policyRefundAnswer, 'The transaction; a cancellation is valid as long as its consent'),
    },
    refuses: [404, 409, 503],
    run: (ctx, { id, call_data }) => prepareExceptionRefund(ctx, { id, callData: call_data }),
  }),
  endpoint('DELETE /admin/exceptions/{id}/refund', {
    operationId: 'discardExceptionRefund',
    summary: 'Discard a prepared refund that was definitely not sent',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    query: discardQuery,
    answers: { 200: answer(z.null(), 'The refund can be prepared again') },
    refuses: [404, 409],
    run: (ctx, { id, not_signed }) => discardExceptionRefund(ctx, { id, notSigned: not_signed === 'true' }),
  }),
  endpoint('POST /admin/exceptions/{id}/refund/confirm', {
    operationId: 'confirmExceptionRefund',
    summary: 'Report the transaction that refunds a payment',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    body: refundConfirmRequest,
    answers: {
      200: answer(settlement, 'Verified and recorded'),
      202: answer(settlement.nullable(), 'Not confirmed yet'),
    },
    refuses: [404, 409],
    run: async (ctx, input) => reply(await reportExceptionRefund(ctx, input)),
  }),
  endpoint('POST /admin/exceptions/{id}/settle', {
    operationId: 'settlePaymentException',
    summary: 'Settle a claim that was paid twice or a day of small transfers, with a note on the outcome',
    guard: forAdmin('policies.write'),
    idempotent: 'by key',
    params,
    body: noteRequest,
    answers: { 200: answer(exceptionDetail, 'The payment, settled') },
    refuses: [404, 409],
    run: (ctx, { id, text }) => settleException(ctx, id, text),
  }),
  endpoint('POST /admin/exceptions/{id}/notes', {
    operationId: 'noteOnPaymentException',
    summary: 'Add an internal note about a payment',
    guard: forAdmin('messages.write'),
    idempotent: 'by content',
    params,
    body: noteRequest,
    answers: { 201: answer(noteEntry, 'The note') },
    refuses: [404, 409],
    run: (ctx, { id, text }) => noteOnException(ctx, id, text),
  }),
]);
