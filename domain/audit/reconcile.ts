/** Compares what the contracts reported with what the server has recorded, line by line. */
import { formatDay } from '../days.ts';
import { formatUsd } from '../money.ts';
import { NATIVE_TOKEN } from '../quote/typed-data.ts';
import type { OtherPayment, RecordedKind } from '../registry/schema.ts';
import { decimalsOf, lower, moneyOf } from './chains.ts';
import { type AuditEvent, describeEvent, type Money } from './events.ts';
import {
  differing,
  expected,
  FIELDS,
  iso,
  MONEY_FIELDS,
  native,
  STATUS_ON_CHAIN,
  same,
  sentence,
  shown,
} from './fields.ts';
import type { FieldDifference, Line } from './lines.ts';
import type { AuditedChain, ChainReading, Found } from './read.ts';
import type { AnyRecord, AuditRecord, AuditSummary, RecordedEvent, RecordedPolicy } from './schema.ts';
import { type Progress, sliced } from './slices.ts';
import { applyToPolicies, type ChainPolicy, policyKey } from './standing.ts';

/** An event older than this, by its chain's time, must be recorded wherever the server says it has read to. Seconds. */
export const GRACE = 600;

/** Everything that the server says about itself. */
export interface Recorded {
  records: readonly AuditRecord[];
  /** Records of chains without a contract: each can be looked up in its block, but nothing proves that none is missing. */
  withoutContract: readonly AnyRecord[];
  summary: AuditSummary;
  /** Claims paid outside the chain. */
  otherPayments: readonly OtherPayment[];
  /** The contracts that the API offers, by chain. */
  offered: readonly { chain_id: number; contracts: readonly string[] }[];
}

const eventKey = (chainId: number, txHash: string, logIndex: number) =>
  `${chainId}:${txHash.toLowerCase()}:${logIndex}`;

const lineOf = (event: AuditEvent, money: Money): Omit<Line, 'result' | 'explanation' | 'differences'> => ({
  about: 'event',
  chainId: event.chainId,
  contract: event.contract,
  quoteId: event.quoteId,
  txHash: event.txHash,
  logIndex: event.logIndex,
  block: event.block,
  what: describeEvent(event, money),
});

/** What each kind is called beside a sum. */
const KIND_NAMES: Readonly<Record<RecordedKind, string>> = {
  purchased: 'premiums',
  claim_paid: 'paid claims',
  premium_refunded: 'refunds',
  payment_owed: 'payments owed',
  owed_paid: 'payments that were owed and taken',
  holder_changed: 'changes of holder',
  payout_proposed: 'proposed payouts',
  payout_vetoed: 'vetoed payouts',
  cancellation_consented: 'consents to refunds',
  consent_revoked: 'revoked consents',
  holder_change_proposed: 'proposed changes of holder',
  holder_change_confirmed: 'confirmations of changes of holder',
  holder_change_contested: 'objections to changes of holder',
  holder_change_stopped: 'stopped changes of holder',
  paid_in_error: 'money paid in error',
};

const ON_RECORD: Readonly<Record<RecordedEvent['kind'], string>> = {
  purchased: 'A purchase',
  claim_paid: 'A paid claim',
  premium_refunded: 'A refund',
  payment_owed: 'A payment that is owed',
  owed_paid: 'A payment that was owed',
  holder_changed: 'A change of holder',
  payout_proposed: 'A proposed payout',
  payout_vetoed: 'A vetoed payout',
  cancellation_consented: 'A consent to a refund',
  consent_revoked: 'A revoked consent',
  holder_change_proposed: 'A proposed change of holder',
  holder_change_confirmed: 'A confirmation of a change of holder',
  holder_change_contested: 'An objection to a change of holder',
  holder_change_stopped: 'A stopped change of holder',
  paid_in_error: 'Money paid in error',
};

