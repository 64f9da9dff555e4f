/** A rule looks at what the chains show and what the database holds, and says where they disagree. */
import type { Fact } from './facts.ts';
import { number, type Records, type Row, text } from './records.ts';

export interface Finding {
  rule: string;
  /** What it is about, such as `policy 7`. */
  subject: string;
  detail: string;
}

export interface World {
  records: Records;
  /** In chain order. */
  facts: readonly Fact[];
  /** What the public audit calls different, a line each. */
  differences: readonly string[];
  /** The time, ISO. */
  now: string;
}

export interface Rule {
  name: string;
  /** What is wrong, as pairs of a subject and a sentence. */
  find(world: World): Iterable<readonly [subject: string, detail: string]>;
}

/** Reasons of exceptions that are about money that left, not money that came. */
const LEFT = ['claim_paid_twice', 'payout_without_claim', 'refund_in_error', 'transfer_unprepared'];

/** A row of the ledger that stands. */
export const stands = (row: Row | undefined): boolean => row !== undefined && row.status !== 'orphaned';

const SAME_KIND = (row: Row, fact: Fact) =>
  row.kind === fact.kind ||
  (row.kind === 'paid_in_error' && (fact.kind === 'claim_paid' || fact.kind === 'premium_refunded'));

/** The rows of the ledger that are about an event and stand. A purchase may have moved within its transaction. */
export const rowsOf = ({ records }: World, fact: Fact): Row[] =>
  records.events.filter(
    (row) =>
      stands(row) &&
      row.chain_id === fact.chain &&
      row.tx_hash === fact.tx &&
      SAME_KIND(row, fact) &&
      row.event_index === fact.index,
  );

export const factOf = ({ facts }: World, row: Row): Fact | undefined =>
  facts.find(
    (fact) =>
      fact.chain === row.chain_id &&
      fact.tx === row.tx_hash &&
      SAME_KIND(row, fact) &&
      fact.index === row.event_index,
  );

export const policyOf = ({ records }: World, quote: string | null): Row | undefined =>
  records.policies.find((policy) => policy.quote_id === quote);

export const eventById = ({ records }: World, id: Row[string]): Row | undefined =>
  records.events.find((event) => event.id === id);

/** The ending of a policy whose refund is owed or was sent. */
export const endingOf = ({ records }: World, { id }: Row): Row | undefined =>
  records.endings.find(
    (row) =>
      row.policy_id === id && row.due_from !== null && (row.closed_at === null || row.closed_as === 'sent'),
  );

/** Exceptions of payments to us. */
export const owedBack = ({ records }: World): Row[] =>
  records.exceptions.filter((row) => !LEFT.includes(text(row, 'reason')));

export const iso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString();

export const called = (fact: Fact): string => `${fact.kind} in ${fact.tx}:${fact.index}`;

/** How often lines of a policy's history say that an event happened, less how often they say that it was reversed. */
export const timesIn = (lines: readonly Row[]): number =>
  lines.reduce((sum, line) => sum + (line.kind === 'orphaned' ? -1 : 1), 0);

export const sumOf = (rows: readonly Row[], column: string): number =>
  rows.reduce((sum, row) => sum + number(row, column), 0);

export function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item)) ?? [];
    group.push(item);
    groups.set(key(item), group);
  }
  return groups;
}
