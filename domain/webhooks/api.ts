import * as z from 'zod';
import { answer, call, pageAnswer } from '#domain/http/call.ts';
import { pageQuery } from '#domain/page.ts';
import { deliveryAnswer, webhookAnswer, webhookCreated, webhookRequest } from './schema.ts';

export const TAG = 'webhooks';

const id = z.string().max(60);
const params = z.object({ id: z.string().regex(/^wh_[\da-f-]{36}$/, 'A webhook’s id is wh_ and a UUID.') });

export const createWebhook = call('createWebhook', 'POST /webhooks', {
  summary: 'Create a webhook; only the first answer contains the signing secret',
  who: 'wallet',
  idempotent: 'by content',
  body: webhookRequest,
  answers: { 201: answer(webhookCreated, 'The webhook with its secret') },
});

export const listWebhooks = call('listWebhooks', 'GET /webhooks', {
  summary: "The wallet's webhooks, newest first",
  who: 'wallet',
  answers: { 200: answer(z.array(webhookAnswer), 'The webhooks') },
});

export const deleteWebhook = call('deleteWebhook', 'DELETE /webhooks/{id}', {
  summary: 'Delete a webhook with its deliveries. Safe to repeat',
  who: 'wallet',
  limit: null,
  params,
  answers: { 200: answer(z.null(), 'It is gone') },
});

export const listDeliveries = call('listDeliveries', 'GET /webhooks/{id}/deliveries', {
  summary: 'List deliveries of the last 30 days, newest first, 50 per page by default',
  who: 'wallet',
  params,
  query: z.object(pageQuery),
  answers: { 200: pageAnswer(deliveryAnswer, 'The deliveries') },
});

export const redeliver = call('redeliver', 'POST /webhooks/{id}/deliveries/{delivery_id}/redeliver', {
  summary: 'Redeliver an event',
  who: 'wallet',
  idempotent: 'by key',
  params: params.extend({ delivery_id: id }),
  answers: { 200: answer(deliveryAnswer, 'The delivery, in progress again') },
});
