import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { pageQuery } from '../../../../domain/page.ts';
import { otherPayment, registrySummary } from '../../../../domain/registry/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, pageAnswer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { listOtherPayments } from './other-payments.ts';
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

export const registryRoutes = new OpenAPIHono<AppEnv>()
  .openapi(summaryRoute, async (c) => ok(c, await readSummary(c.get('ctx'))))
  .openapi(otherRoute, async (c) => {
    const page = await listOtherPayments(c.get('ctx'), c.req.valid('query'));
    return c.json({ success: true as const, ...page }, 200);
  });
