import type { DELIVERY_STATES } from '#domain/webhooks/schema.ts';
import type { OutboxRow } from '#worker/delivery/outbox/repository.ts';

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
