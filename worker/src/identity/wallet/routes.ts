import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { nonceAnswer, nonceRequest, verifyAnswer, verifyRequest } from '../../../../domain/auth/schema.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { forWallet, walletCtx } from './guard.ts';
import { createNonce } from './nonce.ts';
import { logout } from './session.ts';
import { verifySignIn } from './verify.ts';

const tags = ['auth'];

const nonceRoute = route({
  operationId: 'createNonce',
  method: 'post',
  path: '/auth/nonce',
  tags,
  summary: 'Get the message that a wallet signs to sign in',
  middleware: [limited('SIGN_IN_LIMIT')],
  request: { body: body(nonceRequest) },
  responses: { 200: answer(nonceAnswer, 'The full message to sign'), ...refusals(400, 415, 422, 429) },
});

const verifyRoute = route({
  operationId: 'verifySignature',
  method: 'post',
  path: '/auth/verify',
  tags,
  summary: 'Sign in with the signed message',
  middleware: [limited('SIGN_IN_LIMIT')],
  request: { body: body(verifyRequest) },
  responses: {
    200: answer(verifyAnswer, 'A session token for 24 hours'),
    ...refusals(400, 401, 415, 422, 429, 503),
  },
});

const logoutRoute = route({
  operationId: 'logout',
  method: 'post',
  path: '/auth/logout',
  tags,
  summary: 'End the session',
  ...forWallet(),
  responses: { 200: answer(z.null(), 'The token no longer works'), ...refusals(401) },
});

export const authRoutes = new OpenAPIHono<AppEnv>()
  .openapi(nonceRoute, async (c) => ok(c, await createNonce(c.get('ctx'), c.req.valid('json'))))
  .openapi(verifyRoute, async (c) => ok(c, await verifySignIn(c.get('ctx'), c.req.valid('json'))))
  .openapi(logoutRoute, async (c) => {
    await logout(walletCtx(c));
    return ok(c, null);
  });
