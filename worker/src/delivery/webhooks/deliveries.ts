import * as webhooksApi from '#domain/webhooks/api.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { deliveriesTo, redeliver } from './history.ts';
import { ownTarget } from './own.ts';

/** A page of the actor's webhook deliveries, past and pending, newest first. */
export const listWebhookDeliveries = serve(webhooksApi.listDeliveries, async (ctx, { id, ...page }) =>
  deliveriesTo(ctx, await ownTarget(ctx, id), page),
);

/** Delivers the same event again with a full set of attempts. */
export const redeliverToWebhook = serve(webhooksApi.redeliver, async (ctx, { id, delivery_id }) =>
  redeliver(ctx, await ownTarget(ctx, id), delivery_id),
);