function describeRecord(record: RecordedEvent, money: Money): string {
  const amount =
    record.amount === null ? '' : ` of ${money(lower(record.token) ?? NATIVE_TOKEN, BigInt(record.amount))}`;
  return `${ON_RECORD[record.kind]}${amount} on policy ${record.quote_id.slice(0, 10)}…, as recorded.`;
}

interface Basis {
  chains: ReadonlyMap<number, ChainReading>;
  /** The chain's events that are too young to be missed. */
  young: (event: AuditEvent) => boolean;
  money: (chainId: number) => Money;
  readTo: ReadonlyMap<number, number>;
}

function whyUnrecorded(event: AuditEvent, { chains, readTo }: Basis, orphaned: boolean): string {
  const head = chains.get(event.chainId)?.head.time ?? event.time;
  const to = readTo.get(event.chainId);
  const base = `The contract reported this in block ${event.block}`;
  if (orphaned) return `${base}, and the server’s record says that this block is no longer on the chain.`;
  return to !== undefined && event.block <= to
    ? `${base}, and the server has no record of it, although it has read to block ${to}.`
    : `${base}, ${Math.floor((head - event.time) / 60)} minutes before the newest block, and the server has no record of it.`;
}

function compareEvent(event: AuditEvent, record: RecordedEvent, basis: Basis): Line {
  const reading = basis.chains.get(event.chainId);
  const line = lineOf(event, basis.money(event.chainId));
  const fields = differing(event, record, reading ? decimalsOf(reading, event.token) : null);
  const want = expected(event, reading ? decimalsOf(reading, event.token) : null);
  const differences: FieldDifference[] = fields.map((field) => ({
    field: FIELDS[field],
    chain: shown(want[field]),
    record: shown(record[field]),
  }));
  if (record.kind !== event.kind) {
    differences.unshift({ field: 'kind', chain: shown(event.kind), record: record.kind });
  }
  if (differences.length > 0) {
    const result = fields.some((field) => MONEY_FIELDS.has(field)) ? 'amount' : 'fields';
    return { ...line, result, differences, explanation: sentence(differences) };
  }
  if (record.status === 'unconfirmed' && !basis.young(event)) {
    const explanation =
      'The server has seen this event but not applied it, although it has enough confirmations and is older than ten minutes.';
    return { ...line, result: 'fields', differences: [], explanation };
  }
  return { ...line, result: 'matched', differences: [], explanation: '' };
}

function comparePolicy(record: RecordedPolicy, policy: ChainPolicy, paidOutside: number): FieldDifference[] {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['contract', policy.contract, record.contract],
    ['holder', policy.holder, record.holder],
    ['currency', native(policy.token), record.token],
    ['premium', policy.premium.toString(), record.premium],
    ['product', policy.product, record.product_code],
    ['status', policy.status, STATUS_ON_CHAIN[record.status]],
    ['cover', policy.cover, record.coverage_usd],
    ['first day', formatDay(policy.startDay), record.start_date],
    ['last day', formatDay(policy.endDay), record.end_date],
    ['validity of the quote', iso(policy.validUntil), record.valid_until],
    ['details hash', policy.detailsHash, record.details_hash],
    ['start of cover', iso(policy.start), record.cover_from],
    ['end of cover', iso(policy.end), record.cover_until],
    ['paid out on chain', policy.paidOut, record.paid_out_usd - paidOutside],
  ];
  return pairs
    .filter(([, chain, ours]) => !same(chain, ours))
    .map(([field, chain, ours]) => ({ field, chain: shown(chain), record: shown(ours) }));
}

