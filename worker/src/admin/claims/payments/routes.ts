import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  adminClaimAnswer,
  claimPaymentRequest,
  payoutAnswer,
} from '../../../../../domain/admin/claims-schema.ts';
import { claimNumber } from '../../../../../domain/claims/lifecycle.ts';
import { numberedId } from '../../../../../domain/ids.ts';
import { discardQuery, handOutRequest } from '../../../../../domain/payouts/schema.ts';
import type { AppEnv } from '../../../platform/http/env.ts';
import { idempotent } from '../../../platform/http/idempotency.ts';
import { limited } from '../../../platform/http/limits.ts';
import {
  answer,
  body,
  idempotencyHeader,
  ifMatchHeader,
  optionalBody,
  refusals,
} from '../../../platform/http/openapi.ts';
import { ok, route, seenBy } from '../../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../../auth/guard.ts';
import { withdrawOther } from './other.ts';
import { discardClaimPayout, prepareClaimPayout } from './prepare.ts';
import { reportPayment } from './report.ts';

const shared = { tags: ['admin: claims'], ...forAdmin('claims.pay', limited('QUOTE_LIMIT'), idempotent) };
const params = z.object({ id: numberedId(claimNumber) });

/** What was seen decides: nobody pays an amount that changed after they looked. */
const payingHeaders = idempotencyHeader.extend(ifMatchHeader.shape);

const payoutRoute = route({
  operationId: 'preparePayout',
  method: 'post',
  path: '/admin/claims/{id}/payout',
  ...shared,
  summary: 'Prepare the payout of an approved claim for a wallet with the claims role',
  request: { params, headers: payingHeaders, body: optionalBody(handOutRequest) },
  responses: {
    200: answer(payoutAnswer, 'The transaction, good for 15 minutes'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
  },
});

const discardRoute = route({
  operationId: 'discardPayout',
  method: 'delete',
  path: '/admin/claims/{id}/payout',
  ...shared,
  summary: 'Discard a prepared payout that was certainly not sent',
  request: { params, query: discardQuery },
  responses: {
    200: answer(adminClaimAnswer, 'The claim; its payout can be prepared again'),
    ...refusals(401, 403, 404, 409, 422, 429),
  },
});

const paymentRoute = route({
  operationId: 'reportPayment',
  method: 'post',
  path: '/admin/claims/{id}/payment',
  ...shared,
  summary: 'Report the transaction that pays a claim, or a payment by another method',
  request: { params, headers: payingHeaders, body: body(claimPaymentRequest) },
  responses: {
    200: answer(adminClaimAnswer, 'Verified, or confirmed by the second administrator, and paid'),
    202: answer(adminClaimAnswer, 'Not confirmed yet: by the network, or by a second administrator'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
  },
});

const withdrawRoute = route({
  operationId: 'withdrawPayment',
  method: 'delete',
  path: '/admin/claims/{id}/payment',
  ...shared,
  summary: 'Withdraw a payment by another method that is not confirmed yet',
  request: { params },
  responses: {
    200: answer(adminClaimAnswer, 'The claim, payable again'),
    ...refusals(401, 403, 404, 409, 422, 429),
  },
});

export const adminClaimPaymentRoutes = new OpenAPIHono<AppEnv>()
  .openapi(payoutRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...seenBy(c), callData: c.req.valid('json')?.call_data };
    return ok(c, await prepareClaimPayout(adminCtx(c), input));
  })
  .openapi(discardRoute, async (c) => {
    const notSigned = c.req.valid('query').not_signed === 'true';
    return ok(c, await discardClaimPayout(adminCtx(c), { ...c.req.valid('param'), notSigned }));
  })
  .openapi(paymentRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json'), ...seenBy(c) };
    const { status, claim, message } = await reportPayment(adminCtx(c), input);
    return c.json({ success: true as const, data: claim, message }, status);
  })
  .openapi(withdrawRoute, async (c) => ok(c, await withdrawOther(adminCtx(c), c.req.valid('param').id)));
