import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { pushSubscription, pushUnsubscribe } from '../../../../domain/account/profile-schema.ts';
import { forWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { forgetSubscription, storeSubscription } from './store.ts';

const shared = {
  tags: ['profile'],
  ...forWallet(limited('QUOTE_LIMIT')),
};

const storeRoute = route({
  operationId: 'createPushSubscription',
  method: 'post',
  path: '/profile/push',
  ...shared,
  summary: 'Subscribe this browser to push notifications',
  request: { body: body(pushSubscription) },
  responses: {
    200: answer(z.null(), 'The browser is subscribed'),
    ...refusals(400, 401, 413, 415, 422, 429),
  },
});

const forgetRoute = route({
  operationId: 'deletePushSubscription',
  method: 'delete',
  path: '/profile/push',
  ...shared,
  summary: 'Unsubscribe this browser from push notifications',
  request: { body: body(pushUnsubscribe) },
  responses: { 200: answer(z.null(), 'The browser is unsubscribed'), ...refusals(400, 401, 413, 422, 429) },
});

export const pushRoutes = new OpenAPIHono<AppEnv>()
  .openapi(storeRoute, async (c) => {
    await storeSubscription(walletCtx(c), c.req.valid('json'));
    return ok(c, null);
  })
  .openapi(forgetRoute, async (c) => {
    await forgetSubscription(walletCtx(c), c.req.valid('json'));
    return ok(c, null);
  });
