import * as webhooksApi from '#domain/webhooks/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { noSuchWebhook } from './own.ts';
import { presentWebhook } from './present.ts';
import { deleteDeliveries, deleteWebhook } from './repository.ts';

/** Deletes a webhook. Its pending deliveries are dropped. */
export const removeWebhook = serve(webhooksApi.deleteWebhook, async (ctx, { id }) => {
  const { wallet } = ctx.actor;
  const [[row]] = await ctx.db.batch([
    deleteWebhook(ctx.db, { id, wallet }),
    deleteDeliveries(ctx.db, { targetId: id, wallet }),
  ]);
  if (!row) throw noSuchWebhook();
  ctx.log.info('webhook_deleted', { webhook: id });
  return presentWebhook(row);
});
