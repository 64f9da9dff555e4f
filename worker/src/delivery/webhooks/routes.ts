import * as z from 'zod';
import { pageQuery } from '../../../../domain/page.ts';
import {
  deliveryAnswer,
  SECRET_SHOWN,
  webhookAnswer,
  webhookCreated,
  webhookRequest,
} from '../../../../domain/webhooks/schema.ts';
import { forWallet } from '../../identity/wallet/guard.ts';
import { endpoint, reply, routes } from '../../platform/http/endpoint.ts';
import { answer, pageAnswer } from '../../platform/http/openapi.ts';
import { createWebhook } from './create.ts';
import { removeWebhook } from './delete.ts';
import { listWebhookDeliveries, redeliverToWebhook } from './deliveries.ts';
import { listOwnWebhooks } from './own.ts';

const id = z.string().max(60);

export const webhookRoutes = routes('webhooks', [
  endpoint('POST /webhooks', {
    operationId: 'createWebhook',
    summary: 'Create a webhook; only the first answer contains the signing secret',
    guard: forWallet,
    idempotent: 'by content',
    body: webhookRequest,
    answers: { 201: answer(webhookCreated, 'The webhook with its secret') },
    refuses: [409],
    run: async (ctx, input) => {
      const data = await createWebhook(ctx, input);
      return reply({ data, message: data.secret === null ? SECRET_SHOWN : undefined });
    },
  }),
  endpoint('GET /webhooks', {
    operationId: 'listWebhooks',
    summary: "The wallet's webhooks, newest first",
    guard: forWallet,
    answers: { 200: answer(z.array(webhookAnswer), 'The webhooks') },
    run: listOwnWebhooks,
  }),
  endpoint('DELETE /webhooks/{id}', {
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook with its deliveries',
    guard: forWallet,
    limit: null,
    params: z.object({ id }),
    answers: { 200: answer(webhookAnswer, 'The webhook as it was') },
    refuses: [404],
    run: (ctx, { id }) => removeWebhook(ctx, id),
  }),
  endpoint('GET /webhooks/{id}/deliveries', {
    operationId: 'listDeliveries',
    summary: 'List deliveries of the last 30 days, newest first, 50 per page by default',
    guard: forWallet,
    params: z.object({ id }),
    query: z.object(pageQuery),
    answers: { 200: pageAnswer(deliveryAnswer, 'The deliveries') },
    refuses: [404],
    run: listWebhookDeliveries,
  }),
  endpoint('POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', {
    operationId: 'redeliver',
    summary: 'Redeliver an event',
    guard: forWallet,
    idempotent: 'by key',
    params: z.object({ id, delivery_id: id }),
    answers: { 200: answer(deliveryAnswer, 'The delivery, in progress again') },
    refuses: [404, 409],
    run: (ctx, { id, delivery_id }) => redeliverToWebhook(ctx, { id, deliveryId: delivery_id }),
  }),
]);
