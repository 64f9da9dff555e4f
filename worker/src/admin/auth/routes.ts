import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { adminLoginRequest, adminProfile, adminSession } from '../../../../domain/admin/auth-schema.ts';
import { clientOf } from '../../platform/http/client.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { adminCtx, forAdmin } from './guard.ts';
import { logIn } from './login.ts';
import { logOut, ownProfile } from './session.ts';

const tags = ['admin: sign-in'];

const loginRoute = route({
  operationId: 'loginAdministrator',
  method: 'post',
  path: '/admin/auth/login',
  tags,
  summary: 'Sign in as an administrator with email and password',
  middleware: [limited('SIGN_IN_LIMIT')],
  request: { body: body(adminLoginRequest) },
  responses: {
    200: answer(adminSession, 'A session token for 8 hours'),
    ...refusals(400, 401, 413, 415, 422, 429),
  },
});

const logoutRoute = route({
  operationId: 'logoutAdministrator',
  method: 'post',
  path: '/admin/auth/logout',
  tags,
  summary: 'End the session',
  ...forAdmin('read'),
  responses: { 200: answer(z.null(), 'The token no longer works'), ...refusals(401) },
});

const profileRoute = route({
  operationId: 'getAdministrator',
  method: 'get',
  path: '/admin/auth/profile',
  tags,
  summary: 'Get the signed-in administrator',
  ...forAdmin('read'),
  responses: { 200: answer(adminProfile, 'The administrator of the token'), ...refusals(401) },
});

export const adminAuthRoutes = new OpenAPIHono<AppEnv>()
  .openapi(loginRoute, async (c) => {
    const client = clientOf(c.req.header('cf-connecting-ip'));
    const data = await logIn(c.get('ctx'), c.req.valid('json'), client);
    return ok(c, data);
  })
  .openapi(logoutRoute, async (c) => {
    await logOut(adminCtx(c));
    return ok(c, null);
  })
  .openapi(profileRoute, (c) => ok(c, ownProfile(adminCtx(c))));