/** The server's records against the chain's events. Yields after every slice. */
export function* reconcile(
  readings: readonly ChainReading[],
  recorded: Recorded,
): Generator<Progress, Line[]> {
  const lines: Line[] = [];
  const money = moneyOf(readings);
  const chains = new Map(readings.map((reading) => [reading.chain.chainId, reading]));
  const readTo = new Map<number, number>();
  for (const { chain_id, read_to } of recorded.summary.chains) {
    if (read_to !== null) readTo.set(chain_id, read_to);
  }
  const young = (event: AuditEvent) => {
    const reading = chains.get(event.chainId);
    if (!reading) return false;
    const { head, chain } = reading;
    if (head.number - event.block + 1 < chain.confirmations) return true;
    return head.time - event.time < GRACE && event.block > (readTo.get(event.chainId) ?? -1);
  };
  const basis: Basis = { chains, young, money, readTo };

  // Records by place. A purchase is found by its quote, because its log index can change when it is mined again.
  const byPlace = new Map<string, RecordedEvent>();
  const policies: RecordedPolicy[] = [];
  const events: RecordedEvent[] = [];
  const key = (record: RecordedEvent) =>
    record.kind === 'purchased'
      ? `${record.chain_id}:${record.tx_hash.toLowerCase()}:${record.quote_id.toLowerCase()}`
      : eventKey(record.chain_id, record.tx_hash, record.log_index);
  yield* sliced('Sorting the records', recorded.records, (record) => {
    if (record.record === 'policy') {
      policies.push(record);
      return;
    }
    events.push(record);
    byPlace.set(key(record), record);
  });

  const used = new Set<RecordedEvent>();
  const expectedTotals = new RecordedTotals();
  const state = new Map<string, ChainPolicy>();
  const exceptions = new Set<string>();
  /** Policies of which an event is not decided yet. */
  const undecided = new Set<string>();
  for (const reading of readings) {
    yield* sliced(`Comparing ${reading.chain.name}`, reading.events, (event) => {
      if (event.kind === null || event.quoteId === null) return;
      const place =
        event.kind === 'purchased'
          ? `${event.chainId}:${event.txHash}:${event.quoteId}`
          : eventKey(event.chainId, event.txHash, event.logIndex);
      const record = byPlace.get(place) ?? byPlace.get(eventKey(event.chainId, event.txHash, event.logIndex));
      if (record) used.add(record);
      if (record?.exception) exceptions.add(policyKey({ chainId: event.chainId, quoteId: event.quoteId }));
      const isYoung = young(event);
      const policy = { chainId: event.chainId, quoteId: event.quoteId };
      if (!record || record.status === 'orphaned') {
        const line = lineOf(event, money(event.chainId));
        if (isYoung) {
          undecided.add(policyKey(policy));
          const explanation = 'This is so new that the server may not have read it yet.';
          lines.push({ ...line, result: 'waiting', differences: [], explanation });
        } else {
          const explanation = whyUnrecorded(event, basis, record !== undefined);
          lines.push({ ...line, result: 'unrecorded', differences: [], explanation });
          expectedTotals.add(event);
        }
      } else {
        lines.push(compareEvent(event, record, basis));
        expectedTotals.add(event);
        if (record.status === 'unconfirmed' && isYoung && event.kind !== 'purchased')
          undecided.add(policyKey(policy));
      }
      applyToPolicies(state, event);
    });
  }

  yield* sliced('Looking for records without an event', events, (record) => {
    if (used.has(record) || record.status === 'orphaned') return;
    lines.push(recordWithoutEvent(record, basis));
  });

  const outside = new Map<string, number>();
  for (const { quote_id, usd } of recorded.otherPayments) {
    outside.set(quote_id.toLowerCase(), (outside.get(quote_id.toLowerCase()) ?? 0) + usd);
  }
  const seen = new Set<string>();
  yield* sliced('Comparing the policies', policies, (record) => {
    const id = policyKey({ chainId: record.chain_id, quoteId: record.quote_id.toLowerCase() });
    seen.add(id);
    const policy = state.get(id);
    const base = {
      ...{ about: 'policy' as const, chainId: record.chain_id, contract: record.contract },
      ...{ quoteId: record.quote_id, txHash: null, logIndex: null, block: null },
      what: `Policy ${record.quote_id.slice(0, 10)}…, ${record.status}, cover ${formatUsd(record.coverage_usd)}.`,
    };
    if (!policy) {
      if (record.cover_from === null && record.status === 'pending') {
        const explanation =
          'Its payment is no longer on the chain, and the server says so too: it is not covered.';
        lines.push({ ...base, result: 'matched', differences: [], explanation });
        return;
      }
      const explanation = chains.has(record.chain_id)
        ? 'The server has this policy, but no listed contract reported its purchase.'
        : 'The server has this policy on a chain that is not listed.';
      lines.push({ ...base, result: 'unpaid', differences: [], explanation });
      return;
    }
    if (undecided.has(id)) {
      const explanation = 'Something happened to it so recently that the server may not have applied it yet.';
      lines.push({ ...base, result: 'waiting', differences: [], explanation });
      return;
    }
    const differences = comparePolicy(record, policy, outside.get(record.quote_id.toLowerCase()) ?? 0);
    const result = differences.length === 0 ? 'matched' : 'fields';
    lines.push({
      ...base,
      result,
      differences,
      explanation: differences.length === 0 ? '' : sentence(differences),
    });
  });

  yield* sliced('Looking for policies without a record', [...state.values()], (policy) => {
    const id = policyKey(policy);
    if (seen.has(id) || exceptions.has(id) || undecided.has(id)) return;
    lines.push({
      ...{ result: 'unrecorded', about: 'policy', chainId: policy.chainId, contract: policy.contract },
      ...{ quoteId: policy.quoteId, txHash: null, logIndex: null, block: null, differences: [] },
      what: `Policy ${policy.quoteId.slice(0, 10)}…, cover ${formatUsd(policy.cover)}.`,
      explanation:
        'The chain has this policy, but the server has neither a policy nor a payment exception for it.',
    });
  });

  lines.push(...compareTotals(readings, recorded.summary, expectedTotals, money));
  lines.push(...compareContracts(readings, recorded));
  return lines;
}

