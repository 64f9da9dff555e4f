import { OpenAPIHono } from '@hono/zod-openapi';
import { registrySummary } from '../../../../domain/registry/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { readSummary } from './summary.ts';

const summaryRoute = route({
  operationId: 'getRegistrySummary',
  method: 'get',
  path: '/registry/summary',
  tags: ['registry'],
  summary: 'Get the pool, the cover in force and the claims paid',
  responses: { 200: answer(registrySummary, 'The figures and when they were read'), ...refusals(503) },
});

export const registryRoutes = new OpenAPIHono<AppEnv>().openapi(summaryRoute, async (c) =>
  ok(c, await readSummary(c.get('ctx'))),
);
