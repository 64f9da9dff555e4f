import type { EventData, WebhookEvent } from '../../../../domain/webhooks/schema.ts';
import { type Ctx, nowIso } from '../../platform/context.ts';
import type { Statement } from '../../platform/db/client.ts';
import { insertForPush, insertForWebhooks, type JsonValue, jsonBody, jsonObject } from './repository.ts';

export { claimIdOf, claimNumberOf, policyIdOf, policyNumberOf } from './repository.ts';
export type { JsonValue };

/** Each value as it is, or as what the same batch will make it. */
type Data<Event extends WebhookEvent> = { [Key in keyof EventData<Event>]: JsonValue };

/**
 * A statement that tells the wallet's webhooks of an event, for the batch of the use-case that causes it.
 * @param key tells this happening from others of its kind: the same key is told once
 */
export function emitEvent<Event extends WebhookEvent>(
  ctx: Ctx,
  wallet: string,
  event: Event,
  key: string,
  data: Data<Event>,
): Statement {
  ctx.outbox.called = true;
  const now = nowIso(ctx);
  const eventId = `evt_${event.replace('.', '_')}_${key}`;
  const body = jsonObject({
    id: eventId,
    type: event,
    timestamp: now,
    data: jsonObject(data as Readonly<Record<string, JsonValue>>),
  });
  return insertForWebhooks(ctx.db, wallet, { eventId, event, body, now });
}

export interface Push {
  title: string;
  body: string;
  /** Where a click leads, from the site's root. */
  path: string;
}

/** Most characters of a title and of a text: in any script they fit into what a push service takes, 4 KB encrypted. */
const LONGEST = { title: 150, body: 500 } as const;
const clip = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** A statement that shows a notification in the wallet's browsers, if it wants that. */
export function pushNotification(ctx: Ctx, wallet: string, key: string, push: Push): Statement {
  ctx.outbox.called = true;
  const eventId = `ntf_${key}`;
  const body = jsonBody({
    title: clip(push.title, LONGEST.title),
    body: clip(push.body, LONGEST.body),
    path: push.path,
    tag: eventId,
  });
  return insertForPush(ctx.db, wallet, { eventId, event: 'notification', body, now: nowIso(ctx) });
}
