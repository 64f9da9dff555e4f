import type { DELIVERY_STATES } from '#domain/webhooks/schema.ts';
import { entriesOf, type OutboxRow } from '#worker/delivery/outbox/repository.ts';
import type { WalletCtx } from '#worker/platform/context.ts';

type DeliveryState = (typeof DELIVERY_STATES)[number];

const STATES: Readonly<Record<OutboxRow['state'], DeliveryState>> = {
  // Only letters wait for confirmation.
  awaiting_confirmation: 'pending',
  queued: 'pending',
  sent: 'delivered',
  failed: 'failed',
};

/** The API's name for the state of a call. */
export const deliveryState = ({ state }: Pick<OutboxRow, 'state'>): DeliveryState => STATES[state];

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

/** Letters to the actor: address, subject and when each was sent. */
export async function exportLetters(ctx: WalletCtx) {
  const rows = await entriesOf(ctx.db, ctx.actor.wallet, ['email']);
  return rows.map(({ kind, target, subject, state, created_at, sent_at }) => ({
    kind,
    to: target,
    subject,
    state,
    written_at: created_at,
    sent_at,
  }));
}
