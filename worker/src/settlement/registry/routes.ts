import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { hash32 } from '../../../../domain/fields.ts';
import { pageQuery } from '../../../../domain/page.ts';
import { otherPayment, registeredPolicy, registrySummary } from '../../../../domain/registry/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, pageAnswer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { listOtherPayments } from './other-payments.ts';
import { readRegistered } from './policy.ts';
import { readSummary } from './summary.ts';

const summaryRoute = route({
  operationId: 'getRegistrySummary',
  method: 'get',
  path: '/registry/summary',
  tags: ['registry'],
  summary: 'Get the pool, the cover in force and the claims paid',
  responses: { 200: answer(registrySummary, 'The figures and when they were read'), ...refusals(503) },
});

const otherRoute = route({
  operationId: 'listOtherPayments',
  method: 'get',
  path: '/registry/other-payments',
  tags: ['registry'],
  summary: 'List the claims that were paid outside the chain',
  request: { query: z.object(pageQuery) },
  responses: { 200: pageAnswer(otherPayment, 'The payments, latest first'), ...refusals(422) },
});

const policyRoute = route({
  operationId: 'getRegisteredPolicy',
  method: 'get',
  path: '/registry/policies/{quote_id}',
  tags: ['registry'],
  middleware: [limited('QUOTE_LIMIT')],
  summary: "Get a policy's terms and its recorded events with their blocks",
  request: { params: z.object({ quote_id: hash32 }) },
  responses: { 200: answer(registeredPolicy, 'The policy'), ...refusals(404, 422, 429) },
});

export const registryRoutes = new OpenAPIHono<AppEnv>()
  .openapi(summaryRoute, async (c) => ok(c, await readSummary(c.get('ctx'))))
  .openapi(policyRoute, async (c) => ok(c, await readRegistered(c.get('ctx'), c.req.valid('param').quote_id)))
  .openapi(otherRoute, async (c) => {
    const page = await listOtherPayments(c.get('ctx'), c.req.valid('query'));
    return c.json({ success: true as const, ...page }, 200);
  });