function recordWithoutEvent(record: RecordedEvent, { chains, money }: Basis): Line {
  const reading = chains.get(record.chain_id);
  const ours = reading?.chain.contracts.includes(record.contract.toLowerCase()) ?? false;
  const explanation = !reading
    ? 'The server recorded this on a chain that is not listed.'
    : ours
      ? 'The server recorded this, but the contract did not report it.'
      : `The server recorded this from the contract ${record.contract || '(none named)'}, which is not one of the listed contracts.`;
  return {
    ...{ result: 'unpaid', about: 'event', chainId: record.chain_id, contract: record.contract },
    ...{ quoteId: record.quote_id, txHash: record.tx_hash, logIndex: record.log_index, block: record.block },
    ...{ what: describeRecord(record, money(record.chain_id)), explanation, differences: [] },
  };
}

/** Sums by contract, token and kind, as the server's summary has them. */
class RecordedTotals {
  readonly sums = new Map<
    string,
    {
      chainId: number;
      contract: string;
      token: string | null;
      kind: RecordedKind;
      events: number;
      amount: bigint;
      usd: number;
    }
  >();

  add(event: AuditEvent): void {
    const token = native(event.token);
    const key = `${event.chainId}:${event.contract}:${token ?? ''}:${event.kind}`;
    const sum = this.sums.get(key) ?? {
      ...{ chainId: event.chainId, contract: event.contract, token, kind: event.kind ?? 'purchased' },
      ...{ events: 0, amount: 0n, usd: 0 },
    };
    sum.events += 1;
    sum.amount += event.amount ?? 0n;
    sum.usd += event.usd ?? 0;
    this.sums.set(key, sum);
  }
}

