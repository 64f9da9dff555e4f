import { OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { pageQuery } from '../../../../domain/page.ts';
import {
  deliveryAnswer,
  webhookAnswer,
  webhookCreated,
  webhookRequest,
} from '../../../../domain/webhooks/schema.ts';
import { forWallet, walletCtx } from '../../identity/wallet/guard.ts';
import type { AppEnv } from '../../platform/http/env.ts';
import { idempotent, idempotentByContent } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/limits.ts';
import { answer, body, idempotencyHeader, pageAnswer, refusals } from '../../platform/http/openapi.ts';
import { ok, route } from '../../platform/http/route.ts';
import { createWebhook } from './create.ts';
import { removeWebhook } from './delete.ts';
import { listWebhookDeliveries, redeliverToWebhook } from './deliveries.ts';
import { listOwnWebhooks } from './own.ts';

const shared = { tags: ['webhooks'], ...forWallet() };
const posting = { ...shared, ...forWallet(limited('QUOTE_LIMIT'), idempotent) };
const id = z.string().max(60);

const createWebhookRoute = route({
  operationId: 'createWebhook',
  method: 'post',
  path: '/webhooks',
  ...shared,
  ...forWallet(limited('QUOTE_LIMIT'), idempotentByContent),
  summary: 'Create a webhook; only this response contains the signing secret',
  request: { headers: idempotencyHeader, body: body(webhookRequest) },
  responses: {
    201: answer(webhookCreated, 'The webhook with its secret'),
    ...refusals(400, 401, 409, 413, 415, 422, 429),
  },
});

const listRoute = route({
  operationId: 'listWebhooks',
  method: 'get',
  path: '/webhooks',
  ...shared,
  summary: "The wallet's webhooks, newest first",
  responses: { 200: answer(z.array(webhookAnswer), 'The webhooks'), ...refusals(401) },
});

const deleteRoute = route({
  operationId: 'deleteWebhook',
  method: 'delete',
  path: '/webhooks/{id}',
  ...shared,
  summary: 'Delete a webhook with its deliveries',
  request: { params: z.object({ id }) },
  responses: { 200: answer(webhookAnswer, 'The webhook as it was'), ...refusals(401, 404, 422) },
});

const deliveriesRoute = route({
  operationId: 'listDeliveries',
  method: 'get',
  path: '/webhooks/{id}/deliveries',
  ...shared,
  summary: 'List deliveries of the last 30 days, newest first, 50 per page by default',
  request: {
    params: z.object({ id }),
    query: z.object(pageQuery),
  },
  responses: { 200: pageAnswer(deliveryAnswer, 'The deliveries'), ...refusals(401, 404, 422) },
});

const redeliverRoute = route({
  operationId: 'redeliver',
  method: 'post',
  path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver',
  ...posting,
  summary: 'Redeliver an event',
  request: { params: z.object({ id, delivery_id: id }), headers: idempotencyHeader },
  responses: {
    200: answer(deliveryAnswer, 'The delivery, in progress again'),
    ...refusals(401, 404, 409, 422, 429),
  },
});

export const webhookRoutes = new OpenAPIHono<AppEnv>()
  .openapi(createWebhookRoute, async (c) => {
    const data = await createWebhook(walletCtx(c), c.req.valid('json'));
    return c.json({ success: true as const, data }, 201);
  })
  .openapi(listRoute, async (c) => ok(c, await listOwnWebhooks(walletCtx(c))))
  .openapi(deleteRoute, async (c) => ok(c, await removeWebhook(walletCtx(c), c.req.valid('param').id)))
  .openapi(deliveriesRoute, async (c) => {
    const input = { ...c.req.valid('param'), ...c.req.valid('query') };
    return c.json({ success: true as const, ...(await listWebhookDeliveries(walletCtx(c), input)) }, 200);
  })
  .openapi(redeliverRoute, async (c) => {
    const params = c.req.valid('param');
    const data = await redeliverToWebhook(walletCtx(c), { id: params.id, deliveryId: params.delivery_id });
    return ok(c, data);
  });
