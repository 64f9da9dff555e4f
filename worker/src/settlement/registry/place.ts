import type { RecordedPlace } from '#domain/registry/schema.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';

/** What a recorded event says of its block. */
export const presentPlace = (event: ChainEventRow): RecordedPlace => ({
  ...event,
  log_index: event.event_index,
  block: event.block_number,
  holder: event.wallet,
});
