import * as z from 'zod';
import { conflict, notFound } from '#domain/errors.ts';
import type { Page } from '#domain/page.ts';
import * as webhooksApi from '#domain/webhooks/api.ts';
import { type DeliveryAnswer, WEBHOOK_EVENTS } from '#domain/webhooks/schema.ts';
import { TIMEOUT_MS } from '#worker/delivery/calls/call.ts';
import { deliveryState } from '#worker/delivery/export.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { once } from '#worker/platform/db/once.ts';
import { cursorOf, type PageInput, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { KEPT_DAYS } from './channel.ts';
import { findDelivery, guardDone, listDeliveries, restartDelivery, type Target } from './repository.ts';
import { ownTarget } from './webhooks.ts';

/** Deliveries per page by default. */
const PAGE = 50;

/** A page of deliveries to a webhook, newest first. */
async function deliveriesTo(
  ctx: Ctx,
  target: Target,
  { cursor, limit = PAGE }: PageInput,
): Promise<Page<DeliveryAnswer>> {
  const from = cursorOf({ cursor }, 'string', true);
  const page = await readPage(
    { limit },
    from,
    (count) => listDeliveries(ctx.db, target, count, from),
    ({ created_at, id }) => ({ at: created_at, id }),
  );
  return { ...page, data: page.data.map(present) };
}

/** Restarts a delivery with the same event and body. 404 if missing, 409 while it is in progress. */
async function redeliver(ctx: Ctx, target: Target, id: string): Promise<DeliveryAnswer> {
  const read = async () => {
    const row = await findDelivery(ctx.db, target, id);
    return row && present(row);
  };
  return once(ctx, {
    read,
    write: async (mark) => {
      const restart = restartDelivery(ctx.db, target, id, nowIso(ctx));
      await commit(ctx, [guardDone(ctx.db, target, id), ...mark(id), restart], async () => {
        if (await read()) throw conflict('This delivery is still in progress.');
      });
      const restarted = await read();
      if (restarted) return restarted;
      throw notFound(`There is no such delivery. They are kept for ${KEPT_DAYS} days.`);
    },
  });
}

function present(row: OutboxRow): DeliveryAnswer {
  return {
    ...row,
    event_id: row.event_id ?? '',
    event: z.enum(WEBHOOK_EVENTS).parse(row.kind),
    state: deliveryState(row),
    problem: row.last_error === null ? null : sentence(row.last_error, row.response_status),
    next_attempt_at: row.state === 'queued' ? row.next_attempt_at : null,
    delivered_at: row.sent_at,
  };
}

function sentence(error: string, status: number | null): string {
  if (error === 'answered') return `The address answered with status ${status}.`;
  if (error === 'redirected') {
    return `The address answered with a redirect (status ${status}), which is not followed.`;
  }
  if (error === 'timed_out') return `The address did not answer within ${TIMEOUT_MS / 1000} seconds.`;
  if (error === 'unreachable') return 'The address could not be reached.';
  if (error === 'place_refused') return 'We are not allowed to call this address.';
  return 'The call could not be made, for a reason on our side.';
}

/** A page of the actor's webhook deliveries, past and pending, newest first. */
export const listWebhookDeliveries = serve(webhooksApi.listDeliveries, async (ctx, { id, ...page }) =>
  deliveriesTo(ctx, await ownTarget(ctx, id), page),
);

/** Delivers the same event again with a full set of attempts. */
export const redeliverToWebhook = serve(webhooksApi.redeliver, async (ctx, { id, delivery_id }) =>
  redeliver(ctx, await ownTarget(ctx, id), delivery_id),
);
