import * as webhooksApi from '#domain/webhooks/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { noSuchWebhook } from './own.ts';
import { deleteDeliveries, deleteWebhook, webhooksWithId } from './repository.ts';

/** Deletes a webhook. Its pending deliveries are dropped. One that is already gone is no error; another wallet's is a 404. */
export const removeWebhook = serve(webhooksApi.deleteWebhook, async (ctx, { id }) => {
  const { wallet } = ctx.actor;
  const [, , others] = await ctx.db.batch([
    deleteWebhook(ctx.db, { id, wallet }),
    deleteDeliveries(ctx.db, { targetId: id, wallet }),
    webhooksWithId(ctx.db, id),
  ]);
  if (others.length > 0) throw noSuchWebhook();
  ctx.log.info('webhook_deleted', { webhook: id });
});
