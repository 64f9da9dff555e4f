import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  holderChangeAnswer,
  holderChangeConfirmed,
  holderChangeConfirmRequest,
  holderChangeRequest,
  policyListQuery,
  policyRefundAnswer,
  policyRefundRequest,
  policyRequestDetail,
  policyRequestEntry,
  policyRequestList,
  policyStatistics,
  policyStatusRequest,
  refundConfirmRequest,
  revealedFacts,
  revealRequest,
} from '../../../../domain/admin/policies-schema.ts';
import { noteEntry, noteRequest } from '../../../../domain/admin/records-schema.ts';
import { numberedId } from '../../../../domain/ids.ts';
import { discardQuery, settlement } from '../../../../domain/payouts/schema.ts';
import { policyNumber } from '../../../../domain/policy/lifecycle.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { etagOf } from '../../platform/http/etag.ts';
import { idempotent, idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import {
  answer,
  body,
  fileAnswer,
  idempotencyHeader,
  ifMatchHeader,
  optionalBody,
  refusals,
} from '../../platform/http/openapi.ts';
import { ok, okTagged, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { decidePolicy } from './decide.ts';
import { getForDesk } from './get.ts';
import { prepareHolderChange, reportHolderChange } from './holder-change.ts';
import { exportPolicies, listForDesk, readStatistics } from './list.ts';
import { notePolicy, revealPolicy } from './records.ts';
import { discardPolicyRefund, preparePolicyRefund, reportPolicyRefund } from './refund.ts';

const tags = ['admin: policies'];
const reading = { tags, ...forAdmin('read') };
const writing = { tags, ...forAdmin('policies.write', limited('QUOTE_LIMIT'), idempotent) };
const params = z.object({ id: numberedId(policyNumber) });
const WRITE_REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429);
const PREPARE_REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503);

const listRoute = route({
  operationId: 'listAllPolicies',
  method: 'get',
  path: '/admin/policies',
  ...reading,
  summary: 'List all policies',
  request: { query: policyListQuery },
  responses: { 200: answer(policyRequestList, 'A page of policies'), ...refusals(401, 422) },
});

const statisticsRoute = route({
  operationId: 'getPolicyStatistics',
  method: 'get',
  path: '/admin/policies/statistics',
  ...reading,
  summary: 'Count policies by status and product, with the renewals due',
  responses: { 200: answer(policyStatistics, 'The figures'), ...refusals(401) },
});

const exportRoute = route({
  operationId: 'exportPolicies',
  method: 'get',
  path: '/admin/policies/export',
  ...reading,
  summary: 'Download the policies that the filters match as CSV',
  request: { query: policyListQuery },
  responses: { 200: fileAnswer('The file', 'text/csv'), ...refusals(401, 422) },
});

const getRoute = route({
  operationId: 'getPolicyForDesk',
  method: 'get',
  path: '/admin/policies/{id}',
  ...reading,
  summary: 'Get a policy with its record on chain, claims and history',
  request: { params },
  responses: {
    200: answer(policyRequestDetail, 'The policy, with its version as ETag'),
    ...refusals(401, 404, 422),
  },
});

const statusRoute = route({
  operationId: 'decidePolicy',
  method: 'patch',
  path: '/admin/policies/{id}/status',
  tags,
  ...forAdmin('policies.write', limited('QUOTE_LIMIT')),
  summary: 'Approve or reject a policy that awaits review',
  request: { params, headers: ifMatchHeader, body: body(policyStatusRequest) },
  responses: {
    200: answer(policyRequestEntry, 'The policy, with its version as ETag'),
    ...WRITE_REFUSALS,
  },
});

const refundRoute = route({
  operationId: 'prepareRefund',
  method: 'post',
  path: '/admin/policies/{id}/refund',
  ...writing,
  summary: 'Prepare the refund of a policy for a wallet with the underwriter role',
  request: { params, headers: idempotencyHeader, body: optionalBody(policyRefundRequest) },
  responses: {
    200: answer(policyRefundAnswer, 'The transaction; a cancellation is good as long as its consent'),
    ...PREPARE_REFUSALS,
  },
});

const refundDiscardRoute = route({
  operationId: 'discardRefund',
  method: 'delete',
  path: '/admin/policies/{id}/refund',
  ...writing,
  summary: 'Discard a prepared refund that was certainly not sent',
  request: { params, query: discardQuery },
  responses: { 200: answer(z.null(), 'The refund can be prepared again'), ...WRITE_REFUSALS },
});

