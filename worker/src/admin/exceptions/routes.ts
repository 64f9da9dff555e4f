import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { policyRefundAnswer, refundConfirmRequest } from '../../../../domain/admin/policies-schema.ts';
import {
  exceptionDetail,
  exceptionList,
  exceptionListQuery,
  exceptionStatistics,
  noteEntry,
  noteRequest,
} from '../../../../domain/admin/records-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { discardQuery, handOutRequest, settlement } from '../../../../domain/payouts/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotent, idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import {
  answer,
  body,
  fileAnswer,
  idempotencyHeader,
  optionalBody,
  refusals,
} from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import {
  discardExceptionRefund,
  getException,
  noteOnException,
  prepareExceptionRefund,
  reportExceptionRefund,
  settleException,
} from './exception.ts';
import { countExceptions, exportExceptions, listExceptions } from './list.ts';

const shared = { tags: ['admin: exceptions'] };
const reading = { ...shared, ...forAdmin('read') };
const refunding = { ...shared, ...forAdmin('policies.write', limited('QUOTE_LIMIT'), idempotent) };
const params = z.object({ id: pathId });

const listRoute = route({
  operationId: 'listAllPaymentExceptions',
  method: 'get',
  path: '/admin/exceptions',
  ...reading,
  summary: 'List payments that became no policy, newest first',
  request: { query: exceptionListQuery },
  responses: { 200: answer(exceptionList, 'One page'), ...refusals(401, 403, 422) },
});

const statisticsRoute = route({
  operationId: 'getPaymentExceptionStatistics',
  method: 'get',
  path: '/admin/exceptions/statistics',
  ...reading,
  summary: 'Count payments that became no policy by status',
  responses: { 200: answer(exceptionStatistics, 'The figures'), ...refusals(401, 403) },
});

const exportRoute = route({
  operationId: 'exportPaymentExceptions',
  method: 'get',
  path: '/admin/exceptions/export',
  ...reading,
  summary: 'Download payments that became no policy as CSV',
  request: { query: exceptionListQuery },
  responses: { 200: fileAnswer('All that match', 'text/csv'), ...refusals(401, 403, 422) },
});

const detailRoute = route({
  operationId: 'getPaymentException',
  method: 'get',
  path: '/admin/exceptions/{id}',
  ...reading,
  summary: 'Get a payment that became no policy, and whether it can be refunded',
  request: { params },
  responses: { 200: answer(exceptionDetail, 'The payment'), ...refusals(401, 403, 404, 422) },
});

const refundRoute = route({
  operationId: 'prepareExceptionRefund',
  method: 'post',
  path: '/admin/exceptions/{id}/refund',
  ...refunding,
  summary: 'Prepare the refund of a payment for a wallet with the underwriter role',
  request: { params, headers: idempotencyHeader, body: optionalBody(handOutRequest) },
  responses: {
    200: answer(policyRefundAnswer, 'The transaction; a cancellation is good as long as its consent'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
  },
});

const discardRoute = route({
  operationId: 'discardExceptionRefund',
  method: 'delete',
  path: '/admin/exceptions/{id}/refund',
  ...refunding,
  summary: 'Discard a prepared refund that was certainly not sent',
  request: { params, query: discardQuery },
  responses: {
    200: answer(z.null(), 'The refund can be prepared again'),
    ...refusals(401, 403, 404, 409, 422, 429),
  },
});

const confirmRoute = route({
  operationId: 'confirmExceptionRefund',
  method: 'post',
  path: '/admin/exceptions/{id}/refund/confirm',
  ...refunding,
  summary: 'Report the transaction that refunds a payment',
  request: { params, headers: idempotencyHeader, body: body(refundConfirmRequest) },
  responses: {
    200: answer(settlement, 'Verified and recorded'),
    202: answer(settlement.nullable(), 'Not confirmed yet'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

const settleRoute = route({
  operationId: 'settlePaymentException',
  method: 'post',
  path: '/admin/exceptions/{id}/settle',
  ...shared,
  ...forAdmin('policies.write', limited('QUOTE_LIMIT'), idempotent),
  summary: 'Settle a claim that was paid twice, with what came of it as a note',
  request: { params, headers: idempotencyHeader, body: body(noteRequest) },
  responses: {
    200: answer(exceptionDetail, 'The payment, settled'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

const noteRoute = route({
  operationId: 'noteOnPaymentException',
  method: 'post',
  path: '/admin/exceptions/{id}/notes',
  ...shared,
  ...forAdmin('messages.write', limited('QUOTE_LIMIT'), idempotentByContent),
  summary: 'Add an internal note about a payment',
  request: { params, headers: idempotencyHeader, body: body(noteRequest) },
  responses: {
    201: answer(noteEntry, 'The note'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

export const adminExceptionRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listExceptions(adminCtx(c), c.req.valid('query'))))
  .openapi(statisticsRoute, async (c) => ok(c, await countExceptions(adminCtx(c))))
  .openapi(exportRoute, async (c) => (await exportExceptions(adminCtx(c), c.req.valid('query'))) as never)
  .openapi(detailRoute, async (c) => ok(c, await getException(adminCtx(c), c.req.valid('param').id)))
  .openapi(refundRoute, async (c) => {
    const input = { ...c.req.valid('param'), callData: c.req.valid('json')?.call_data };
    return ok(c, await prepareExceptionRefund(adminCtx(c), input));
  })
  .openapi(discardRoute, async (c) => {
    const notSigned = c.req.valid('query').not_signed === 'true';
    await discardExceptionRefund(adminCtx(c), { ...c.req.valid('param'), notSigned });
    return ok(c, null);
  })
  .openapi(confirmRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    const { status, data, message } = await reportExceptionRefund(adminCtx(c), input);
    return c.json({ success: true as const, data, message }, status);
  })
  .openapi(settleRoute, async (c) =>
    ok(c, await settleException(adminCtx(c), c.req.valid('param').id, c.req.valid('json').text)),
  )
  .openapi(noteRoute, async (c) => {
    const data = await noteOnException(adminCtx(c), c.req.valid('param').id, c.req.valid('json').text);
    return c.json({ success: true as const, data }, 201);
  });
