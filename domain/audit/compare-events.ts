/** The contracts' events beside the server's records of them. */
import { formatDecimal } from '#domain/money.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import { NO_QUOTE } from '#domain/registry/schema.ts';
import { decimalsOf, lower } from './chains.ts';
import { bookingDifferences } from './compare-sale.ts';
import { type AuditEvent, describeEvent, type Money } from './events.ts';
import { COMPARED_FIELDS, comparedLine, differing, expected, MONEY_FIELDS, shown } from './fields.ts';
import { type FieldDifference, type Line, lineWith } from './lines.ts';
import type { ChainReading, Found } from './read.ts';
import type { RecordedEvent } from './schema.ts';

/** An event by its place. */
export const eventKey = (chainId: number, txHash: string, logIndex: number) =>
  `${chainId}:${txHash.toLowerCase()}:${logIndex}`;

export const lineOf = (
  event: AuditEvent,
  money: Money,
): Omit<Line, 'result' | 'explanation' | 'differences'> => ({
  about: 'event',
  chainId: event.chainId,
  contract: event.contract,
  quoteId: event.quoteId,
  txHash: event.txHash,
  logIndex: event.logIndex,
  block: event.block,
  what: describeEvent(event, money),
});

const ON_RECORD: Readonly<Record<RecordedEvent['kind'], string>> = {
  purchased: 'A purchase',
  claim_paid: 'A paid claim',
  premium_refunded: 'A refund',
  payment_owed: 'A payment that is owed',
  owed_paid: 'A payment that was owed',
  holder_changed: 'A change of holder',
  payout_announced: 'An announced payout',
  cancellation_consented: 'A consent to a refund',
  consent_revoked: 'A revoked consent',
  holder_change_proposed: 'A proposed change of holder',
  holder_change_confirmed: 'A confirmation of a change of holder',
  holder_change_contested: 'An objection to a change of holder',
  holder_change_stopped: 'A stopped change of holder',
  paid_in_error: 'Money paid in error',
  pool_funded: 'Money put into the pool',
  capital_withdrawn: 'Money taken out of the pool',
  governance: 'A change or announcement of roles, stops or limits',
};

function describeRecord(record: RecordedEvent, money: Money): string {
  const amount =
    record.amount === null ? '' : ` of ${money(lower(record.token) ?? NATIVE_TOKEN, BigInt(record.amount))}`;
  const policy = record.quote_id === NO_QUOTE ? '' : ` on policy ${record.quote_id.slice(0, 10)}…`;
  return `${ON_RECORD[record.kind]}${amount}${policy}, as recorded.`;
}

/** What an event is judged by. */
export interface Basis {
  chains: ReadonlyMap<number, ChainReading>;
  /** The chain's events that are too young to be missed. */
  young: (event: AuditEvent) => boolean;
  money: (chainId: number) => Money;
  readTo: ReadonlyMap<number, number>;
  /** The time of the server's answer. */
  asOf: string;
}

export function whyUnrecorded(event: AuditEvent, { chains, readTo }: Basis, orphaned: boolean): string {
  const head = chains.get(event.chainId)?.head.time ?? event.time;
  const to = readTo.get(event.chainId);
  const base = `The contract reported this in block ${formatDecimal(event.block, 0)}`;
  if (orphaned) return `${base}, and the server’s record says that this block is no longer on the chain.`;
  return to !== undefined && event.block <= to
    ? `${base}, and the server has no record of it, although it has read to block ${to}.`
    : `${base}, ${Math.floor((head - event.time) / 60)} minutes before the newest block, and the server has no record of it.`;
}

export function compareEvent(event: AuditEvent, record: RecordedEvent, basis: Basis): Line {
  const reading = basis.chains.get(event.chainId);
  const line = lineOf(event, basis.money(event.chainId));
  const fields = differing(event, record, reading ? decimalsOf(reading, event.token) : null);
  const want = expected(event, reading ? decimalsOf(reading, event.token) : null);
  const differences: FieldDifference[] = fields.map((field) => ({
    field: COMPARED_FIELDS[field],
    chain: shown(want[field]),
    record: shown(record[field]),
  }));
  differences.push(...bookingDifferences(record, basis.asOf));
  if (record.kind !== event.kind) {
    differences.unshift({ field: 'kind', chain: shown(event.kind), record: record.kind });
  }
  if (differences.length === 0 && record.status === 'unconfirmed' && !basis.young(event)) {
    const explanation =
      'The server has seen this event but not applied it, although it has enough confirmations and is older than ten minutes.';
    return lineWith({ ...line, result: 'fields', explanation });
  }
  const isMoney = fields.some((field) => MONEY_FIELDS.has(field));
  return comparedLine(line, differences, isMoney ? 'amount' : 'fields');
}

export function recordWithoutEvent(record: RecordedEvent, { chains, money }: Basis): Line {
  const reading = chains.get(record.chain_id);
  const ours = reading?.chain.contracts.includes(record.contract.toLowerCase()) ?? false;
  const explanation = !reading
    ? 'The server recorded this on a chain that is not listed.'
    : ours
      ? 'The server recorded this, but the contract did not report it.'
      : `The server recorded this from the contract ${record.contract || '(none named)'}, which is not one of the listed contracts.`;
  return lineWith({
    result: 'unpaid',
    about: 'event',
    chainId: record.chain_id,
    contract: record.contract,
    quoteId: record.quote_id === NO_QUOTE ? null : record.quote_id,
    txHash: record.tx_hash,
    logIndex: record.log_index,
    block: record.block,
    what: describeRecord(record, money(record.chain_id)),
    explanation,
  });
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
