import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { savedView, savedViewRequest, savedViews } from '../../../../domain/admin/records-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { listViews, removeView, saveView } from './views.ts';

const shared = { tags: ['admin: saved views'] };
const writing = { ...shared, ...forAdmin('read', limited('QUOTE_LIMIT')) };

const listRoute = route({
  operationId: 'listViews',
  method: 'get',
  path: '/admin/views',
  ...shared,
  ...forAdmin('read'),
  summary: "List the administrator's own saved views",
  responses: { 200: answer(savedViews, 'By name'), ...refusals(401, 403) },
});

const saveRoute = route({
  operationId: 'saveView',
  method: 'post',
  path: '/admin/views',
  ...writing,
  summary: 'Save a view; one of the same list and name is replaced',
  request: { body: body(savedViewRequest) },
  responses: {
    201: answer(savedView, 'The view'),
    ...refusals(400, 401, 403, 409, 413, 415, 422, 429),
  },
});

const deleteRoute = route({
  operationId: 'deleteView',
  method: 'delete',
  path: '/admin/views/{id}',
  ...writing,
  summary: 'Delete a saved view',
  request: { params: z.object({ id: pathId }) },
  responses: { 200: answer(z.null(), 'It is gone'), ...refusals(401, 403, 404, 422, 429) },
});

export const adminViewRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listViews(adminCtx(c))))
  .openapi(saveRoute, async (c) => {
    const data = await saveView(adminCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data }, 201);
  })
  .openapi(deleteRoute, async (c) => {
    await removeView(adminCtx(c), c.req.valid('param').id);
    return ok(c, null);
  });
