import { rateBetween } from '#domain/money.ts';
import { once } from '#domain/once.ts';
import { NATIVE_TOKEN } from '#domain/quote/typed-data.ts';
import { NO_QUOTE } from '#domain/registry/schema.ts';
import type { AuditEvent } from './events.ts';
import { type FieldDifference, type Line, lineWith } from './lines.ts';
import type { RecordedEvent } from './schema.ts';

export const iso = (seconds: number) => new Date(seconds * 1000).toISOString();
const LAST_SECOND = 253_402_300_799;
const moment = (value: unknown) => iso(Math.min(Number(value), LAST_SECOND));
export const native = (token: string | null) => (token === NATIVE_TOKEN ? null : token);

/** What the server should have recorded of an event. Amounts are checked apart from the rest. */
export function expected(event: AuditEvent, decimals: number | null): Partial<RecordedEvent> {
  const { args } = event;
  const own: Partial<RecordedEvent> = {
    contract: event.contract,
    block: event.block,
    block_hash: event.blockHash,
    block_time: iso(event.time),
    quote_id: event.quoteId ?? NO_QUOTE,
    holder: event.holder ?? '',
    token: native(event.token),
    amount: event.amount?.toString() ?? null,
    usd: event.usd,
  };
  switch (event.kind) {
    case 'purchased':
      return {
        ...own,
        product_code: Number(args.product),
        coverage_usd: Number(args.cover),
        details_hash: String(args.detailsHash),
        cover_from: moment(args.start),
        cover_until: moment(args.end),
      };
    case 'claim_paid': {
      const rate = decimals === null ? undefined : rateBetween(event.usd ?? 0, event.amount ?? 0n, decimals);
      const claim = { claim_number: Number(args.claimNumber), incident_at: moment(args.incidentAt) };
      return { ...own, ...claim, ...(rate === undefined ? {} : { rate }) };
    }
    case 'payout_announced':
      return {
        ...own,
        claim_number: Number(args.claimNumber),
        incident_at: moment(args.incidentAt),
        effective_at: moment(args.executableAt),
        valid_until: moment(args.expiresAt),
      };
    case 'premium_refunded':
      return {
        ...own,
        outcome: args.status === 2 ? 'rejected' : 'cancelled',
        cover_until: moment(args.end),
      };
    case 'cancellation_consented':
    case 'consent_revoked':
      return { ...own, valid_until: moment(args.validUntil) };
    case 'owed_paid':
      return { ...own, counterparty: String(args.to) };
    case 'holder_changed':
    case 'holder_change_stopped':
      return { ...own, counterparty: String(args.newHolder) };
    case 'holder_change_proposed':
    case 'holder_change_contested':
      return { ...own, counterparty: String(args.newHolder), valid_until: moment(args.lapsesAt) };
    case 'holder_change_confirmed': {
      // Zero as long as another confirmation is missing.
      const effective = Number(args.effectiveAt) === 0 ? null : moment(args.effectiveAt);
      const until = moment(args.lapsesAt);
      return { ...own, counterparty: String(args.newHolder), effective_at: effective, valid_until: until };
    }
    default:
      return own;
  }
}

/** What the chain says of a policy with our status: it knows of no review. */
export const STATUS_ON_CHAIN = {
  pending: 'active',
  active: 'active',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const;

/** All fields that a record can have, with what they are called in a sentence. */
export const COMPARED_FIELDS = {
  contract: 'contract',
  block: 'block',
  block_hash: 'block hash',
  block_time: 'block time',
  quote_id: 'policy',
  holder: 'holder',
  counterparty: 'counterparty',
  token: 'currency',
  amount: 'amount',
  usd: 'dollars',
  rate: 'rate',
  claim_number: 'claim number',
  incident_at: 'incident',
  outcome: 'outcome',
  product_code: 'product',
  coverage_usd: 'cover',
  details_hash: 'details hash',
  cover_from: 'start of cover',
  cover_until: 'end of cover',
  valid_until: 'validity',
  effective_at: 'time from which it takes effect',
} as const;
export type Field = keyof typeof COMPARED_FIELDS;
export const MONEY_FIELDS: ReadonlySet<Field> = new Set(['amount', 'usd', 'token', 'rate']);

export const shown = (value: unknown) =>
  value === null || value === undefined || value === '' ? 'nothing' : String(value);
export const same = (one: unknown, other: unknown) =>
  typeof one === 'string' && typeof other === 'string'
    ? one.toLowerCase() === other.toLowerCase()
    : (one ?? null) === (other ?? null);

export function differing(event: AuditEvent, record: RecordedEvent, decimals: number | null): Field[] {
  const want = expected(event, decimals);
  const fields = Object.keys(COMPARED_FIELDS) as Field[];
  // Without its decimals a token has no rate to compare.
  return fields.filter(
    (field) =>
      !(field === 'rate' && event.kind === 'claim_paid' && !('rate' in want)) &&
      !same(want[field], record[field]),
  );
}

/** What should be and what is recorded under a name, and what says the first if it is not the chain. */
export type Pair = readonly [field: string, expected: unknown, record: unknown, by?: string];
export const differingPairs = (pairs: readonly Pair[]): FieldDifference[] =>
  pairs
    .filter(([, expected, record]) => !same(expected, record))
    .map(([field, expected, record, by]) => ({
      field,
      chain: shown(expected),
      record: shown(record),
      ...(by === undefined ? {} : { by }),
    }));

const list = once(() => new Intl.ListFormat('en-US'));
export const sentence = (differences: readonly FieldDifference[]) =>
  `The records differ in ${list().format(
    differences.map(
      ({ field, chain, record, by = 'chain' }) => `${field} (${by}: ${chain}; recorded: ${record})`,
    ),
  )}.`;

/** A line about what was compared, with this result if anything differs. */
export const comparedLine = (
  line: Pick<Line, 'about' | 'what'> & Partial<Line>,
  differences: readonly FieldDifference[],
  result: Line['result'],
): Line =>
  differences.length === 0
    ? lineWith({ ...line, result: 'matched', explanation: '' })
    : lineWith({ ...line, result, differences, explanation: sentence(differences) });
