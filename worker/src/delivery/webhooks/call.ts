import * as z from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { open } from '../../platform/crypto/sealed.ts';
import type { Call, NoCall } from '../calls/call.ts';
import { findWebhook } from './repository.ts';
import { secretBinding, signatureOf } from './secret.ts';

interface Event {
  /** The webhook's id. */
  targetId: string;
  wallet: string;
  eventId: string;
  body: string;
}

/** The call that tells a webhook of an event, signed anew for this attempt. */
export async function webhookCall(
  ctx: Ctx,
  { targetId, wallet, eventId, body }: Event,
): Promise<Call | NoCall> {
  const webhook = await findWebhook(ctx.db, { id: targetId, wallet });
  if (!webhook) return 'target_gone';
  const sealed = await open(ctx.settings.detailsKeys, webhook.sealedSecret, secretBinding(webhook));
  const timestamp = Math.floor(ctx.clock() / 1000);
  return {
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mooring-Webhooks/1',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': await signatureOf(z.string().parse(sealed), { id: eventId, timestamp, body }),
    },
    body,
  };
}
