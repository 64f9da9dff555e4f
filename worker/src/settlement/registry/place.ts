import type { RecordedPlace } from '#domain/registry/schema.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';

/** What a recorded event says of its block. */
export const presentPlace = (event: ChainEventRow): RecordedPlace => ({
  kind: event.kind,
  contract: event.contract,
  tx_hash: event.tx_hash,
  log_index: event.event_index,
  block: event.block_number,
  block_hash: event.block_hash,
  block_time: event.block_time,
  holder: event.wallet,
  amount: event.amount,
  usd: event.usd,
  rate: event.rate,
  claim_number: event.claim_number,
  incident_at: event.incident_at,
  outcome: event.outcome,
});
