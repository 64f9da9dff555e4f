import type { WalletCtx } from '../../platform/context.ts';
import { deliveriesOf } from './repository.ts';

/** Calls to places that the actor named, and notifications to browsers, with what each said. */
export async function exportDeliveries(ctx: WalletCtx) {
  const rows = await deliveriesOf(ctx.db, ctx.actor.wallet);
  return rows.map((row) => ({
    channel: row.channel,
    event_id: row.eventId,
    event: row.event,
    body: JSON.parse(row.body) as unknown,
    state: row.state,
    attempts: row.attempts,
    response_status: row.responseStatus,
    created_at: row.createdAt,
    delivered_at: row.deliveredAt,
  }));
}
