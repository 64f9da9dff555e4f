import * as z from 'zod';
import { attemptCall, type Call, type NoCall } from '#worker/delivery/calls/call.ts';
import type { Channel } from '#worker/delivery/outbox/channel.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { secretBinding } from '#worker/platform/crypto/bindings.ts';
import { open } from '#worker/platform/crypto/sealed.ts';
import { findWebhook } from './repository.ts';
import { signatureOf } from './webhooks.ts';

/** Days a delivery can be viewed and redelivered after its last attempt. */
export const KEPT_DAYS = 30;

/** Events sent to the customers' webhooks. */
export const webhookChannel: Channel = {
  queue: 'outside',
  keptDays: KEPT_DAYS,
  send: (ctx, entry) => attemptCall(ctx, () => webhookCall(ctx, entry)),
};

/** The call that delivers an event to a webhook, signed for each attempt. */
async function webhookCall(ctx: Ctx, { target, wallet, event_id, body }: OutboxRow): Promise<Call | NoCall> {
  const webhook = await findWebhook(ctx.db, { id: target, wallet });
  if (!webhook || event_id === null) return 'target_gone';
  const sealed = await open(ctx.settings.detailsKeys, webhook.sealed_secret, secretBinding(webhook));
  const timestamp = Math.floor(ctx.clock() / 1000);
  return {
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mooring-Webhooks/1',
      'webhook-id': event_id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': await signatureOf(z.string().parse(sealed), { id: event_id, timestamp, body }),
    },
    body,
  };
}
