import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import {
  adminChanged,
  adminChangeRequest,
  adminEntries,
  adminEntry,
  adminInvitation,
  adminInviteRequest,
  colleagueEntries,
} from '../../../../domain/admin/auth-schema.ts';
import { pathId } from '../../../../domain/ids.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from '../auth/guard.ts';
import { inviteAdmin } from './invite.ts';
import { allAdmins, changeAdministrator, colleagues, endAllSessions, inviteAgain } from './manage.ts';

const shared = { tags: ['admin: administrators'] };
const writing = { ...shared, ...forAdmin('admins.manage', limited('QUOTE_LIMIT')) };
const params = z.object({ id: pathId });

const listRoute = route({
  operationId: 'listAdministrators',
  method: 'get',
  path: '/admin/admins',
  ...shared,
  ...forAdmin('admins.manage'),
  summary: 'List all administrators',
  responses: { 200: answer(adminEntries, 'Oldest first'), ...refusals(401, 403) },
});

const inviteRoute = route({
  operationId: 'inviteAdministrator',
  method: 'post',
  path: '/admin/admins',
  ...writing,
  summary: 'Propose an administrator, whom a second administrator confirms; then a link is sent by email',
  request: { body: body(adminInviteRequest) },
  responses: {
    202: answer(z.null(), 'It waits for a second administrator: GET /admin/proposals'),
    ...refusals(400, 401, 403, 409, 413, 415, 422, 429),
  },
});

const changeRoute = route({
  operationId: 'changeAdministrator',
  method: 'patch',
  path: '/admin/admins/{id}',
  ...writing,
  summary: "Change an administrator's name, role or status",
  request: { params, body: body(adminChangeRequest) },
  responses: {
    200: answer(adminChanged, 'The administrator, and whether the rest waits for a second one'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422, 429),
  },
});

const sessionsRoute = route({
  operationId: 'endSessions',
  method: 'delete',
  path: '/admin/admins/{id}/sessions',
  ...writing,
  summary: 'End all sessions of an administrator',
  request: { params },
  responses: { 200: answer(adminEntry, 'The administrator'), ...refusals(401, 403, 404, 422, 429) },
});

const againRoute = route({
  operationId: 'inviteAgain',
  method: 'post',
  path: '/admin/admins/{id}/invitation',
  ...writing,
  summary: 'Make a new link for an invited administrator',
  request: { params },
  responses: {
    201: answer(adminInvitation, 'The link, for who invited; those before no longer work'),
    ...refusals(401, 403, 404, 409, 422, 429),
  },
});

const colleaguesRoute = route({
  operationId: 'listColleagues',
  method: 'get',
  path: '/admin/colleagues',
  ...shared,
  ...forAdmin('read'),
  summary: 'List the active administrators, to assign work to',
  responses: { 200: answer(colleagueEntries, 'By name'), ...refusals(401, 403) },
});

export const adminAdminRoutes = new OpenAPIHono<AppEnv>()
  .openapi(listRoute, async (c) => ok(c, await allAdmins(adminCtx(c))))
  .openapi(inviteRoute, async (c) => {
    await inviteAdmin(adminCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data: null }, 202);
  })
  .openapi(changeRoute, async (c) =>
    ok(c, await changeAdministrator(adminCtx(c), { ...c.req.valid('param'), ...c.req.valid('json') })),
  )
  .openapi(sessionsRoute, async (c) => ok(c, await endAllSessions(adminCtx(c), c.req.valid('param').id)))
  .openapi(againRoute, async (c) => {
    const data = await inviteAgain(adminCtx(c), c.req.valid('param').id);
    return c.json({ success: true as const, data }, 201);
  })
  .openapi(colleaguesRoute, async (c) => ok(c, await colleagues(adminCtx(c))));
