/** The entries of the books. They are only added: what no longer stands is canceled by an entry with the opposite sign. */
import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { ACCOUNTS, type Cash, cashOf } from '#domain/books/accounts.ts';
import type { BookedRow } from '#domain/books/journal.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { type EntryRow, entries, entrySums } from '#worker/platform/db/entries-schema.ts';
import { guard, upsertRow } from '#worker/platform/db/guard.ts';
import { moveMark } from '#worker/platform/db/job-marks.ts';
import { jobCursors } from '#worker/platform/db/outbox-schema.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';

/** What a payment that could not be delivered, as `m`, was worth: the payout or refund just before it in its transaction. */
const UNDELIVERED = sql.raw(`(SELECT coalesce(s.usd * 100, s.usd_cents) FROM chain_events s
  WHERE s.quote_id = m.quote_id AND s.chain_id = m.chain_id AND s.tx_hash = m.tx_hash AND s.amount = m.amount
    AND s.kind IN ('claim_paid', 'premium_refunded') AND s.event_index < m.event_index ORDER BY s.event_index DESC LIMIT 1)`);

/** Whoever takes what could not be delivered to them takes all of it: what the entries before say that it is worth. */
const NOT_TAKEN = sql.raw(`(SELECT sum(n.sign * iif(n.kind = 'payment_owed', n.cents, -n.cents))
  FROM chain_events d JOIN entries n ON n.chain_id = d.chain_id AND n.tx_hash = d.tx_hash AND n.identity = d.identity
  WHERE d.quote_id = m.quote_id AND d.chain_id = m.chain_id AND n.kind IN ('payment_owed', 'owed_paid')
    AND (d.block_number, d.event_index) < (m.block_number, m.event_index))`);

/** Of a premium or its refund alone. */
const sold = (value: string) => sql.raw(`iif(m.moved IN ('premium', 'refund'), ${value}, NULL)`);

/**
 * What confirmed events, as `e`, move, by what their policies, exceptions and quotes are: the columns of their entries, in order.
 * A payment without a policy is worth what was found when it was seen, or else the premium of the quote that it names; so is
 * its refund.
 */
const booked = (
  which: SQL,
) => sql`SELECT kind, at, chain_id, tx_hash, identity, product, policy_id, exception_id, cents,
    coalesce(cents * bps / 10000, 0) * iif(kind = 'refund', -1, 1) AS fee_cents, cash, units, gwei, term_start, term_days, term_cents
  FROM (SELECT m.moved AS kind, m.block_time AS at, m.chain_id, m.tx_hash, m.identity, m.product, m.policy_id, m.exception_id,
      CASE WHEN m.moved = 'premium' THEN m.quoted
        WHEN m.moved = 'refund' THEN coalesce(m.usd_cents, m.quoted)
        WHEN m.moved = 'claim_paid' THEN m.usd * 100
        WHEN m.moved = 'payment_owed' THEN coalesce(${UNDELIVERED}, m.found, m.quoted)
        WHEN m.moved = 'owed_paid' THEN coalesce(${NOT_TAKEN}, m.found, m.quoted)
        WHEN m.moved IN ('paid_in_error', 'pool_funded', 'capital_withdrawn') THEN coalesce(m.usd_cents, m.usd * 100)
        ELSE coalesce(m.found, m.quoted) END AS cents,
      ${sold('m.platform_fee_bps')} AS bps,
      '${sql.raw(ACCOUNTS.cash.code)}|' || m.chain_id || '|' || m.contract || '|' || coalesce(m.token, '') AS cash,
      coalesce(m.amount, '0') AS units,
      iif(m.in_ether, CAST(substr(m.amount, 1, max(length(m.amount) - 9, 0)) AS INTEGER), NULL) AS gwei,
      ${sold('m.start_date')} AS term_start, ${sold('m.days')} AS term_days, ${sold('m.premium_usd * 100')} AS term_cents
    FROM (SELECT e.*, x.id AS exception_id, p.id AS policy_id, coalesce(p.product, q.product, '') AS product,
        o.usd_cents AS found, q.premium_usd * 100 AS quoted,
        q.currency = 'ETH' AND q.chain_id = e.chain_id AND q.token IS e.token AS in_ether,
        p.platform_fee_bps, p.start_date, p.premium_usd,
        max(CAST(julianday(p.end_date) - julianday(p.start_date) AS INTEGER), 1) AS days,
        CASE WHEN e.kind = 'purchased' THEN CASE WHEN p.id IS NOT NULL THEN 'premium' WHEN x.reason = 'dust' THEN 'dust'
            ELSE 'unmatched' END
          WHEN e.kind = 'premium_refunded' THEN iif(p.id IS NULL, 'unmatched_refund', 'refund')
          ELSE e.kind END AS moved
      FROM chain_events e
      LEFT JOIN chain_events o ON o.id = iif(e.kind = 'purchased', e.id, (SELECT max(s.id) FROM chain_events s
        WHERE s.quote_id = e.quote_id AND s.chain_id = e.chain_id AND s.kind = 'purchased'))
      LEFT JOIN payment_exceptions x ON x.event_id = o.id
      LEFT JOIN quotes q ON q.id = coalesce(x.named_quote_id, e.quote_id)
      LEFT JOIN policies p ON p.quote_id = e.quote_id AND (e.kind <> 'purchased' OR p.purchase_event_id = e.id)
      WHERE e.status = 'confirmed' AND e.kind IN ('purchased', 'premium_refunded', 'claim_paid', 'payment_owed',
          'owed_paid', 'paid_in_error', 'pool_funded', 'capital_withdrawn')
        AND (e.kind <> 'purchased' OR p.id IS NOT NULL OR x.id IS NOT NULL) AND ${which}) m)`;

