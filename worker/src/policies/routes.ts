import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { pathId } from '../../../domain/ids.ts';
import { pageQuery } from '../../../domain/page.ts';
import { cancellationRequest } from '../../../domain/policy/consent.ts';
import { policyAnswer, policyDetailAnswer } from '../../../domain/policy/schema.ts';
import {
  beneficiaryAnswer,
  beneficiaryRequest,
  cancellationAnswer,
  cancellationPreview,
  contactAnswer,
  contactRequest,
  renewAnswer,
} from '../../../domain/policy/service-schema.ts';
import { forWallet, walletCtx } from '../identity/wallet/guard.ts';
import type { AppEnv } from '../platform/http/env.ts';
import { idempotent } from '../platform/http/idempotency.ts';
import { limited } from '../platform/http/limits.ts';
import {
  answer,
  body,
  idempotencyHeader,
  optionalBody,
  pageAnswer,
  refusals,
} from '../platform/http/openapi.ts';
import { ok, route } from '../platform/http/route.ts';
import { previewCancellation, requestCancellation } from './cancel.ts';
import { setBeneficiary, setContact } from './contact.ts';
import { getPolicy } from './get.ts';
import { listPolicies } from './list.ts';
import { renewPolicy } from './renew.ts';
import { withdrawCancellation } from './withdraw.ts';

const shared = { tags: ['policy'], ...forWallet() };

const listRoute = route({
  operationId: 'listPolicies',
  method: 'get',
  path: '/insurance/active-policies/{wallet}',
  ...shared,
  summary: "The wallet's policies, newest first, at most 200 a page",
  request: {
    params: z.object({ wallet: z.string().max(80) }),
    query: z.object({ ...pageQuery, before: pathId.optional().describe('Id of the last policy seen') }),
  },
  responses: { 200: pageAnswer(policyAnswer, 'The policies'), ...refusals(401, 404, 422) },
});

const getRoute = route({
  operationId: 'getPolicy',
  method: 'get',
  path: '/insurance/policy/{id}',
  ...shared,
  summary: 'Get a policy with its insured details',
  request: {
    params: z.object({ id: pathId }),
    query: z.object({
      policy_type: z.string().max(20).optional(),
      wallet_address: z.string().max(80).optional(),
    }),
  },
  responses: { 200: answer(policyDetailAnswer, 'The policy'), ...refusals(401, 404, 422) },
});

const writing = { ...shared, ...forWallet(limited('QUOTE_LIMIT')) };
const posting = { ...shared, ...forWallet(limited('QUOTE_LIMIT'), idempotent) };
const ofPolicy = { params: z.object({ id: pathId }) };

const cancelRoute = route({
  operationId: 'cancelPolicy',
  method: 'post',
  path: '/insurance/policy/{id}/cancel',
  ...posting,
  summary: "Record the holder's consent to a cancellation, or preview its refund with preview=true",
  request: {
    ...ofPolicy,
    headers: idempotencyHeader,
    query: z.object({ preview: z.enum(['true', 'false']).optional() }),
    body: optionalBody(cancellationRequest),
  },
  responses: {
    200: answer(
      z.union([cancellationPreview, cancellationAnswer]),
      'The preview, or the request as recorded',
    ),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429, 503),
  },
});

const withdrawRoute = route({
  operationId: 'withdrawCancellation',
  method: 'delete',
  path: '/insurance/policy/{id}/cancel',
  ...writing,
  summary: 'Revoke the consent to a cancellation, where no contract keeps it',
  request: ofPolicy,
  responses: {
    200: answer(policyDetailAnswer, 'The policy, which goes on'),
    ...refusals(401, 404, 409, 422, 429),
  },
});

const renewRoute = route({
  operationId: 'renewPolicy',
  method: 'post',
  path: '/insurance/policy/{id}/renew',
  ...posting,
  summary: 'Create a filled-in draft for the next term',
  request: { ...ofPolicy, headers: idempotencyHeader },
  responses: { 200: answer(renewAnswer, 'The draft'), ...refusals(401, 403, 404, 409, 422, 429) },
});

const beneficiaryRoute = route({
  operationId: 'updateBeneficiary',
  method: 'patch',
  path: '/insurance/policy/{id}/beneficiary',
  ...writing,
  summary: 'Set or remove the beneficiary',
  request: { ...ofPolicy, body: body(beneficiaryRequest) },
  responses: {
    200: answer(beneficiaryAnswer, 'As recorded'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

const contactRoute = route({
  operationId: 'updateContact',
  method: 'patch',
  path: '/insurance/policy/{id}/contact',
  ...writing,
  summary: 'Set how to reach the holder about a policy',
  request: { ...ofPolicy, body: body(contactRequest) },
  responses: {
    200: answer(contactAnswer, 'As recorded'),
    ...refusals(400, 401, 404, 409, 413, 415, 422, 429),
  },
});

export const policyRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => {
    const page = await listPolicies(walletCtx(c), { ...c.req.valid('param'), ...c.req.valid('query') });
    return c.json({ success: true as const, ...page }, 200);
  })
  .openapi(getRoute, async (c) =>
    ok(c, await getPolicy(walletCtx(c), { ...c.req.valid('param'), ...c.req.valid('query') })),
  )
  .openapi(cancelRoute, async (c) => {
    const { id } = c.req.valid('param');
    const ctx = walletCtx(c);
    if (c.req.valid('query').preview === 'true') {
      return ok(c, await previewCancellation(ctx, id));
    }
    return ok(c, await requestCancellation(ctx, id, c.req.valid('json')));
  })
  .openapi(withdrawRoute, async (c) =>
    ok(c, await withdrawCancellation(walletCtx(c), c.req.valid('param').id)),
  )
  .openapi(renewRoute, async (c) => ok(c, await renewPolicy(walletCtx(c), c.req.valid('param').id)))
  .openapi(beneficiaryRoute, async (c) =>
    ok(c, await setBeneficiary(walletCtx(c), { ...c.req.valid('param'), ...c.req.valid('json') })),
  )
  .openapi(contactRoute, async (c) =>
    ok(c, await setContact(walletCtx(c), { ...c.req.valid('param'), ...c.req.valid('json') })),
  );
