import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  policyRefundAnswer,
  policyRefundRequest,
  refundConfirmRequest,
} from '../../../../domain/admin/policies-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import { settlement } from '../../../../domain/payouts/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, optionalBody, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { preparePolicyRefund, reportPolicyRefund } from './refund.ts';

const shared = {
  tags: ['admin: policies'],
  ...forAdmin('policies.write', limited('QUOTE_LIMIT'), idempotent),
};
const params = z.object({ id: pathId });

const refundRoute = route({
  operationId: 'prepareRefund',
  method: 'post',
  path: '/admin/policies/{id}/refund',
  ...shared,
  summary: 'Prepare the refund of a policy for a wallet with the underwriter role',
  request: { params, headers: idempotencyHeader, body: optionalBody(policyRefundRequest) },
  responses: {
    200: answer(policyRefundAnswer, 'The transaction; a cancellation is good as long as its consent'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429, 503),
  },
});

const confirmRoute = route({
  operationId: 'confirmRefund',
  method: 'post',
  path: '/admin/policies/{id}/refund/confirm',
  ...shared,
  summary: 'Report the transaction that refunds a policy',
  request: { params, headers: idempotencyHeader, body: body(refundConfirmRequest) },
  responses: {
    200: answer(settlement, 'Verified and recorded'),
    202: answer(settlement.nullable(), 'Not confirmed yet'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

export const adminPolicyRoutes = new OpenAPIHono<AppEnv>()
  .openapi(refundRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    return ok(c, await preparePolicyRefund(adminCtx(c), input));
  })
  .openapi(confirmRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    const { status, data, message } = await reportPolicyRefund(adminCtx(c), input);
    return c.json({ success: true as const, data, message }, status);
  });