/** Whether an entry, as `n`, was booked and not canceled. */
const STANDS = sql.raw(`n.sign = 1 AND NOT EXISTS (SELECT 1 FROM entries r WHERE r.chain_id = n.chain_id
  AND r.tx_hash = n.tx_hash AND r.identity = n.identity AND r.generation = n.generation AND r.sign = -1)`);

/** Whether two rows, by their names, are of the same event. */
const sameEvent = (one: string, other: string) =>
  sql.raw(
    `${one}.chain_id = ${other}.chain_id AND ${one}.tx_hash = ${other}.tx_hash AND ${one}.identity = ${other}.identity`,
  );

/** How an event is known, whichever row it has. */
export type EventKey = Pick<ChainEventRow, 'chain_id' | 'tx_hash' | 'identity'>;
const ofEvent = (row: string, { chain_id, tx_hash, identity }: EventKey) => {
  const column = (name: string) => sql.raw(`${row}.${name}`);
  return sql`${column('chain_id')} = ${chain_id} AND ${column('tx_hash')} = ${tx_hash} AND ${column('identity')} = ${identity}`;
};

/** Books confirmed events, as `e`; nothing for one that is booked, or that moves no money. */
const book = (db: Database, which: SQL, now: string): Statement =>
  db.insert(entries).select(
    sql`SELECT NULL, kind, at, ${now}, chain_id, tx_hash, identity,
      1 + (SELECT count(*) FROM entries n WHERE ${sameEvent('n', 'b')} AND n.sign = 1), 1, product, policy_id, NULL, exception_id, cents, fee_cents, cash, units, gwei, term_start, term_days, term_cents
      FROM (${booked(which)}) b
      WHERE coalesce((SELECT sum(n.sign) FROM entries n WHERE ${sameEvent('n', 'b')}), 0) = 0`,
  );

const cancel = (db: Database, which: SQL, now: string): Statement =>
  db.insert(entries).select(
    sql`SELECT NULL, kind, at, ${now}, chain_id, tx_hash, identity, generation, -1, product, policy_id, claim_id, exception_id, cents, fee_cents,
      cash, units, gwei, term_start, term_days, term_cents FROM entries n WHERE ${which} AND ${STANDS}`,
  );

/** Books the confirmed events of a transaction, by what the statements before left. What is booked stays. */
export const bookTransaction = (
  db: Database,
  { chain_id, tx_hash }: { chain_id: string; tx_hash: string },
  now: string,
): Statement => book(db, sql`e.chain_id = ${chain_id} AND e.tx_hash = ${tx_hash}`, now);

/** Cancels what is booked of an event. */
export const cancelEntry = (db: Database, event: EventKey, now: string): Statement =>
  cancel(db, ofEvent('n', event), now);

/** Cancels what is booked of an event, and books it by what it is now. Earlier events of its quote come first. */
export const rebook = (db: Database, event: EventKey, now: string): Statement[] => [
  cancelEntry(db, event, now),
  book(db, ofEvent('e', event), now),
];

type Other = Pick<EntryRow, 'kind' | 'at' | 'product' | 'policy_id' | 'claim_id' | 'cents'>;

