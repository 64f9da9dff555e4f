import type { Page } from '../../../../domain/page.ts';
import type { DeliveryAnswer } from '../../../../domain/webhooks/schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import type { PageInput } from '../../platform/db/page.ts';
import { deliveriesTo, redeliver } from './history.ts';
import { ownTarget } from './own.ts';

/** A page of what was or is to be delivered to the actor's webhook, newest first. */
export async function listWebhookDeliveries(
  ctx: WalletCtx,
  { id, ...page }: PageInput & { id: string },
): Promise<Page<DeliveryAnswer>> {
  return deliveriesTo(ctx, await ownTarget(ctx, id), page);
}

/** Delivers the same event again, with all attempts before it. */
export async function redeliverToWebhook(
  ctx: WalletCtx,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryAnswer> {
  return redeliver(ctx, await ownTarget(ctx, id), deliveryId);
}
