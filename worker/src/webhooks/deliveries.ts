import type { DeliveryAnswer } from '../../../domain/webhooks/schema.ts';
import type { WalletCtx } from '../context.ts';
import { deliveriesTo, redeliver } from '../deliveries/history.ts';
import { ownTarget } from './own.ts';

/** What was or is to be delivered to the actor's webhook, newest first, 50 at most; `before` is the last one seen. */
export async function listWebhookDeliveries(
  ctx: WalletCtx,
  { id, before }: { id: string; before?: string },
): Promise<DeliveryAnswer[]> {
  return deliveriesTo(ctx, await ownTarget(ctx, id), before);
}

/** Delivers the same event again, with all attempts before it. */
export async function redeliverToWebhook(
  ctx: WalletCtx,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryAnswer> {
  return redeliver(ctx, await ownTarget(ctx, id), deliveryId);
}
