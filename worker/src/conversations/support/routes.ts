import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { faqVoteRequest, faqVotes } from '../../../../domain/support/schema.ts';
import { forWallet, optionalWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { listFaqVotes, voteOnFaq } from './faq.ts';

const faqRoute = route({
  operationId: 'listFaqVotes',
  method: 'get',
  path: '/support/faq',
  tags: ['support'],
  middleware: [optionalWallet],
  summary: "How many found each answer helpful; with a wallet's session also whether it did",
  responses: { 200: answer(faqVotes, 'Every question of the support center'), ...refusals() },
});

const voteRoute = route({
  operationId: 'voteOnFaq',
  method: 'post',
  path: '/support/faq/{id}/vote',
  tags: ['support'],
  ...forWallet(limited('QUOTE_LIMIT'), idempotent),
  summary: 'Vote for a helpful answer, or withdraw the vote',
  request: {
    params: z.object({ id: z.string().max(60) }),
    headers: idempotencyHeader,
    body: body(faqVoteRequest),
  },
  responses: {
    200: answer(faqVotes.element, 'The question with its votes'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

export const supportRoutes = new OpenAPIHono<AppEnv>()
  .openapi(faqRoute, async (c) => ok(c, await listFaqVotes(c.get('ctx'))))
  .openapi(voteRoute, async (c) =>
    ok(c, await voteOnFaq(walletCtx(c), { ...c.req.valid('param'), ...c.req.valid('json') })),
  );
