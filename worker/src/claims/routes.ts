import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { callRequest, claimAnswer, claimDetailAnswer, claimRequest } from '../../../domain/claims/schema.ts';
import { pathId } from '../../../domain/ids.ts';
import { pageQuery } from '../../../domain/page.ts';
import { forWallet, walletCtx } from '../identity/wallet/guard.ts';
import type { AppEnv } from '../platform/http/env.ts';
import { idempotentByContent, isRepeat } from '../platform/http/idempotency.ts';
import { limited } from '../platform/http/limits.ts';
import {
  answer,
  body,
  fileAnswer,
  idempotencyHeader,
  pageAnswer,
  refusals,
} from '../platform/http/openapi.ts';
import { ok, route } from '../platform/http/route.ts';
import { requestCall } from './call.ts';
import { getClaim } from './get.ts';
import { listClaims } from './list.ts';
import { submitClaim } from './submit.ts';
import { getSummary } from './summary/get.ts';

const shared = { tags: ['claims'], ...forWallet() };
const posting = { ...shared, ...forWallet(limited('QUOTE_LIMIT'), idempotentByContent) };
const ofClaim = { params: z.object({ id: pathId }) };

const submitRoute = route({
  operationId: 'submitClaim',
  method: 'post',
  path: '/claims/submit',
  ...posting,
  summary: 'Make a claim on a policy',
  request: { headers: idempotencyHeader, body: body(claimRequest) },
  responses: {
    200: answer(claimAnswer, 'The same claim was just made'),
    201: answer(claimAnswer, 'The claim'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

const listRoute = route({
  operationId: 'listClaims',
  method: 'get',
  path: '/claims/{wallet}',
  ...shared,
  summary: "The wallet's claims, newest first, at most 200 a page",
  request: {
    params: z.object({ wallet: z.string().max(80) }),
    query: z.object({ ...pageQuery, before: pathId.optional().describe('Id of the last claim seen') }),
  },
  responses: { 200: pageAnswer(claimAnswer, 'The claims'), ...refusals(401, 404, 422) },
});

const detailRoute = route({
  operationId: 'getClaim',
  method: 'get',
  path: '/claims/detail/{id}',
  ...shared,
  summary: 'Get a claim with its timeline and documents',
  request: ofClaim,
  responses: { 200: answer(claimDetailAnswer, 'The claim'), ...refusals(401, 404, 422) },
});

const callRoute = route({
  operationId: 'requestCall',
  method: 'post',
  path: '/claims/{id}/call',
  ...posting,
  summary: 'Request a call about a claim',
  request: { ...ofClaim, headers: idempotencyHeader, body: body(callRequest) },
  responses: {
    200: answer(claimDetailAnswer.shape.call.unwrap(), 'Already requested'),
    201: answer(claimDetailAnswer.shape.call.unwrap(), 'As recorded; the answer comes as a message'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

const summaryRoute = route({
  operationId: 'getClaimSummary',
  method: 'get',
  path: '/claims/{id}/summary',
  ...shared,
  ...forWallet(limited('QUOTE_LIMIT')),
  summary: 'Download the claim summary as PDF',
  request: ofClaim,
  responses: {
    200: fileAnswer('A PDF file', 'application/pdf'),
    ...refusals(401, 404, 422, 429),
  },
});

const SUBMITTED = 'Your claim has been submitted successfully!';

export const claimRoutes = new OpenAPIHono<AppEnv>()
  .openapi(submitRoute, async (c) => {
    const ctx = walletCtx(c);
    const data = await submitClaim(ctx, c.req.valid('json'));
    return c.json({ success: true as const, data, message: SUBMITTED }, isRepeat(ctx) ? 200 : 201);
  })
  .openapi(listRoute, async (c) => {
    const page = await listClaims(walletCtx(c), { ...c.req.valid('param'), ...c.req.valid('query') });
    return c.json({ success: true as const, ...page }, 200);
  })
  .openapi(detailRoute, async (c) => ok(c, await getClaim(walletCtx(c), c.req.valid('param').id)))
  .openapi(summaryRoute, async (c) => {
    const { filename, content } = await getSummary(walletCtx(c), c.req.valid('param').id);
    return c.body(new Uint8Array(content), 200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Cache-Control': 'private, no-store',
    });
  })
  .openapi(callRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('json') };
    const { created, call } = await requestCall(walletCtx(c), input);
    return c.json({ success: true as const, data: call }, created ? 201 : 200);
  });
