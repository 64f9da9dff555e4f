import { OpenAPIHono } from '@hono/zod-openapi';
import { configAnswer, healthAnswer } from '../../../../domain/health/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { readConfig } from './config.ts';
import { readHealth } from './status.ts';

const tags = ['health'];

const healthRoute = route({
  operationId: 'getHealth',
  method: 'get',
  path: '/health',
  tags,
  summary: 'Check whether the database and the chains are reachable',
  responses: { 200: answer(healthAnswer, 'The state of each part'), ...refusals() },
});

const configRoute = route({
  operationId: 'getConfig',
  method: 'get',
  path: '/config',
  tags,
  summary: 'List the chains and currencies on offer',
  responses: { 200: answer(configAnswer, 'The deployment'), ...refusals() },
});

export const healthRoutes = new OpenAPIHono<AppEnv>()
  .openapi(healthRoute, async (c) => ok(c, await readHealth(c.get('ctx'))))
  .openapi(configRoute, (c) => ok(c, readConfig(c.get('ctx'))));
