import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { draftDetailAnswer, quoteAnswer, quoteRequest } from '../../../../domain/quote/schema.ts';
import { forWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { createPayableQuote, showPayableDraft } from './draft.ts';

const draftReadRoute = route({
  operationId: 'getDraft',
  method: 'get',
  path: '/insurance/drafts/{id}',
  tags: ['quote'],
  ...forWallet(),
  summary: 'Get a saved form, decrypted for its owner',
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { 200: answer(draftDetailAnswer, 'The form'), ...refusals(401, 404, 422) },
});

const quoteRoute = route({
  operationId: 'createQuote',
  method: 'post',
  path: '/insurance/quotes',
  tags: ['quote'],
  ...forWallet(limited('QUOTE_LIMIT'), idempotent),
  summary: 'Create a signed quote that is valid for 30 minutes',
  request: { headers: idempotencyHeader, body: body(quoteRequest) },
  responses: {
    200: answer(quoteAnswer, 'The quote and the payment to send'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
  },
});

export const checkoutRoutes = new OpenAPIHono<AppEnv>()
  .openapi(draftReadRoute, async (c) => ok(c, await showPayableDraft(walletCtx(c), c.req.valid('param').id)))
  .openapi(quoteRoute, async (c) => ok(c, await createPayableQuote(walletCtx(c), c.req.valid('json'))));
