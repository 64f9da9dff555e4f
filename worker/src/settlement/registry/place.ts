import type { RecordedPlace } from '#domain/registry/schema.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';

/** What a recorded event says of its block. */
export const presentPlace = (event: ChainEventRow): RecordedPlace => ({
  kind: event.kind,
  contract: event.contract,
  tx_hash: event.txHash,
  log_index: event.eventIndex,
  block: event.blockNumber,
  block_hash: event.blockHash,
  block_time: event.blockTime,
  holder: event.wallet,
  amount: event.amount,
  usd: event.usd,
  rate: event.rate,
  claim_number: event.claimNumber,
  incident_at: event.incidentAt,
  outcome: event.outcome,
});
