import * as webhooksApi from '#domain/webhooks/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import type { DeliveryAnswer } from '../../../../domain/webhooks/schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { deliveriesTo, redeliver } from './history.ts';
import { ownTarget } from './own.ts';

/** A page of the actor's webhook deliveries, past and pending, newest first. */
export const listWebhookDeliveries = serve(webhooksApi.listDeliveries, async (ctx, { id, ...page }) => {
  return deliveriesTo(ctx, await ownTarget(ctx, id), page);
});

/** Delivers the same event again with a full set of attempts. */
export async function redeliverToWebhook(
  ctx: WalletCtx,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryAnswer> {
  return redeliver(ctx, await ownTarget(ctx, id), deliveryId);
}

export const redeliverCall = serve(webhooksApi.redeliver, (ctx, { id, delivery_id }) =>
  redeliverToWebhook(ctx, { id, deliveryId: delivery_id }),
);
