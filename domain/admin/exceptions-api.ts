import * as z from 'zod';
import { answer, call, fileAnswer } from '#domain/http/call.ts';
import { discardQuery, handOutRequest, settlement } from '#domain/payouts/schema.ts';
import { policyRefundAnswer, refundConfirmRequest } from './policies-schema.ts';
import * as schema from './records-schema.ts';

export const TAG = 'admin: exceptions';

export const listAllPaymentExceptions = call('listAllPaymentExceptions', 'GET /admin/exceptions', {
  summary: 'List payments without a policy, newest first',
  query: schema.exceptionListQuery,
  answers: { 200: answer(schema.exceptionList, 'One page') },
});

export const getPaymentExceptionStatistics = call(
  'getPaymentExceptionStatistics',
  'GET /admin/exceptions/statistics',
  {
    summary: 'Count payments without a policy by status',
    answers: { 200: answer(schema.exceptionStatistics, 'The figures') },
  },
);

export const exportPaymentExceptions = call('exportPaymentExceptions', 'GET /admin/exceptions/export', {
  summary: 'Download payments without a policy as CSV',
  who: 'admin: export',
  query: schema.exceptionExportQuery,
  answers: { 200: fileAnswer('All that match', 'text/csv') },
});

export const getPaymentException = call('getPaymentException', 'GET /admin/exceptions/{id}', {
  summary: 'Get a payment without a policy, and whether it can be refunded',
  answers: { 200: answer(schema.exceptionDetail, 'The payment') },
});

export const prepareExceptionRefund = call('prepareExceptionRefund', 'POST /admin/exceptions/{id}/refund', {
  summary: 'Prepare the refund of a payment for a wallet with the underwriter role',
  who: 'admin: policies.write',
  idempotent: 'by key',
  optionalBody: handOutRequest,
  answers: {
    200: answer(policyRefundAnswer, 'The transaction; a cancellation is valid as long as its consent'),
  },
  refuses: [404, 409, 503],
});

export const discardExceptionRefund = call('discardExceptionRefund', 'DELETE /admin/exceptions/{id}/refund', {
  summary: 'Discard a prepared refund that was definitely not sent',
  who: 'admin: policies.write',
  idempotent: 'by key',
  query: discardQuery,
  answers: { 200: answer(z.null(), 'The refund can be prepared again') },
});

export const confirmExceptionRefund = call(
  'confirmExceptionRefund',
  'POST /admin/exceptions/{id}/refund/confirm',
  {
    summary: 'Report the transaction that refunds a payment',
    who: 'admin: policies.write',
    idempotent: 'by key',
    body: refundConfirmRequest,
    answers: {
      200: answer(settlement, 'Verified and recorded'),
      202: answer(settlement.nullable(), 'Not confirmed yet'),
    },
  },
);

export const settlePaymentException = call('settlePaymentException', 'POST /admin/exceptions/{id}/settle', {
  summary: 'Settle a claim that was paid twice or a day of small transfers, with a note on the outcome',
  who: 'admin: policies.write',
  idempotent: 'by key',
  body: schema.noteRequest,
  answers: { 200: answer(schema.exceptionDetail, 'The payment, settled') },
});

export const noteOnPaymentException = call('noteOnPaymentException', 'POST /admin/exceptions/{id}/notes', {
  summary: 'Add an internal note about a payment',
  who: 'admin: messages.write',
  idempotent: 'by content',
  body: schema.noteRequest,
  answers: { 201: answer(schema.noteEntry, 'The note') },
});
