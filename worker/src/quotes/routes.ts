import { OpenAPIHono } from '@hono/zod-openapi';
import { draftAnswer, draftRequest } from '../../../domain/quote/schema.ts';
import { forWallet, walletCtx } from '../identity/wallet/guard.ts';
import type { AppEnv } from '../platform/http/env.ts';
import { idempotent } from '../platform/http/idempotency.ts';
import { limited } from '../platform/http/limits.ts';
import { answer, body, idempotencyHeader, refusals } from '../platform/http/openapi.ts';
import { ok, route } from '../platform/http/route.ts';
import { createDraft } from './draft.ts';

const shared = {
  tags: ['quote'],
  ...forWallet(limited('QUOTE_LIMIT'), idempotent),
};

const draftRoute = route({
  operationId: 'createDraft',
  method: 'post',
  path: '/insurance/drafts',
  ...shared,
  summary: 'Save a filled form as a draft, encrypted, for 24 hours',
  request: { headers: idempotencyHeader, body: body(draftRequest) },
  responses: {
    200: answer(draftAnswer, 'The draft id for a quote request'),
    ...refusals(400, 401, 403, 409, 413, 415, 422, 429),
  },
});

export const draftRoutes = new OpenAPIHono<AppEnv>().openapi(draftRoute, async (c) =>
  ok(c, await createDraft(walletCtx(c), c.req.valid('json'))),
);