function compareTotals(
  readings: readonly ChainReading[],
  summary: AuditSummary,
  expectedTotals: RecordedTotals,
  money: (chainId: number) => Money,
): Line[] {
  const lines: Line[] = [];
  const rest = new Map(expectedTotals.sums);
  const line = (chainId: number, contract: string, what: string, differences: FieldDifference[]): Line => ({
    ...{ about: 'totals', chainId, contract, quoteId: null, txHash: null, logIndex: null, block: null, what },
    ...{ differences, result: differences.length === 0 ? 'matched' : 'totals' },
    explanation: differences.length === 0 ? '' : sentence(differences),
  });
  const audited = new Set(readings.map(({ chain }) => chain.chainId));
  for (const { chain_id, totals } of summary.chains) {
    for (const total of totals) {
      const token = lower(total.token);
      const key = `${chain_id}:${total.contract.toLowerCase()}:${token ?? ''}:${total.kind}`;
      const want = rest.get(key) ?? { events: 0, amount: 0n, usd: 0 };
      rest.delete(key);
      if (total.events === 0 && want.events === 0) continue;
      const say = (amount: bigint) => money(chain_id)(token ?? NATIVE_TOKEN, amount);
      const pairs: [string, string, string][] = [
        ['number', String(want.events), String(total.events)],
        ['sum', say(want.amount), say(BigInt(total.amount))],
        ['dollars', String(want.usd), String(total.usd)],
      ];
      const differences = pairs
        .filter(([, chain, record]) => chain !== record)
        .map(([field, chain, record]) => ({ field, chain, record }));
      const where = audited.has(chain_id) ? '' : ' on a chain that is not listed';
      const sums = `${total.events} ${total.events === 1 ? 'event' : 'events'}, ${say(BigInt(total.amount))}`;
      lines.push(
        line(
          chain_id,
          total.contract,
          `The server’s total of ${KIND_NAMES[total.kind]}${where}: ${sums}.`,
          differences,
        ),
      );
    }
  }
  for (const { chainId, contract, kind, events } of rest.values()) {
    const differences = [{ field: 'number', chain: String(events), record: '0' }];
    lines.push(line(chainId, contract, `The server’s total of ${KIND_NAMES[kind]}.`, differences));
  }
  return lines;
}

/** Contracts that the API lists and the auditor doesn't know, or the other way round. */
function compareContracts(readings: readonly ChainReading[], { offered, summary }: Recorded): Line[] {
  const lines: Line[] = [];
  const named = new Map<number, Set<string>>();
  for (const { chain_id, contracts } of [...offered, ...summary.chains]) {
    const set = named.get(chain_id) ?? new Set<string>();
    for (const each of contracts) set.add(each.toLowerCase());
    named.set(chain_id, set);
  }
  const line = (chainId: number, contract: string, explanation: string): Line => ({
    ...{
      result: 'contract',
      about: 'contract',
      chainId,
      contract,
      quoteId: null,
      txHash: null,
      logIndex: null,
    },
    ...{ block: null, what: `The contract ${contract}.`, explanation, differences: [] },
  });
  const listed = new Map<number, AuditedChain>(readings.map(({ chain }) => [chain.chainId, chain]));
  for (const [chainId, contracts] of named) {
    const chain = listed.get(chainId);
    for (const contract of contracts) {
      if (chain?.contracts.includes(contract)) continue;
      lines.push(
        line(
          chainId,
          contract,
          'The API counts this contract, but it is not in the list that this audit trusts. It may be a look-alike.',
        ),
      );
    }
  }
  for (const { chain } of readings) {
    for (const contract of chain.contracts) {
      if (named.get(chain.chainId)?.has(contract)) continue;
      lines.push(line(chain.chainId, contract, 'This listed contract is missing from what the API counts.'));
    }
  }
  return lines;
}

/** What was found in the place of a record that no listed contract reported, as the end of its explanation. */
export function explainFound(found: Found, contracts: readonly string[]): string {
  switch (found.state) {
    case 'no_transaction':
      return 'The chain has no such transaction.';
    case 'failed':
      return 'The transaction failed, so it moved nothing.';
    case 'no_event':
      return 'The transaction exists, but has no event in that place.';
    case 'event':
      return contracts.includes(found.address)
        ? `In that place the contract reported ${found.name ?? 'another event'} instead.`
        : `The ${found.name === null ? 'event' : `event ${found.name}`} in that place comes from ${found.address}, a look-alike that is not one of the listed contracts.`;
  }
}