const refundConfirmRoute = route({
  operationId: 'confirmRefund',
  method: 'post',
  path: '/admin/policies/{id}/refund/confirm',
  ...writing,
  summary: 'Report the transaction that refunds a policy',
  request: { params, headers: idempotencyHeader, body: body(refundConfirmRequest) },
  responses: {
    200: answer(settlement, 'Verified and recorded'),
    202: answer(settlement.nullable(), 'Not confirmed yet'),
    ...WRITE_REFUSALS,
  },
});

const holderRoute = route({
  operationId: 'prepareHolderChange',
  method: 'post',
  path: '/admin/policies/{id}/holder-change',
  ...writing,
  summary: "Prepare a step of a change of the policy's holder",
  request: { params, headers: idempotencyHeader, body: body(holderChangeRequest) },
  responses: {
    200: answer(holderChangeAnswer, 'The transaction and who may send it'),
    ...PREPARE_REFUSALS,
  },
});

const holderConfirmRoute = route({
  operationId: 'confirmHolderChange',
  method: 'post',
  path: '/admin/policies/{id}/holder-change/confirm',
  ...writing,
  summary: 'Report the transaction that takes a step of a change of holder',
  request: { params, headers: idempotencyHeader, body: body(holderChangeConfirmRequest) },
  responses: {
    200: answer(holderChangeConfirmed, 'Verified'),
    202: answer(holderChangeConfirmed, 'Not confirmed yet'),
    ...WRITE_REFUSALS,
  },
});

const revealRoute = route({
  operationId: 'revealPolicy',
  method: 'post',
  path: '/admin/policies/{id}/reveal',
  tags,
  ...forAdmin('reveal', limited('QUOTE_LIMIT')),
  summary: 'Decrypt the private details of a policy; the audit log keeps who and why',
  request: { params, body: body(revealRequest) },
  responses: { 200: answer(revealedFacts, 'The details'), ...WRITE_REFUSALS },
});

const noteRoute = route({
  operationId: 'notePolicy',
  method: 'post',
  path: '/admin/policies/{id}/notes',
  tags,
  ...forAdmin('policies.write', limited('QUOTE_LIMIT'), idempotentByContent),
  summary: 'Add an internal note to a policy',
  request: { params, headers: idempotencyHeader, body: body(noteRequest) },
  responses: { 201: answer(noteEntry, 'The note'), ...WRITE_REFUSALS },
});

export const adminPolicyRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listForDesk(adminCtx(c), c.req.valid('query'))))
  .openapi(statisticsRoute, async (c) => ok(c, await readStatistics(adminCtx(c))))
  .openapi(exportRoute, async (c) => (await exportPolicies(adminCtx(c), c.req.valid('query'))) as never)
  .openapi(getRoute, async (c) => {
    const data = await getForDesk(adminCtx(c), c.req.valid('param').id);
    return okTagged(c, data, etagOf(data));
  })
  .openapi(statusRoute, async (c) => {
    const ifMatch = c.req.valid('header')['if-match'];
    const input = { ...c.req.valid('param'), ...c.req.valid('json'), ifMatch };
    const { policy, etag, message } = await decidePolicy(adminCtx(c), input);
    return c.json({ success: true as const, data: policy, message }, 200, { ETag: etag });
  })
  .openapi(refundRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    return ok(c, await preparePolicyRefund(adminCtx(c), input));
  })
  .openapi(refundDiscardRoute, async (c) => {
    const notSigned = c.req.valid('query').not_signed === 'true';
    await discardPolicyRefund(adminCtx(c), { ...c.req.valid('param'), notSigned });
    return ok(c, null);
  })
  .openapi(refundConfirmRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    const { status, data, message } = await reportPolicyRefund(adminCtx(c), input);
    return c.json({ success: true as const, data, message }, status);
  })
  .openapi(holderRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    return ok(c, await prepareHolderChange(adminCtx(c), input));
  })
  .openapi(holderConfirmRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    const { status, data, message } = await reportHolderChange(adminCtx(c), input);
    return c.json({ success: true as const, data, message }, status);
  })
  .openapi(revealRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    return ok(c, await revealPolicy(adminCtx(c), input));
  })
  .openapi(noteRoute, async (c) => {
    const data = await notePolicy(adminCtx(c), c.req.valid('param').id, c.req.valid('json').text);
    return c.json({ success: true as const, data }, 201);
  });
