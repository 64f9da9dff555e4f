import { OpenAPIHono } from '@hono/zod-openapi';
import { findQuery, foundRecords } from '../../../../domain/admin/records-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { answer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { find } from './find.ts';

const findRoute = route({
  operationId: 'find',
  method: 'get',
  path: '/admin/find',
  tags: ['admin: work queue'],
  ...forAdmin('read'),
  summary: 'Find records by number, name, email address or wallet',
  request: { query: findQuery },
  responses: {
    200: answer(foundRecords, 'At most 10 of each kind, newest first'),
    ...refusals(401, 403, 422),
  },
});

export const adminFindRoutes = new OpenAPIHono<AppEnv>().openapi(findRoute, async (c) =>
  ok(c, await find(adminCtx(c), c.req.valid('query').q)),
);
