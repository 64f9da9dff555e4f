import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  adminClaimAnswer,
  adminClaimList,
  assignRequest,
  bulkAssignRequest,
  claimDetail,
  claimListQuery,
  claimStatistics,
  claimStatusRequest,
  sendBackRequest,
} from '../../../../domain/admin/claims-schema.ts';
import { revealedFacts, revealRequest } from '../../../../domain/admin/policies-schema.ts';
import { bulkAnswer, noteEntry, noteRequest } from '../../../../domain/admin/records-schema.ts';
import { claimNumber } from '../../../../domain/claims/lifecycle.ts';
import { numberedId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { etagOf } from '../../platform/http/etag.ts';
import { idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import {
  answer,
  body,
  fileAnswer,
  idempotencyHeader,
  ifMatchHeader,
  refusals,
} from '../../platform/http/openapi.ts';
import { ok, okTagged, route, seenBy } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { assignClaim, assignClaims } from './assign.ts';
import { decideClaim } from './decide.ts';
import { getForDesk } from './get.ts';
import { exportClaims, listForDesk, readStatistics } from './list.ts';
import { noteClaim } from './note.ts';
import { openDocument, revealClaim } from './reveal.ts';
import { sendClaimBack } from './send-back.ts';

const shared = { tags: ['admin: claims'] };
const params = z.object({ id: numberedId(claimNumber) });
const reading = { ...shared, ...forAdmin('read') };
const deciding = { ...shared, ...forAdmin('claims.decide', limited('QUOTE_LIMIT')) };
const revealing = { ...shared, ...forAdmin('reveal', limited('QUOTE_LIMIT')) };
const WRITE_REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429);
const changed = {
  200: answer(adminClaimAnswer, 'The claim, with its version as ETag'),
  ...WRITE_REFUSALS,
};

const listRoute = route({
  operationId: 'listAllClaims',
  method: 'get',
  path: '/admin/claims',
  ...reading,
  summary: 'List all claims',
  request: { query: claimListQuery },
  responses: { 200: answer(adminClaimList, 'A page of claims'), ...refusals(401, 422) },
});

const statisticsRoute = route({
  operationId: 'getClaimStatistics',
  method: 'get',
  path: '/admin/claims/statistics',
  ...reading,
  summary: 'Count claims by status and product, with what is late',
  responses: { 200: answer(claimStatistics, 'The figures'), ...refusals(401) },
});

const exportRoute = route({
  operationId: 'exportClaims',
  method: 'get',
  path: '/admin/claims/export',
  ...reading,
  summary: 'Download the claims that the filters match as CSV',
  request: { query: claimListQuery },
  responses: { 200: fileAnswer('The file', 'text/csv'), ...refusals(401, 422) },
});

const getRoute = route({
  operationId: 'getClaimForDesk',
  method: 'get',
  path: '/admin/claims/{id}',
  ...reading,
  summary: 'Get a claim with its policy, documents, flags and history',
  request: { params },
  responses: {
    200: answer(claimDetail, 'The claim, with its version as ETag'),
    ...refusals(401, 404, 422),
  },
});

const bulkRoute = route({
  operationId: 'assignClaims',
  method: 'patch',
  path: '/admin/claims/assignee',
  ...deciding,
  summary: 'Assign up to 100 claims, all or none',
  request: { body: body(bulkAssignRequest) },
  responses: { 200: answer(bulkAnswer, 'How many changed'), ...WRITE_REFUSALS },
});

const assignRoute = route({
  operationId: 'assignClaim',
  method: 'patch',
  path: '/admin/claims/{id}/assignee',
  ...deciding,
  summary: 'Assign a claim to an administrator, or to nobody',
  request: { params, headers: ifMatchHeader, body: body(assignRequest) },
  responses: changed,
});

const statusRoute = route({
  operationId: 'decideClaim',
  method: 'patch',
  path: '/admin/claims/{id}/status',
  ...deciding,
  summary: 'Review, approve or reject a claim, or ask for documents',
  request: { params, headers: ifMatchHeader, body: body(claimStatusRequest) },
  responses: changed,
});

const sendBackRoute = route({
  operationId: 'sendClaimBack',
  method: 'post',
  path: '/admin/claims/{id}/send-back',
  ...deciding,
  summary: 'Send an approved payout that awaits confirmation back to review',
  request: { params, headers: ifMatchHeader, body: body(sendBackRequest) },
  responses: changed,
});

const noteRoute = route({
  operationId: 'noteClaim',
  method: 'post',
  path: '/admin/claims/{id}/notes',
  ...shared,
  ...forAdmin('claims.decide', limited('QUOTE_LIMIT'), idempotentByContent),
  summary: 'Add an internal note to a claim',
  request: { params, headers: idempotencyHeader, body: body(noteRequest) },
  responses: { 201: answer(noteEntry, 'The note'), ...WRITE_REFUSALS },
});

const revealRoute = route({
  operationId: 'revealClaim',
  method: 'post',
  path: '/admin/claims/{id}/reveal',
  ...revealing,
  summary: 'Decrypt the private details of a claim; the audit log keeps who and why',
  request: { params, body: body(revealRequest) },
  responses: { 200: answer(revealedFacts, 'The details'), ...WRITE_REFUSALS },
});

const documentRoute = route({
  operationId: 'openClaimDocument',
  method: 'get',
  path: '/admin/claims/{id}/documents/{document_id}',
  ...revealing,
  summary: 'Download a claim document; the audit log keeps who opened it',
  request: { params: params.extend({ document_id: z.string().max(80) }) },
  responses: {
    200: fileAnswer('The file', 'image/jpeg', 'image/png', 'application/pdf'),
    ...refusals(401, 403, 404, 422, 429),
  },
});

export const adminClaimRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listForDesk(adminCtx(c), c.req.valid('query'))))
  .openapi(statisticsRoute, async (c) => ok(c, await readStatistics(adminCtx(c))))
  .openapi(exportRoute, async (c) => (await exportClaims(adminCtx(c), c.req.valid('query'))) as never)
  .openapi(getRoute, async (c) => {
    const data = await getForDesk(adminCtx(c), c.req.valid('param').id);
    return okTagged(c, data, etagOf(data));
  })
  .openapi(bulkRoute, async (c) => ok(c, await assignClaims(adminCtx(c), c.req.valid('json'))))
  .openapi(assignRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json'), ...seenBy(c) };
    const { claim, etag } = await assignClaim(adminCtx(c), input);
    return okTagged(c, claim, etag);
  })
  .openapi(statusRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json'), ...seenBy(c) };
    const { claim, etag } = await decideClaim(adminCtx(c), input);
    return okTagged(c, claim, etag);
  })
  .openapi(sendBackRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json'), ...seenBy(c) };
    const { claim, etag } = await sendClaimBack(adminCtx(c), input);
    return okTagged(c, claim, etag);
  })
  .openapi(noteRoute, async (c) => {
    const data = await noteClaim(adminCtx(c), c.req.valid('param').id, c.req.valid('json').text);
    return c.json({ success: true as const, data }, 201);
  })
  .openapi(revealRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    return ok(c, await revealClaim(adminCtx(c), input));
  })
  .openapi(documentRoute, async (c) => {
    const { id, document_id } = c.req.valid('param');
    const { headers, body } = await openDocument(adminCtx(c), { claimId: id, id: document_id });
    return new Response(body, { headers }) as never;
  });
