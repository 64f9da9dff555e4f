import { entriesOf } from '#worker/delivery/outbox/repository.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { deliveryState } from './state.ts';

/** Calls to the actor's webhooks and browsers, each with its outcome. */
export async function exportDeliveries(ctx: WalletCtx) {
  const rows = await entriesOf(ctx.db, ctx.actor.wallet, ['webhook', 'push']);
  return rows.map((row) => ({
    channel: row.channel,
    event_id: row.event_id,
    event: row.kind,
    body: JSON.parse(row.body) as unknown,
    state: deliveryState(row),
    attempts: row.attempts,
    response_status: row.response_status,
    created_at: row.created_at,
    delivered_at: row.sent_at,
  }));
}