/** Books what happened on no chain. */
export const bookOther = (db: Database, entry: Other): Statement =>
  db.insert(entries).values({ ...entry, booked_at: entry.at, generation: 1, sign: 1, fee_cents: 0 });

/** Books by how much the reserves of some claims rose or fell, as they are after the statements before. */
export const bookReserves = (db: Database, claims: SQL, now: string): Statement =>
  db.insert(entries).select(
    sql`SELECT NULL, 'reserve', ${now}, ${now}, NULL, NULL, NULL, 1, 1, product, policy_id, id, NULL, cents, 0, NULL, NULL, NULL, NULL, NULL, NULL
      FROM (SELECT id, product, policy_id, reserve_cents - coalesce((SELECT sum(n.cents) FROM entries n
          WHERE n.claim_id = claims.id AND n.kind = 'reserve'), 0) AS cents FROM claims WHERE ${claims})
      WHERE cents <> 0`,
  );

/** An entry as it is read: with the claim that it paid, and its worth in ether at the rate of its day. */
export type Entry = Omit<EntryRow, 'cents' | 'gwei'> & {
  cents: number;
  gwei: number;
  /** 1 if its policy's holder withdrew, which makes the contract void from its beginning. */
  is_void: number;
};

interface Raw extends EntryRow {
  is_void: number;
  paid_claim: number | null;
  /** US cents per ether on that day, or last before it, or else first after it. */
  rate: number | null;
}

/** Entries, as `n`; `rest` is a condition, which an order and a limit may follow. `entryOf` takes its rows. */
export const entriesWhere = (rest: SQL) => sql<Raw>`SELECT n.*,
    iif(n.kind = 'claim_paid', (SELECT c.id FROM claims c JOIN chain_events e ON e.id = c.paid_event_id
      WHERE ${sameEvent('e', 'n')}), n.claim_id) AS paid_claim,
    n.term_start IS NOT NULL AND EXISTS (SELECT 1 FROM policies p WHERE p.id = n.policy_id AND p.withdrawn_at IS NOT NULL) AS is_void,
    iif(n.gwei IS NULL, coalesce((SELECT usd_cents FROM eth_rates WHERE day <= substr(n.at, 1, 10) ORDER BY day DESC LIMIT 1),
      (SELECT usd_cents FROM eth_rates ORDER BY day LIMIT 1)), NULL) AS rate
  FROM entries n WHERE ${rest}`;

/** The same of entries that stand. */
export const standingWhere = (rest: SQL) => entriesWhere(sql`${STANDS} AND ${rest}`);

const PER_ETHER = 1_000_000_000n;

export function entryOf(row: unknown): Entry {
  const { paid_claim, rate, ...entry } = row as Raw;
  const cents = entry.cents ?? 0;
  const gwei = entry.gwei ?? (rate === null ? 0 : Number((BigInt(cents) * PER_ETHER) / BigInt(rate)));
  return { ...entry, cents, gwei, claim_id: paid_claim };
}

/** What an entry books. */
export function bookedRow({ kind, cents, units, cash, fee_cents }: Entry): BookedRow {
  if (kind === 'reserve' || kind === 'claim_paid_other' || kind === 'refund_owed') return { kind, cents };
  const moved = { cents, units: BigInt(units ?? 0), cash: cashOf(cash ?? '') as Cash };
  return { kind, ...moved, platformFeeCents: fee_cents };
}

const COMPARED = [
  'kind',
  'at',
  'product',
  'policy_id',
  'exception_id',
  'cents',
  'fee_cents',
  'cash',
  'units',
  'gwei',
  'term_start',
  'term_days',
  'term_cents',
];
const compared = (of: string) => sql.raw(COMPARED.map((column) => `${of}.${column}`).join(', '));

/** Entries of events between two moments that differ from what their events say now, and by how many cents. */
export const misbooked = (db: Database, from: string, to: string) => {
  const within = (at: string) => sql`${sql.raw(at)} >= ${from} AND ${sql.raw(at)} < ${to}`;
  return db.all<EventKey & { at: string; cents: number }>(
    sql`SELECT b.chain_id, b.tx_hash, b.identity, b.at, coalesce(b.cents, 0) - coalesce(n.cents, 0) AS cents
      FROM (${booked(within('e.block_time'))}) b LEFT JOIN entries n ON ${sameEvent('n', 'b')} AND ${STANDS}
      WHERE n.id IS NULL OR (${compared('n')}) IS NOT (${compared('b')})
      UNION ALL SELECT n.chain_id, n.tx_hash, n.identity, n.at, -coalesce(n.cents, 0) FROM entries n
      WHERE ${within('n.at')} AND n.tx_hash IS NOT NULL AND ${STANDS}
        AND NOT EXISTS (SELECT 1 FROM chain_events e WHERE ${sameEvent('e', 'n')} AND e.status = 'confirmed')`,
  );
};

