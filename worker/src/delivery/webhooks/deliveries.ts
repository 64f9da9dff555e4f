import type { Page } from '../../../../domain/page.ts';
import type { DeliveryAnswer } from '../../../../domain/webhooks/schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import type { PageInput } from '../../platform/db/page.ts';
import { deliveriesTo, redeliver } from './history.ts';
import { ownTarget } from './own.ts';

/** A page of the actor's webhook deliveries, past and pending, newest first. */
export async function listWebhookDeliveries(
  ctx: WalletCtx,
  { id, ...page }: PageInput & { id: string },
): Promise<Page<DeliveryAnswer>> {
  return deliveriesTo(ctx, await ownTarget(ctx, id), page);
}

/** Delivers the same event again with a full set of attempts. */
export async function redeliverToWebhook(
  ctx: WalletCtx,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryAnswer> {
  return redeliver(ctx, await ownTarget(ctx, id), deliveryId);
}
