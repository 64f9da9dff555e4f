import type { EventData, WebhookEvent } from '#domain/webhooks/schema.ts';
import { type JsonValue, jsonObject } from '#worker/delivery/calls/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { insertCalls } from './repository.ts';

/** Each value itself, or an expression that the same batch evaluates. */
type Data<Event extends WebhookEvent> = { [Key in keyof EventData<Event>]: JsonValue };

/**
 * Statement that sends an event to the wallet's webhooks, for the batch that causes it.
 * @param key identifies the occurrence; the same key is sent once
 */
export function emitEvent<Event extends WebhookEvent>(
  ctx: Ctx,
  wallet: string,
  event: Event,
  key: string,
  data: Data<Event>,
): Statement {
  const now = nowIso(ctx);
  const eventId = `evt_${event.replace('.', '_')}_${key}`;
  const body = jsonObject({
    id: eventId,
    type: event,
    timestamp: now,
    data: jsonObject(data as Readonly<Record<string, JsonValue>>),
  });
  return insertCalls(ctx.db, wallet, { eventId, event, body, now });
}
