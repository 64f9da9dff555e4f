import * as z from 'zod';
import { WEBHOOK_EVENTS, type WebhookAnswer } from '#domain/webhooks/schema.ts';
import type { WebhookRow } from './repository.ts';

const eventList = z.array(z.enum(WEBHOOK_EVENTS));

export function presentWebhook({ id, url, events, created_at }: WebhookRow): WebhookAnswer {
  return { id, url, events: eventList.parse(JSON.parse(events)), created_at };
}
