/** Compares what the contracts reported with what the server has recorded, line by line. */
import { NO_QUOTE } from '#domain/registry/schema.ts';
import { moneyOf } from './chains.ts';
import { compareClaims } from './compare-claims.ts';
import { compareContracts } from './compare-contracts.ts';
import {
  type Basis,
  compareEvent,
  eventKey,
  lineOf,
  recordWithoutEvent,
  whyUnrecorded,
} from './compare-events.ts';
import { compareFigures } from './compare-figures.ts';
import { comparePolicy, paidOutside, policyWithoutRecord } from './compare-policies.ts';
import { compareTotals, RecordedTotals } from './compare-totals.ts';
import type { AuditEvent } from './events.ts';
import { isOwed } from './liabilities.ts';
import { type Line, lineWith } from './lines.ts';
import type { ChainReading } from './read.ts';
import { Paid, type Recorded } from './recorded.ts';
import type { RecordedEvent, RecordedPolicy } from './schema.ts';
import { applyToPolicies, type ChainPolicy, policyKey } from './standing.ts';

/** An event older than this, by its chain's time, must be recorded wherever the server says it has read to. Seconds. */
const GRACE = 600;

function basisOf(readings: readonly ChainReading[], { summary }: Recorded): Basis {
  const chains = new Map(readings.map((reading) => [reading.chain.chainId, reading]));
  const readTo = new Map<number, number>();
  for (const { chain_id, read_to } of summary.chains) {
    if (read_to !== null) readTo.set(chain_id, read_to);
  }
  const young = (event: AuditEvent) => {
    const reading = chains.get(event.chainId);
    if (!reading) return false;
    const { head, chain } = reading;
    if (head.number - event.block + 1 < chain.confirmations) return true;
    return head.time - event.time < GRACE && event.block > (readTo.get(event.chainId) ?? -1);
  };
  return { chains, young, money: moneyOf(readings), readTo, asOf: summary.as_of };
}

/** What is left to do once the refund of a payment without a policy was looked for. */
const owedLine = (line: Line): Line => ({
  ...line,
  result: 'owed',
  explanation:
    'This payment bought no policy, as our records say too. It is owed back to the payer and stays a difference until its refund’s event.',
});

/**
 * The server's records against the chain's events.
 * @param sums whether the server's own sums and its list of contracts are compared, which are those of today
 */
export function reconcile(
  readings: readonly ChainReading[],
  recorded: Recorded,
  { sums } = { sums: true },
): Line[] {
  const lines: Line[] = [];
  const basis = basisOf(readings, recorded);
  const { young, money } = basis;

  // Records by place. A purchase is found by its quote, because its log index can change when it is mined again.
  const byPlace = new Map<string, RecordedEvent>();
  const policies: RecordedPolicy[] = [];
  const events: RecordedEvent[] = [];
  const paid = new Paid();
  const key = (record: RecordedEvent) =>
    record.kind === 'purchased'
      ? `${record.chain_id}:${record.tx_hash.toLowerCase()}:${record.quote_id.toLowerCase()}`
      : eventKey(record.chain_id, record.tx_hash, record.log_index);
  for (const record of recorded.records) {
    if (record.record === 'policy') {
      policies.push(record);
      continue;
    }
    events.push(record);
    byPlace.set(key(record), record);
  }

  const used = new Set<RecordedEvent>();
  const expectedTotals = new RecordedTotals();
  const state = new Map<string, ChainPolicy>();
  /** Where the lines of purchases that became no policy are, by what they would have bought; null for what nobody is owed. */
  const exceptions = new Map<string, number | null>();
  /** Policies of which an event is not decided yet. */
  const undecided = new Set<string>();
  for (const reading of readings) {
    for (const event of reading.events) {
      if (event.kind === null) continue;
      const quoteId = event.quoteId ?? NO_QUOTE;
      const place =
        event.kind === 'purchased'
          ? `${event.chainId}:${event.txHash}:${quoteId}`
          : eventKey(event.chainId, event.txHash, event.logIndex);
      const record = byPlace.get(place) ?? byPlace.get(eventKey(event.chainId, event.txHash, event.logIndex));
      if (record) {
        used.add(record);
        paid.add(record);
      }
      const isYoung = young(event);
      const policy = policyKey({ chainId: event.chainId, quoteId });
      if (!record || record.status === 'orphaned') {
        const line = lineOf(event, money(event.chainId));
        if (isYoung) {
          undecided.add(policy);
          const explanation = 'This is so new that the server may not have read it yet.';
          lines.push(lineWith({ ...line, result: 'waiting', explanation }));
        } else {
          const explanation = whyUnrecorded(event, basis, record !== undefined);
          lines.push(lineWith({ ...line, result: 'unrecorded', explanation }));
          expectedTotals.add(event);
        }
      } else {
        const count = lines.push(compareEvent(event, record, basis));
        if (record.exception) exceptions.set(policy, isOwed(record) ? count - 1 : null);
        if (record.status === 'confirmed') expectedTotals.add(event);
        if (record.status === 'unconfirmed' && isYoung && event.kind !== 'purchased') undecided.add(policy);
      }
      applyToPolicies(state, event);
    }
  }
  for (const [policy, index] of exceptions) {
    if (index === null) continue;
    const line = lines[index];
    if (state.get(policy)?.status === 'active' && line?.result === 'matched') lines[index] = owedLine(line);
  }

  for (const record of events) {
    if (!used.has(record) && record.status !== 'orphaned') lines.push(recordWithoutEvent(record, basis));
  }

  const outside = paidOutside(recorded.offChainPayments);
  const seen = new Set<string>();
  for (const record of policies) {
    const quoteId = record.quote_id.toLowerCase();
    const id = policyKey({ chainId: record.chain_id, quoteId });
    seen.add(id);
    lines.push(
      comparePolicy(record, {
        chains: basis.chains,
        policy: state.get(id) ?? null,
        undecided: undecided.has(id),
        paidOutside: outside.get(quoteId) ?? 0,
        fee: recorded.summary.platform_fee,
        ...paid.of(record),
      }),
    );
  }
  for (const policy of state.values()) {
    const id = policyKey(policy);
    if (!seen.has(id) && !exceptions.has(id) && !undecided.has(id)) lines.push(policyWithoutRecord(policy));
  }

  for (const line of compareClaims(recorded)) lines.push(line);
  if (sums) {
    lines.push(...compareTotals(readings, recorded.summary, expectedTotals, money));
    lines.push(...compareFigures(recorded));
    lines.push(...compareContracts(readings, recorded));
  }
  return lines;
}
