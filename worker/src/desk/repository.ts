/**
 * Pages of the desk's lists, read from `desk`. Triggers: `accounts_changed`, `claims_changed`, `policies_changed`,
 * `threads_changed` and `payment_exceptions_changed` name a record in `desk_rows` when it changes, and whoever inserts one does;
 * `desk_refreshed` makes its row, and `desk_added` and `desk_changed` keep totals and what is searched.
 */
import { and, eq, getTableColumns, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { DESK_PAGE_SIZE, type DeskPagination, LOOKED_AT, SEARCH_WINDOW } from '#domain/admin/list.ts';
import { encodeCursor } from '#domain/page.ts';
import { searchWords } from '#domain/search.ts';
import { substrateKey } from '#domain/ss58.ts';
import { among, type Database, readTogether, type Statement } from '#worker/platform/db/client.ts';
import {
  DESK_COLUMNS,
  DESK_KINDS,
  type DeskKindName,
  firstOfKind,
  LAST_RECORD,
  recordOf,
} from '#worker/platform/db/desk-kinds.ts';
import { listRecords } from '#worker/platform/db/desk-rows.ts';
import { desk, deskCounts } from '#worker/platform/db/desk-schema.ts';
import { findRows } from '#worker/platform/db/guard.ts';
import { cursorOf } from '#worker/platform/db/page.ts';
import { type DeskSource, orderOf, type Placed, walk } from './walk/repository.ts';

export interface DeskPageInput {
  page?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  sortOrder?: 'ASC' | 'DESC' | undefined;
  /** Only these rows. */
  ids?: readonly number[] | undefined;
}

/** How the counters tell a filter's total; null where nothing counts it. */
function countedBy({ where = {}, also, within, isCounted = !also && !within }: DeskSource<SQLiteTable>) {
  const { status, class: its, section, mark, assignee } = where;
  const has = (value: unknown) => value !== undefined;
  if (!isCounted || has(assignee) || has(mark) || (has(section) && (has(status) || has(its)))) return null;
  return (counts: ReturnType<typeof countsIn>) =>
    has(section) ? counts.waiting(String(section)) : counts.of(text(status), text(its));
}
const text = (value: string | number | null | undefined) => (value === undefined ? undefined : String(value));

/** How many rows a list has: of a search all that it found, else what is counted, or else of the rows that are looked at. */
async function countRows(
  db: Database,
  source: DeskSource<SQLiteTable>,
  ascending: boolean,
  found: SQL | undefined,
) {
  const all = walk(source, null, ascending);
  const by = found ? null : countedBy(source);
  const counted = found
    ? sql`SELECT count(*) AS count, 0 AS is_minimum, NULL AS counts FROM (${all.among(found, LOOKED_AT, 0)})`
    : by
      ? sql`SELECT 0 AS count, 0 AS is_minimum, counts FROM ${deskCounts} WHERE ${eq(deskCounts.kind, source.kind)}`
      : all.counted;
  const row = await db.get<{ count: number; is_minimum: number; counts: string | null }>(counted);
  return {
    count: by ? by(countsIn([{ counts: row?.counts ?? '{}' }])) : (row?.count ?? 0),
    isMinimum: row?.is_minimum === 1,
  };
}

/** The row that a page ends at because no more are looked at, and when it was recorded. */
function lastLookedAt(db: Database, { kind, table }: DeskSource<SQLiteTable>, last: SQL) {
  const { created_at: at } = getTableColumns(table) as { created_at?: SQLiteColumn };
  return db.get<Placed & { at: string | null }>(
    sql`SELECT desk_id, desk_at, ${at ?? null} AS at FROM (${last}) placed CROSS JOIN ${table}
      WHERE ${table.id} = desk_id - ${firstOfKind(kind)}`,
  );
}

/** One page of a list in one round trip, with the cursors of its neighbors and the total of its filter. */
export async function readDeskPage<Table extends SQLiteTable>(
  db: Database,
  input: DeskPageInput,
  source: DeskSource<Table>,
): Promise<{ rows: Table['$inferSelect'][]; total: number; pagination: DeskPagination }> {
  const { kind, table } = source;
  const limit = input.limit ?? DESK_PAGE_SIZE;
  const page = input.page ?? 1;
  const ascending = input.sortOrder === 'ASC';
  const first = firstOfKind(kind);
  // Wallets are stored as keys, so an SS58 address is searched for as its key.
  const term = substrateKey(input.search ?? '') ?? input.search ?? '';
  const match = term === '' ? null : matchOf(kind, term);
  const found = and(
    match ? sql`${desk.id} IN (${match.own}SELECT * FROM (${match.newest(SEARCH_WINDOW)}))` : undefined,
    input.ids && sql`${desk.id} IN (SELECT ${first} + value FROM json_each(${JSON.stringify(input.ids)}))`,
  );
  const cursor = cursorOf(input, 'number', (source.sort ?? orderOf(kind)) !== 'id');
  const back = cursor?.back ?? false;
  const offset = cursor ? 0 : (page - 1) * limit;
  const list = walk(source, cursor, ascending);

  const placed = found ? list.among(found, limit + 1, offset) : list.page(limit + 1, offset);
  const pageQuery = db
    .select({
      ...getTableColumns(table),
      desk_id: sql<number>`desk_id`.as('desk_id'),
      desk_at: sql<Placed['desk_at']>`desk_at`.as('desk_at'),
    })
    .from(sql`(${placed}) placed`)
    .crossJoin(table as SQLiteTable)
    .where(sql`${table.id} = desk_id - ${first}`);
  const { total, matches, read } = await readTogether({
    total: countRows(db, source, ascending, found),
    matches: db.$count(sql`(${match?.newest(SEARCH_WINDOW + 1) ?? sql`SELECT NULL WHERE 0`})`),
    read: pageQuery,
  });
  const rows = read.slice(0, limit) as unknown as (Table['$inferSelect'] & Placed)[];
  if (back) rows.reverse();
  const more = read.length > limit;
  const isShort = list.isPartial && !found && !more;
  const ended = isShort ? await lastLookedAt(db, source, list.last) : undefined;
  const { count, isMinimum } = total;
  const position = (row: Placed | undefined, toBack: boolean) =>
    row
      ? encodeCursor({
          back: toBack,
          at: list.sort === 'id' ? null : String(row.desk_at),
          id: row.desk_id - first,
        })
      : // Beyond an empty page is where it began.
        cursor && back !== toBack
        ? encodeCursor({ ...cursor, back: toBack })
        : null;
  const hasPrevious = back ? more : cursor !== null || page > 1;
  return {
    rows: rows.map(({ desk_id: _id, desk_at: _at, ...row }) => row as Table['$inferSelect']),
    total: count,
    pagination: {
      current_page: page,
      total_pages: isMinimum ? null : Math.max(1, Math.ceil(count / limit)),
      per_page: limit,
      next_cursor: back || more ? position(rows.at(-1), false) : position(ended, false),
      prev_cursor: hasPrevious ? position(rows[0], true) : back ? position(ended, true) : null,
      search_limited: matches > SEARCH_WINDOW,
      total_is_minimum: isMinimum,
      searched_to: ended?.at ?? null,
    },
  };
}

/** What is counted of some kinds. */
export const readDeskCounts = async (db: Database, ...kinds: DeskKindName[]) =>
  countsIn(await findRows(db, deskCounts, inArray(deskCounts.kind, kinds)));

/** More overdue records than this are not counted, so that a backlog of years costs no more. */
export const MOST_OVERDUE = 1000;

/** How many of a list are due before `now` (ISO). */
export const countOverdue = (db: Database, kind: DeskKindName, now: string): Promise<number> =>
  db.$count(
    db
      .select({ id: desk.id })
      .from(desk)
      .where(and(eq(desk.kind, kind), lt(desk.due, now)))
      .limit(MOST_OVERDUE)
      .as('overdue'),
  );

/** How many have a status, a class or both, and how many wait in a section or have a mark. */
function countsIn(rows: readonly Pick<typeof deskCounts.$inferSelect, 'counts'>[]) {
  const parts = rows.flatMap(({ counts }) => Object.entries(JSON.parse(counts) as Record<string, number>));
  const sum = (which: (part: string) => boolean) =>
    parts.reduce((total, [part, n]) => (which(part) ? total + n : total), 0);
  return {
    of: (status = '', kind = '') =>
      sum((part) => {
        const [itsStatus, itsClass] = part.split('/');
        return itsClass !== undefined && ['', itsStatus].includes(status) && ['', itsClass].includes(kind);
      }),
    waiting: (section: string) => sum((part) => part === `@${section}`),
  };
}

/**
 * What the one search of the desk looks for in the words of `desk`, which the view `desk_texts` folds as `foldText` does: every
 * word, shorter ones than a trigram at the beginning of a word; null without any.
 */
export function phrasesOf(term: string): string | null {
  // Two spaces stand before each word of the index.
  const phrases = searchWords(term).map(
    (word) => `"${[...word].length < 3 ? '  ' : ''}${word.replaceAll('"', '""')}"`,
  );
  return phrases.length === 0 ? null : phrases.join(' AND ');
}

/** The newest rows of a kind that have these phrases. */
export const newestWith = (kind: DeskKindName, phrases: string | null, limit: number): SQL =>
  phrases === null
    ? sql`SELECT NULL AS rowid WHERE 0`
    : // Literals, because the index takes only integers for a range, and D1 binds numbers as doubles.
      sql`SELECT rowid FROM desk_search WHERE desk_search MATCH ${phrases}
        AND rowid BETWEEN ${sql.raw(`${firstOfKind(kind)} AND ${firstOfKind(kind) + LAST_RECORD}`)} ORDER BY rowid DESC LIMIT ${limit}`;

/** The newest matches of a search term, at most `limit`; `own` is the record whose number it is. */
function matchOf(kind: DeskKindName, term: string) {
  const [, prefix, digits] = /^(?:([a-z]{3})-)?0*([1-9]\d{0,11})$/i.exec(term) ?? [];
  const its = 'prefix' in DESK_KINDS[kind] ? DESK_KINDS[kind].prefix : undefined;
  // `CLM-007` is no policy's number; a bare 7 may be anything's.
  const isOwn = prefix === undefined || prefix.toUpperCase() === its;
  const own =
    digits !== undefined && isOwn ? sql`SELECT ${firstOfKind(kind) + Number(digits)} UNION ` : sql``;
  // A few digits are a number; many words begin with them.
  const phrases = /^\d{1,2}$/.test(term) ? null : phrasesOf(term);
  return { own, newest: (limit: number) => newestWith(kind, phrases, limit) };
}

/** The highest number of a record of this kind; 0 if there is none. */
export async function lastRecord(db: Database, kind: DeskKindName): Promise<number> {
  const [row] = await db.all<{ last: number | null }>(
    sql.raw(`SELECT max(${recordOf(kind)}) AS last FROM "${DESK_KINDS[kind].from}"`),
  );
  return row?.last ?? 0;
}

const columnsOf = (row: string) => sql.raw(DESK_COLUMNS.map((column) => `${row}."${column}"`).join(', '));

/** The records from one number to another whose row is missing, or is not what they make of it. */
export async function findDiffering(
  db: Database,
  kind: DeskKindName,
  [from, to]: [number, number],
): Promise<number[]> {
  const rows = await db.all<{ record: number }>(
    sql`SELECT r.record FROM desk_rows r LEFT JOIN desk d ON d.id = r.id
      WHERE r.kind = ${kind} AND r.record BETWEEN ${from} AND ${to}
        AND (d.id IS NULL OR (${columnsOf('d')}) IS NOT (${columnsOf('r')}))`,
  );
  return rows.map(({ record }) => record);
}

/** Makes the rows of these records again. */
export const repairRows = (db: Database, kind: DeskKindName, records: readonly number[]): Statement =>
  listRecords(db, kind, sql`${sql.raw(recordOf(kind))} IN ${among(records)}`);

/** The counters of a kind as its rows make them, in the order of their names, as JSON. */
const countsOf = (kind: DeskKindName) => sql`(SELECT json_group_object(part, n) FROM (
  SELECT part, sum(n) AS n FROM (
    SELECT coalesce(status, '') || '/' || coalesce(class, '') AS part, count(*) AS n FROM desk WHERE kind = ${kind} GROUP BY 1
    UNION ALL SELECT '@' || section, count(*) FROM desk WHERE kind = ${kind} AND section IS NOT NULL GROUP BY 1
    UNION ALL SELECT '@' || mark, count(*) FROM desk WHERE kind = ${kind} AND mark IS NOT NULL AND status IS NOT NULL GROUP BY 1)
  GROUP BY part ORDER BY part))`;
const keptCounts = (kind: DeskKindName) => sql`(SELECT json_group_object(key, value) FROM (
  SELECT each.key, each.value FROM desk_counts, json_each(counts) each WHERE kind = ${kind} ORDER BY each.key))`;

/** Whether the counters of a kind are what its rows make them. */
export async function areCounted(db: Database, kind: DeskKindName): Promise<boolean> {
  const [row] = await db.all<{ same: number }>(sql`SELECT ${countsOf(kind)} = ${keptCounts(kind)} AS same`);
  return row?.same === 1;
}

/** Counts the rows of a kind again. */
export const recount = (db: Database, kind: DeskKindName) =>
  db.run(
    sql`INSERT INTO desk_counts (kind, counts) SELECT ${kind}, ${countsOf(kind)} WHERE true
      ON CONFLICT (kind) DO UPDATE SET counts = excluded.counts`,
  );
