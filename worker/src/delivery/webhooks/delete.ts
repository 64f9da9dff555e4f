import type { WebhookAnswer } from '../../../../domain/webhooks/schema.ts';
import type { WalletCtx } from '../../platform/context.ts';
import { noSuchWebhook } from './own.ts';
import { presentWebhook } from './present.ts';
import { deleteDeliveries, deleteWebhook } from './repository.ts';

/** Deletes a webhook. Its pending deliveries are dropped. */
export async function removeWebhook(ctx: WalletCtx, id: string): Promise<WebhookAnswer> {
  const { wallet } = ctx.actor;
  const [[row]] = await ctx.db.batch([
    deleteWebhook(ctx.db, { id, wallet }),
    deleteDeliveries(ctx.db, { targetId: id, wallet }),
  ]);
  if (!row) throw noSuchWebhook();
  ctx.log.info('webhook_deleted', { webhook: id });
  return presentWebhook(row);
}
