import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  adminClaimAnswer,
  claimPaymentRequest,
  claimStatusRequest,
  payoutAnswer,
} from '../../../../domain/admin/claims-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { decideClaim } from './decide.ts';
import { reportPayment } from './payment.ts';
import { prepareClaimPayout } from './payout.ts';

const shared = { tags: ['admin: claims'] };
const posting = { ...shared, ...forAdmin('claims.pay', limited('QUOTE_LIMIT'), idempotent) };
const params = z.object({ id: pathId });

const statusRoute = route({
  operationId: 'decideClaim',
  method: 'patch',
  path: '/admin/claims/{id}/status',
  ...shared,
  ...forAdmin('claims.decide', limited('QUOTE_LIMIT')),
  summary: 'Review, approve or reject a claim, or ask for documents',
  request: {
    params,
    headers: z.object({
      'if-match': z.string().max(40).optional().describe('ETag of the claim as it was seen'),
    }),
    body: body(claimStatusRequest),
  },
  responses: {
    200: answer(adminClaimAnswer, 'The claim, with its version as ETag'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

const payoutRoute = route({
  operationId: 'preparePayout',
  method: 'post',
  path: '/admin/claims/{id}/payout',
  ...posting,
  summary: 'Prepare the payout of an approved claim for a wallet with the claims role',
  request: { params, headers: idempotencyHeader },
  responses: {
    200: answer(payoutAnswer, 'The transaction, good for 15 minutes'),
    ...refusals(401, 404, 409, 422, 429, 503),
  },
});

const paymentRoute = route({
  operationId: 'reportPayment',
  method: 'post',
  path: '/admin/claims/{id}/payment',
  ...posting,
  summary: 'Report the transaction that pays a claim',
  request: { params, headers: idempotencyHeader, body: body(claimPaymentRequest) },
  responses: {
    200: answer(adminClaimAnswer, 'Verified and paid'),
    202: answer(adminClaimAnswer, 'Not confirmed yet: the claim is being processed'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

export const adminClaimRoutes = new OpenAPIHono<AppEnv>()
  .openapi(statusRoute, async (c) => {
    const input = {
      ...c.req.valid('param'),
      ...c.req.valid('json'),
      ifMatch: c.req.valid('header')['if-match'],
    };
    const { claim, etag } = await decideClaim(adminCtx(c), input);
    return c.json({ success: true as const, data: claim }, 200, { ETag: etag });
  })
  .openapi(payoutRoute, async (c) => ok(c, await prepareClaimPayout(adminCtx(c), c.req.valid('param').id)))
  .openapi(paymentRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    const { status, claim, message } = await reportPayment(adminCtx(c), input);
    return c.json({ success: true as const, data: claim, message }, status);
  });