const WITHOUT_VALUE = sql.raw('n.cents IS NULL AND n.sign = 1');

/** The newest payments without a policy, and those that we made in error, of which nobody knows what they are worth. */
export const unpricedPayments = (db: Database, limit: number): Promise<ChainEventRow[]> =>
  db.all(sql`SELECT e.* FROM entries n JOIN chain_events e ON ${sameEvent('e', 'n')}
    WHERE ${WITHOUT_VALUE} AND e.kind IN ('purchased', 'paid_in_error') AND e.status = 'confirmed' AND e.usd_cents IS NULL
    ORDER BY n.id DESC LIMIT ${limit}`);

/** The events of a quote whose entries stand without a value. */
export const unpricedEvents = (db: Database, quote: string): Promise<EventKey[]> =>
  db.all(
    sql`SELECT e.chain_id, e.tx_hash, e.identity FROM entries n JOIN chain_events e ON ${sameEvent('e', 'n')}
      WHERE ${WITHOUT_VALUE} AND ${STANDS} AND e.quote_id = ${quote} ORDER BY e.id`,
  );

/** Whether an entry before a moment stands without a value. */
export async function isUnpriced(db: Database, until: string): Promise<boolean> {
  const found = sql`SELECT 1 FROM entries n WHERE ${WITHOUT_VALUE} AND ${STANDS} AND n.at < ${until}`;
  return (await db.get<{ found: number }>(sql`SELECT EXISTS (${found}) AS found`)).found === 1;
}

/** What some entries of one kind and cash account sum to: those that stand, US cents and base units. */
export interface Sum {
  kind: EntryRow['kind'];
  /** Empty for what moved on no chain. */
  cash: string;
  count: number;
  cents: number;
  units: bigint;
}

/** The mark that says up to which entry the sums are stored. */
const SUMMED = 'entries summed';
const summed = sql`CAST(coalesce((SELECT mark FROM ${jobCursors} WHERE name = ${SUMMED}), '0') AS INTEGER)`;

/** What entries add to their sums. */
const addends = {
  id: entries.id,
  kind: entries.kind,
  sign: entries.sign,
  cash: sql<string>`coalesce(${entries.cash}, '')`,
  cents: sql<number>`coalesce(${entries.cents}, 0)`,
  units: sql<string>`coalesce(${entries.units}, '0')`,
};
const inUnits = <Row extends { units: string }>(row: Row) => ({ ...row, units: BigInt(row.units) });
export type Addend = Omit<Sum, 'count'> & { id: number; sign: number };

/** The first `limit` entries after one, up to another. */
export const readAddends = async (db: Database, after: number, last: number, limit: number) =>
  (
    await db
      .select(addends)
      .from(entries)
      .where(and(gt(entries.id, after), lte(entries.id, last)))
      .orderBy(asc(entries.id))
      .limit(limit)
  ).map(inUnits);

/** The sums that are stored, up to which entry, and the entries after it, at most `limit` if it is given. */
export async function readSummed(db: Database, limit = -1) {
  const [[mark], sums, later] = await db.batch([
    db.select({ mark: jobCursors.mark }).from(jobCursors).where(eq(jobCursors.name, SUMMED)),
    db.select().from(entrySums),
    db.select(addends).from(entries).where(gt(entries.id, summed)).orderBy(asc(entries.id)).limit(limit),
  ]);
  return {
    mark: Number(mark?.mark ?? 0),
    sums: sums.map(inUnits),
    later: later.map(inUnits),
  };
}

/** Batch guard: no other run has stored sums since this mark was read. */
export const guardSummed = (db: Database, mark: number): Statement => guard(db, sql`${summed} = ${mark}`);

/** Sets some sums, which go up to an entry. */
export const setSummed = (db: Database, sums: readonly Sum[], last: number): Statement[] => [
  ...sums.map(({ units, ...sum }) => {
    const set = { ...sum, units: units.toString() };
    return upsertRow(db, entrySums, set, ['kind', 'cash'], set);
  }),
  moveMark(db, SUMMED, String(last)),
];
