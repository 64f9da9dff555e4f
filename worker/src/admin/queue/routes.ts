import { OpenAPIHono } from '@hono/zod-openapi';
import { queueAnswer } from '../../../../domain/admin/records-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { readWork } from './queue.ts';

const queueRoute = route({
  operationId: 'getQueue',
  method: 'get',
  path: '/admin/queue',
  tags: ['admin: work queue'],
  ...forAdmin('read'),
  summary: 'Get what waits, by the promise that breaks first',
  responses: {
    200: answer(queueAnswer, 'Sections with counts, and the 50 most urgent items of each'),
    ...refusals(401, 403),
  },
});

export const adminQueueRoutes = new OpenAPIHono<AppEnv>().openapi(queueRoute, async (c) =>
  ok(c, await readWork(adminCtx(c))),
);
