/** The server's records as of an earlier moment, rebuilt from its ledger: what a policy is today says nothing about then. */
import { grouped } from '#domain/grouped.ts';
import { paidOutside } from './compare-policies.ts';
import type { AnyEvent, AnyPolicy } from './compare-sale.ts';
import { type ChainReading, type Rpc, readBlock } from './read.ts';
import { Paid, type Recorded } from './recorded.ts';
import { type AnyRecord, isOfContract, type RecordedClaim } from './schema.ts';

/** A block of the one chain that is named, or seconds since 1970. */
export type AsOf = { block: number } | { time: number };

/**
 * What the command's argument names: a block number, a day (its end) or a moment.
 * @throws Error with a sentence for anything else
 */
export function parseAsOf(text: string): AsOf {
  if (/^\d{1,15}$/.test(text)) return { block: Number(text) };
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = Date.parse(isDay ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(at) || !/^\d{4}-\d{2}-\d{2}/.test(text)) {
    throw new Error(`${text} is neither a block number nor a date such as 2026-11-30.`);
  }
  return { time: at / 1000 + (isDay ? 86_399 : 0) };
}

/** The number of the last block at or before a time; null if even the first one is later. */
export async function blockAt(rpc: Rpc, time: number): Promise<number | null> {
  const newest = await readBlock(rpc, 'latest');
  if (newest.time <= time) return newest.number;
  let [known, later] = [-1, newest.number];
  while (later - known > 1) {
    const middle = Math.floor((known + later) / 2);
    if ((await readBlock(rpc, middle)).time <= time) known = middle;
    else later = middle;
  }
  return known < 0 ? null : known;
}

const isEvent = (record: AnyRecord): record is AnyEvent => record.record === 'event';
const keyOf = ({ chain_id, quote_id }: Pick<AnyEvent, 'chain_id' | 'quote_id'>) =>
  `${chain_id}:${quote_id}`.toLowerCase();

/** A policy as its events up to then leave it. */
function rebuilt(policy: AnyPolicy, events: readonly AnyEvent[], outsideUsd: number): AnyPolicy | null {
  const paid = new Paid();
  for (const event of events) paid.add(event);
  const { purchase, refunds } = paid.of(policy);
  if (!purchase) return null;
  const back = refunds.at(-1);
  const status = back?.outcome ?? 'active';
  const holder = events.findLast(({ kind, status: its }) => kind === 'holder_changed' && its === 'confirmed');
  const claims = events.filter(({ kind, status: its }) => kind === 'claim_paid' && its === 'confirmed');
  return {
    ...policy,
    holder: holder?.counterparty ?? purchase.holder,
    cover_from: purchase.cover_from,
    cover_until: back?.cover_until ?? purchase.cover_until ?? policy.cover_until,
    paid_out_usd: claims.reduce((sum, { usd }) => sum + (usd ?? 0), outsideUsd),
    // Whether it waited for an administrator is not in the ledger.
    status,
    in_review: false,
    last_step: { at: purchase.recorded_at, status },
  };
}

/** A claim as its timeline had it then; null if it was not made yet. */
function claimThen(claim: RecordedClaim, time: number, payouts: ReadonlySet<string>): RecordedClaim | null {
  const paidThen = claim.paid_by !== null && payouts.has(claim.paid_by.tx_hash.toLowerCase());
  const outside = claim.outside && Date.parse(claim.outside.paid_at) / 1000 <= time ? claim.outside : null;
  // Its payment is recorded a moment after its block.
  const timeline = claim.timeline.filter(
    ({ at, kind }) => Date.parse(at) / 1000 <= time || (paidThen && kind !== 'call_requested'),
  );
  const last = timeline.at(-1);
  if (!last) return null;
  return { ...claim, paid_by: paidThen ? claim.paid_by : null, outside, timeline, status: last.status };
}

/**
 * @param readings the chains as they were read, each to its block of that moment
 * @param time seconds since 1970
 */
export function recordedAsOf(recorded: Recorded, readings: readonly ChainReading[], time: number): Recorded {
  const heads = new Map<number | string, number>(
    readings.map(({ chain, head }) => [chain.chainId, head.number]),
  );
  const happened = (event: AnyEvent) => {
    const head = heads.get(event.chain_id);
    return head === undefined ? Date.parse(event.block_time) / 1000 <= time : event.block <= head;
  };
  const all: readonly AnyRecord[] = [...recorded.records, ...recorded.withoutContract];
  const events = all.filter(isEvent).filter(happened);
  const byPolicy = grouped(events, keyOf);
  const offChainPayments = recorded.offChainPayments.filter(
    ({ paid_at }) => Date.parse(paid_at) / 1000 <= time,
  );
  const outside = paidOutside(offChainPayments);
  const policies = all.flatMap((record) => {
    if (isEvent(record)) return [];
    const its = byPolicy.get(keyOf(record)) ?? [];
    return rebuilt(record, its, outside.get(record.quote_id.toLowerCase()) ?? 0) ?? [];
  });
  const payouts = new Set(
    events.filter(({ kind }) => kind === 'claim_paid').map(({ tx_hash }) => tx_hash.toLowerCase()),
  );
  const records = [...events, ...policies];
  return {
    ...recorded,
    offChainPayments,
    records: records.filter(isOfContract),
    withoutContract: records.filter((record) => !isOfContract(record)),
    claims: recorded.claims.flatMap((claim) => claimThen(claim, time, payouts) ?? []),
  };
}
