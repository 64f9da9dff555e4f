/** Logs as a node gives them, made from the ABI, and the records that an honest worker keeps of them. */
import { type AbiEvent, encodeAbiParameters, encodeEventTopics, type Hex, pad, toHex } from 'viem';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import { formatDay } from '#domain/days.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import type { EventName } from '#domain/registry/contract-events.ts';
import { type AuditEvent, decodeLog, type RawLog } from './events.ts';
import type { ChainReading } from './read.ts';
import type { Recorded } from './recorded.ts';
import type { AnySummary, AuditTotal, RecordedEvent, RecordedPolicy } from './schema.ts';

export const CONTRACT = `0x${'c1'.repeat(20)}`;
export const HOLDER = `0x${'a1'.repeat(20)}`;
/** March 1, 2024, 00:00 UTC, the day after a leap day. */
export const START = 1_709_251_200;
const DAY = 86_400;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const SAMPLES: Readonly<Record<string, unknown>> = {
  bytes32: pad('0x1'),
  bytes4: '0x12345678',
  bytes: '0x12345678',
  address: HOLDER,
  bool: true,
};

const abiOf = (name: EventName) =>
  insurancePaymentAbi.find((entry) => entry.type === 'event' && entry.name === name) as AbiEvent;

/** A log of an event. Arguments that aren't given have some value of their type. */
export function logOf(
  name: EventName,
  given: Record<string, unknown> = {},
  at: Partial<RawLog> = {},
): RawLog {
  const entry = abiOf(name);
  const sample = (type: string) => SAMPLES[type] ?? (/^uint(8|16|24|32)$/.test(type) ? 2 : 2n);
  const args = Object.fromEntries(
    entry.inputs.map(({ name: key = '', type }) => [key, given[key] ?? sample(type)]),
  );
  const plain = entry.inputs.filter(({ indexed }) => !indexed);
  return {
    address: CONTRACT,
    topics: encodeEventTopics({ abi: [entry], args } as never) as string[],
    data: encodeAbiParameters(
      plain,
      plain.map((input) => args[input.name ?? '']),
    ),
    block: 10,
    blockHash: pad('0xb1'),
    txHash: pad('0x7e'),
    logIndex: 0,
    time: START,
    ...at,
  };
}

export function eventOf(
  name: EventName,
  given: Record<string, unknown> = {},
  at: Partial<RawLog> = {},
): AuditEvent {
  const event = decodeLog(1337, logOf(name, given, at));
  if (!event) throw new Error(`${name} was not decoded`);
  return event;
}

export const quoteId = (index: number): Hex => pad(toHex(index + 1));
export const PREMIUM = 600_000_000_000_000_000n;

const FIRST = eventOf('PolicyPurchased', {
  quoteId: quoteId(0),
  token: NATIVE_TOKEN,
  premium: PREMIUM,
  product: 1,
  cover: 500_000,
  startDay: START / DAY,
  validUntil: START + 1800,
  start: BigInt(START),
  end: BigInt(START + 366 * DAY),
});

/** A year of home cover of 500,000 dollars for 0.6 ETH, each in a block and second of its own. */
export const purchaseOf = (index: number): AuditEvent => ({
  ...FIRST,
  block: 10 + index,
  time: START + index,
  txHash: pad(toHex(7000 + index)),
  quoteId: quoteId(index),
});

export const recordOf = (event: AuditEvent): RecordedEvent => ({
  record: 'event',
  kind: event.kind ?? 'purchased',
  chain_id: event.chainId,
  enforced_by: 'contract',
  contract: event.contract,
  tx_hash: event.txHash,
  log_index: event.logIndex,
  block: event.block,
  block_hash: event.blockHash,
  block_time: iso(event.time),
  quote_id: event.quoteId ?? '',
  holder: event.holder ?? '',
  counterparty: null,
  token: null,
  rate: null,
  claim_number: null,
  incident_at: null,
  outcome: null,
  amount: event.amount?.toString() ?? null,
  usd: event.usd,
  product_code: 1,
  coverage_usd: 500_000,
  details_hash: String(event.args.detailsHash),
  cover_from: iso(START),
  cover_until: iso(START + 366 * DAY),
  valid_until: null,
  effective_at: null,
  status: 'confirmed',
  exception: null,
  worth_cents: null,
  recorded_at: iso(event.time + 5),
  confirmed_at: iso(event.time + 20),
});

export const policyOf = (event: AuditEvent): RecordedPolicy => ({
  record: 'policy',
  chain_id: event.chainId,
  enforced_by: 'contract' as const,
  contract: event.contract,
  quote_id: event.quoteId ?? '',
  holder: HOLDER,
  token: null,
  premium: PREMIUM.toString(),
  product_code: 1,
  status: 'active',
  coverage_usd: 500_000,
  start_date: '2024-03-01',
  policy_start_date: '2024-03-01',
  end_date: formatDay(START / DAY + 365),
  valid_until: iso(Number(event.args.validUntil)),
  details_hash: String(event.args.detailsHash),
  cover_from: iso(START),
  cover_until: iso(START + 366 * DAY),
  paid_out_usd: 0,
  premium_usd: 1200,
  purchase_tx: event.txHash,
  fee_bps: 250,
  in_review: false,
  sale: {
    premium_usd: 1200,
    coverage_usd: 500_000,
    symbol: 'ETH',
    decimals: 18,
    rate: '2000',
    source: 'reference',
    at: iso(event.time - 60),
    round: null,
  },
  recorded_at: iso(event.time + 5),
  opened: { at: iso(event.time + 5), tx_hash: event.txHash },
  last_step: { at: iso(event.time + 20), status: 'active' },
});

/** A chain whose newest block is a day after its last event. */
export function readingOf(events: readonly AuditEvent[], changes: Partial<ChainReading> = {}): ChainReading {
  const last = events.at(-1);
  return {
    chain: {
      chainId: 1337,
      name: 'Ganache Local',
      contracts: [CONTRACT],
      fromBlock: 1,
      confirmations: 3,
      currencies: [{ symbol: 'ETH', decimals: 18, token: null }],
    },
    head: { number: (last?.block ?? 0) + 100, hash: pad('0xff'), time: (last?.time ?? START) + DAY },
    events,
    unknown: [],
    pools: [],
    ...changes,
  };
}

/** What an honest worker with so many of these policies states besides, a day after the last one. */
export const statementsOf = (policies: number): Omit<AnySummary, 'chains'> => ({
  figures: {
    claims_paid_usd: 0,
    cover_in_force_usd: 500_000 * policies,
    policies_in_force: policies,
    day: '2024-03-02',
  },
  platform_fee: { bps: 250, changes: [] },
  figures_check: null,
  as_of: iso(START + 2 * DAY),
});

/** What an honest worker says that has read to this block. */
export function recordedOf(
  records: Recorded['records'],
  totals: readonly AuditTotal[],
  readTo: number | null,
): Recorded {
  const chain = { chain_id: 1337, enforced_by: 'contract' as const, contracts: [CONTRACT] };
  const policies = records.filter(({ record }) => record === 'policy').length;
  return {
    records,
    withoutContract: [],
    claims: [],
    chainIds: [chain.chain_id],
    summary: {
      chains: [{ ...chain, read_to: readTo, swept_to: null, totals: [...totals] }],
      ...statementsOf(policies),
    },
    offChainPayments: [],
    offered: [chain],
  };
}

export const purchaseTotal = (events: number): AuditTotal => ({
  contract: CONTRACT,
  token: null,
  kind: 'purchased',
  events,
  usd: 0,
  amount: (PREMIUM * BigInt(events)).toString(),
});
