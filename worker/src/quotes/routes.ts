import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  draftAnswer,
  draftDetailAnswer,
  draftRequest,
  quoteAnswer,
  quoteRequest,
} from '../../../domain/quote/schema.ts';
import { requireWallet, walletCtx } from '../identity/wallet/guard.ts';
import type { AppEnv } from '../platform/http/env.ts';
import { idempotent } from '../platform/http/idempotency.ts';
import { limited } from '../platform/http/limits.ts';
import { answer, body, idempotencyHeader, refusals, WALLET_SECURITY } from '../platform/http/openapi.ts';
import { createQuote } from './create.ts';
import { createDraft, showDraft } from './draft.ts';

const shared = {
  tags: ['quote'],
  security: WALLET_SECURITY,
  middleware: [requireWallet, limited('QUOTE_LIMIT'), idempotent],
};

const draftRoute = createRoute({
  method: 'post',
  path: '/insurance/drafts',
  ...shared,
  summary: 'Keep a filled form, encrypted, for 24 hours',
  request: { headers: idempotencyHeader, body: body(draftRequest) },
  responses: {
    200: answer(draftAnswer, 'The id to ask for a quote with'),
    ...refusals(400, 401, 403, 409, 413, 415, 422, 429),
  },
});

const draftReadRoute = createRoute({
  method: 'get',
  path: '/insurance/drafts/{id}',
  tags: ['quote'],
  security: WALLET_SECURITY,
  middleware: [requireWallet],
  summary: 'A kept form, decrypted for its owner',
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { 200: answer(draftDetailAnswer, 'The form'), ...refusals(401, 404, 422) },
});

const quoteRoute = createRoute({
  method: 'post',
  path: '/insurance/quotes',
  ...shared,
  summary: 'A signed quote that can be bought for 30 minutes',
  request: { headers: idempotencyHeader, body: body(quoteRequest) },
  responses: {
    200: answer(quoteAnswer, 'The quote and the payment to send'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
  },
});

export const quoteRoutes = new OpenAPIHono<AppEnv>()
  .openapi(draftRoute, async (c) => {
    const data = await createDraft(walletCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data }, 200);
  })
  .openapi(draftReadRoute, async (c) => {
    const data = await showDraft(walletCtx(c), c.req.valid('param').id);
    return c.json({ success: true as const, data }, 200);
  })
  .openapi(quoteRoute, async (c) => {
    const data = await createQuote(walletCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data }, 200);
  });
