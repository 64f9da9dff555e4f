import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { revealedFacts, revealRequest } from '../../../../domain/admin/policies-schema.ts';
import { noteEntry, noteRequest } from '../../../../domain/admin/records-schema.ts';
import {
  userDetail,
  userList,
  userListQuery,
  userStatistics,
  userStatusRequest,
} from '../../../../domain/admin/users-schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, fileAnswer, idempotencyHeader, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { countUsers, exportUsers, listUsers } from './list.ts';
import { getUser, noteOnUser, revealUser, setUserStatus } from './user.ts';

const shared = { tags: ['admin: users'] };
const reading = { ...shared, ...forAdmin('read') };
const params = z.object({ wallet: z.string().max(100) });

const listRoute = route({
  operationId: 'listUsers',
  method: 'get',
  path: '/admin/users',
  ...reading,
  summary: 'List customers',
  request: { query: userListQuery },
  responses: { 200: answer(userList, 'One page'), ...refusals(401, 403, 422) },
});

const statisticsRoute = route({
  operationId: 'getUserStatistics',
  method: 'get',
  path: '/admin/users/statistics',
  ...reading,
  summary: 'Count customers by status',
  responses: { 200: answer(userStatistics, 'The figures'), ...refusals(401, 403) },
});

const exportRoute = route({
  operationId: 'exportUsers',
  method: 'get',
  path: '/admin/users/export',
  ...reading,
  summary: 'Download customers as CSV',
  request: { query: userListQuery },
  responses: { 200: fileAnswer('All customers that match', 'text/csv'), ...refusals(401, 403, 422) },
});

const detailRoute = route({
  operationId: 'getUser',
  method: 'get',
  path: '/admin/users/{wallet}',
  ...reading,
  summary: 'Get everything about a customer',
  request: { params },
  responses: {
    200: answer(userDetail, 'The customer, with its version as ETag'),
    ...refusals(401, 403, 404),
  },
});

const statusRoute = route({
  operationId: 'setUserStatus',
  method: 'patch',
  path: '/admin/users/{wallet}/status',
  ...shared,
  ...forAdmin('users.write', limited('QUOTE_LIMIT')),
  summary: 'Activate or deactivate a customer',
  request: {
    params,
    headers: z.object({
      'if-match': z.string().max(40).optional().describe('ETag of the customer as it was seen'),
    }),
    body: body(userStatusRequest),
  },
  responses: {
    200: answer(userDetail, 'The customer, with its version as ETag'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

const noteRoute = route({
  operationId: 'noteOnUser',
  method: 'post',
  path: '/admin/users/{wallet}/notes',
  ...shared,
  ...forAdmin('messages.write', limited('QUOTE_LIMIT'), idempotentByContent),
  summary: 'Add an internal note about a customer',
  request: { params, headers: idempotencyHeader, body: body(noteRequest) },
  responses: {
    201: answer(noteEntry, 'The note'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

const revealRoute = route({
  operationId: 'revealUser',
  method: 'post',
  path: '/admin/users/{wallet}/reveal',
  ...shared,
  ...forAdmin('reveal', limited('QUOTE_LIMIT')),
  summary: "Decrypt a customer's phone number",
  request: { params, body: body(revealRequest) },
  responses: {
    200: answer(revealedFacts, 'What was decrypted; the audit log says so'),
    ...refusals(400, 401, 403, 404, 413, 415, 422, 429),
  },
});

export const adminUserRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await listUsers(adminCtx(c), c.req.valid('query'))))
  .openapi(statisticsRoute, async (c) => ok(c, await countUsers(adminCtx(c))))
  .openapi(exportRoute, async (c) => (await exportUsers(adminCtx(c), c.req.valid('query'))) as never)
  .openapi(detailRoute, async (c) => {
    const { user, etag } = await getUser(adminCtx(c), c.req.valid('param').wallet);
    c.header('ETag', etag);
    return ok(c, user);
  })
  .openapi(statusRoute, async (c) => {
    const input = {
      ...c.req.valid('param'),
      ...c.req.valid('json'),
      ifMatch: c.req.valid('header')['if-match'],
    };
    const { user, etag } = await setUserStatus(adminCtx(c), input);
    c.header('ETag', etag);
    return ok(c, user);
  })
  .openapi(noteRoute, async (c) => {
    const data = await noteOnUser(adminCtx(c), c.req.valid('param').wallet, c.req.valid('json').text);
    return c.json({ success: true as const, data }, 201);
  })
  .openapi(revealRoute, async (c) =>
    ok(c, await revealUser(adminCtx(c), { ...c.req.valid('param'), ...c.req.valid('json') })),
  );
