/** What the daily check compares: roll-ups with the parts of days, and sums that writers set with their rows. */
import { and, desc, eq, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import type { FigureRow, StoredRow } from '#domain/admin/figure-totals.ts';
import { BOOK_FIGURES, CELL_FIGURES, FIGURES } from '#domain/admin/figures.ts';
import { firstDay, monthOf, type Span } from '#domain/admin/periods.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { bookReserves, misbooked, rebook } from '#worker/money/entries/repository.ts';
import { type Database, readTogether, type Statement } from '#worker/platform/db/client.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { figureDays, figureParts, figures, rollupChecks } from '#worker/platform/db/figures-schema.ts';
import { findRow, guard, matches, upsertRow } from '#worker/platform/db/guard.ts';
import { COVER_DAY, covers, setCoverDay } from '#worker/policies/ledger/repository.ts';

/** What the roll-ups are kept by: products, all of them together, and the accounts of the books. */
const PRODUCTS = sql`(SELECT value FROM json_each(${JSON.stringify(['', ...PRODUCT_KEYS])})
  UNION SELECT product FROM figures WHERE grain = 'all' AND figure IN ${[...BOOK_FIGURES]})`;

const storedIn = (db: Database, grain: StoredRow['grain'], period?: SQL) =>
  db
    .select()
    .from(figures)
    .where(matches(figures, { grain, figure: FIGURES }, inArray(figures.product, PRODUCTS), period));

/** Rows summed under another period. */
const summed = (period: SQL<string>, from: typeof figures | typeof figureParts) => ({
  figure: from.figure,
  product: from.product,
  period: period.as('summed_period'),
  count: sql<number>`sum(${from.count})`,
  value: sql<number>`sum(${from.value})`,
  gwei: sql<number>`sum(${from.gwei})`,
});

interface Pair {
  stored: StoredRow[];
  parts: FigureRow[];
}

/** The roll-ups of some days, or the cells, and the parts of all days that count in them. */
export async function readParts(db: Database, span: Span | null): Promise<Pair> {
  const within = (column: typeof figures.period | typeof figureParts.period) =>
    span ? and(gte(column, span.from), lte(column, span.to)) : undefined;
  const counted = span ? FIGURES : CELL_FIGURES;
  const [stored, parts] = await db.batch([
    storedIn(db, span ? 'day' : 'cell', within(figures.period)),
    db
      .select(summed(sql<string>`${figureParts.period}`, figureParts))
      .from(figureParts)
      .where(and(inArray(figureParts.figure, [...counted]), within(figureParts.period)))
      .groupBy(figureParts.figure, figureParts.product, figureParts.period),
  ]);
  return {
    stored: stored as StoredRow[],
    parts: parts.filter(({ period }) => (period.length === 10) === (span !== null)),
  };
}

/** A month's roll-ups and the sums of its days; or those of all time and the sums of all months. */
export async function readSums(db: Database, span: Span | null): Promise<Pair> {
  const month = span && monthOf(span.from);
  const [whole, part] = month === null ? (['all', 'month'] as const) : (['month', 'day'] as const);
  const within = span ? and(gte(figures.period, span.from), lte(figures.period, span.to)) : undefined;
  const [stored, parts] = await db.batch([
    storedIn(db, whole, eq(figures.period, month ?? '')),
    db
      .select(summed(sql<string>`${month ?? ''}`, figures))
      .from(figures)
      .where(matches(figures, { grain: part, figure: FIGURES }, inArray(figures.product, PRODUCTS), within))
      .groupBy(figures.figure, figures.product),
  ]);
  return { stored: stored as StoredRow[], parts };
}

/** A sum that differs from its rows: what it should have more. */
export interface Wrong {
  row: string;
  count: number;
  value: number;
  repair: Statement[];
}

/** Claims made on some days whose entries do not sum to their reserve. */
export async function readReserves(db: Database, { from, to }: Span): Promise<Wrong[]> {
  const rows = await db.all<{ claim: number; at: string; cents: number }>(
    sql`SELECT * FROM (SELECT id claim, updated_at at,
        reserve_cents - coalesce((SELECT sum(cents) FROM entries WHERE claim_id = claims.id AND kind = 'reserve'), 0) cents
      FROM claims WHERE created_at >= ${from} AND created_at < ${`${to}U`}) WHERE cents <> 0`,
  );
  return rows.map(({ claim, at, cents }) => ({
    row: `reserve of claim ${claim}`,
    count: 0,
    value: cents,
    // When it changed is lost; nothing changed later than the claim.
    repair: [bookReserves(db, sql`claims.id = ${claim}`, at), markDays(db, at)],
  }));
}

/** Events of some days whose entries differ from what they are, and the rows that this reads. */
export async function readMisbooked(
  db: Database,
  { from, to }: Span,
  now: string,
): Promise<{ wrong: Wrong[]; reads: number }> {
  const until = `${to}U`;
  const [counted] = await db.all<{ events: number }>(
    sql`SELECT count(*) AS events FROM chain_events WHERE block_time >= ${from} AND block_time < ${until}`,
  );
  const wrong = (await misbooked(db, from, until)).map(({ at, cents, ...event }) => ({
    row: `entry of transaction ${event.tx_hash}`,
    count: 0,
    value: cents,
    repair: [...rebook(db, event, now), markDays(db, at)],
  }));
  return { wrong, reads: (counted?.events ?? 0) * READS_AN_EVENT };
}
/** Rows that comparing an event with its entry reads. */
const READS_AN_EVENT = 16;

interface CoverRow {
  chain: string;
  currency: string;
  day: string;
  usd: number;
  policies: number;
  reads: number;
}

/** The index that walks through the policies of some days: left alone, SQLite reads all that are active. */
const BY_DAY = {
  ends: { index: sql`policies_end`, known: sql`true` },
  starts: { index: sql`policies_cover_starts`, known: sql`chain_id IN (SELECT chain_id FROM scan_cursors)` },
} as const;

/** Cover of policies whose payment is on the chain, by their last day and by their first; and the rows that it reads. */
export async function readCover(
  db: Database,
  { from, to }: Span,
): Promise<{ wrong: Wrong[]; reads: number }> {
  const differing = async (edge: keyof typeof BY_DAY) => {
    const { index, known } = BY_DAY[edge];
    const within = (column: SQL) => sql`${column} >= ${from} AND ${column} <= ${to}`;
    const rows =
      await db.all<CoverRow>(sql`SELECT chain_id chain, currency, day, sum(usd) usd, sum(policies) policies,
      count(*) AS reads FROM (
        SELECT chain_id, currency, ${COVER_DAY[edge]} AS day, coverage_usd usd, 1 policies FROM policies
        INDEXED BY ${index} WHERE ${within(COVER_DAY[edge])} AND ${known} AND ${covers}
        UNION ALL SELECT chain_id, currency, day, -coverage_usd, -policies FROM cover_days
        WHERE edge = ${edge} AND ${within(sql`day`)} AND ${known}
      ) GROUP BY 1, 2, 3`);
    return rows.map((row) => ({ ...row, edge }));
  };
  const rows = [...(await differing('ends')), ...(await differing('starts'))];
  const wrong = rows
    .filter(({ usd, policies }) => usd !== 0 || policies !== 0)
    .map(({ chain, currency, edge, day, usd, policies }) => ({
      row: `cover that ${edge} ${chain} ${currency} ${day}`,
      count: policies,
      value: usd * 100,
      repair: [setCoverDay(db, { chain_id: chain, currency, edge, day })],
    }));
  return { wrong, reads: rows.reduce((sum, { reads }) => sum + reads, 0) };
}

/** The first and last day that anything counts on or in; null while there is nothing. */
export async function readRange(db: Database): Promise<{ first: string; last: string } | null> {
  const days = await db.get<Record<string, string | null>>(sql`SELECT
    (SELECT min(day) FROM ${figureDays}) a, (SELECT max(day) FROM ${figureDays}) b,
    (SELECT substr(min(created_at), 1, 10) FROM accounts) c, (SELECT substr(min(created_at), 1, 10) FROM policies) d,
    (SELECT substr(min(block_time), 1, 10) FROM chain_events) e,
    (SELECT date(max(end_date), '+1 day') FROM policies) f, (SELECT max(day) FROM cover_days) g,
    (SELECT max(period) FROM figure_parts WHERE figure = 'earning_step') h`);
  const known = Object.values(days)
    .filter((day): day is string => day !== null)
    .sort();
  const [first, last] = [known[0], known.at(-1)];
  // Whole months, so that a month is compared only after all of its days.
  return first && last ? { first: firstDay(monthOf(first)), last } : null;
}

export type CheckRow = typeof rollupChecks.$inferSelect;

export async function readCheck(db: Database, day: string): Promise<CheckRow> {
  const row = await findRow(db, rollupChecks, { day });
  return row ?? { day, checked_to: null, differences: '[]', finished_at: null, step: 0 };
}

/** The newest check, whether it is finished or not, and the newest that is. */
export function readChecks(db: Database) {
  const newest = (which: SQL) => findRow(db, rollupChecks, which, desc(rollupChecks.day));
  return readTogether({ current: newest(sql`true`), last: newest(isNotNull(rollupChecks.finished_at)) });
}

/** Batch guard: no other run has taken the check further. */
export const guardCheck = (db: Database, { day, step }: CheckRow): Statement =>
  guard(
    db,
    sql`coalesce((SELECT ${rollupChecks.step} FROM ${rollupChecks} WHERE ${rollupChecks.day} = ${day}), 0) = ${step}`,
  );

export const storeCheck = (db: Database, { day, ...check }: CheckRow): Statement =>
  upsertRow(db, rollupChecks, { day, ...check }, ['day'], check);
