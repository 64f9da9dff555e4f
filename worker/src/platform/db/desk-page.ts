/** Pages of the desk's lists. A page reads at most twice its rows, whatever the table holds. */
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { DESK_PAGE_SIZE, SEARCH_WINDOW } from '#domain/admin/list.ts';
import { formatDay, parseDay } from '#domain/days.ts';
import { type Cursor, encodeCursor } from '#domain/page.ts';
import { searchWords } from '#domain/search.ts';
import { substrateKey } from '#domain/ss58.ts';
import { deskCounts } from './admin-schema.ts';
import type { Database } from './client.ts';
import { cursorOf, noSuchPage } from './page.ts';

export interface DeskPageInput {
  page?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  sortOrder?: 'ASC' | 'DESC' | undefined;
  /** Only these rows. */
  ids?: readonly number[] | undefined;
}

export interface Within {
  from?: SQL | undefined;
  before?: SQL | undefined;
}

export interface DeskSource<Table extends SQLiteTable> {
  table: Table;
  id: SQLiteColumn;
  /** The column to sort by before the id; the id alone if it is the id. Never null, and indexed with every filter. */
  sort: SQLiteColumn;
  /** Each filter; an index starts with their columns. */
  filters: readonly (SQL | undefined)[];
  /** The part of the sort column's values that is listed. */
  within?: Within | undefined;
  /** The row of `desk_counts` that holds this filter's total; null when nothing counts it, then no total is known. */
  total: { list: string; status?: string | undefined; kind?: string | undefined } | null;
  search: {
    /** The trigram index whose row ids are the table's ids. */
    index: string;
    /** What its numbers are written with, such as `POL`; null if without a prefix. */
    prefix: string | null;
  };
}

export interface DeskPagination {
  current_page: number;
  total_pages: number | null;
  per_page: number;
  next_cursor: string | null;
  prev_cursor: string | null;
  search_limited: boolean;
}

/** What a search looks for in a trigram index: every word, shorter ones than a trigram at the beginning of a word; null without any. */
export function phrasesOf(term: string): string | null {
  // Two spaces stand before each word of an index.
  const phrases = searchWords(term).map(
    (word) => `"${[...word].length < 3 ? '  ' : ''}${word.replaceAll('"', '""')}"`,
  );
  return phrases.length === 0 ? null : phrases.join(' AND ');
}

/** The newest matches of a search term, at most `limit`; `own` is the record whose number it is. */
function matchOf({ search }: DeskSource<SQLiteTable>, term: string) {
  const [, prefix, digits] = /^(?:([a-z]{3})-)?0*([1-9]\d{0,14})$/i.exec(term) ?? [];
  // `CLM-007` is no policy's number; a bare 7 may be anything's.
  const isOwn = prefix === undefined || prefix.toUpperCase() === search.prefix;
  const own = digits !== undefined && isOwn ? sql`SELECT ${Number(digits)} UNION ` : sql``;
  // A few digits are a number; many words begin with them.
  const phrases = /^\d{1,2}$/.test(term) ? null : phrasesOf(term);
  const index = sql.identifier(search.index);
  const newest = (limit: number) =>
    phrases === null
      ? sql`SELECT NULL WHERE 0`
      : sql`SELECT rowid FROM ${index} WHERE ${index} MATCH ${phrases} ORDER BY rowid DESC LIMIT ${limit}`;
  return { own, newest };
}

/** A position's sort value as its column holds it. */
function sortedAt({ sort }: DeskSource<SQLiteTable>, { at }: Cursor) {
  const value = sort.dataType === 'number' ? Number(at) : at;
  if (Number.isNaN(value)) throw noSuchPage();
  return value;
}

/**
 * The rows after a position, as ranges that are read one after the other. SQLite looks up only the first part of a pair
 * whose second is the row id, and would walk over every row with the same sort value; so these are two.
 */
function rangesAfter(
  source: DeskSource<SQLiteTable>,
  cursor: Cursor | null,
  ascending: boolean,
): (SQL | undefined)[] {
  const { id, sort } = source;
  const { from, before } = source.within ?? {};
  const rises = cursor !== null && ascending !== cursor.back;
  // The plus leaves the cursor as the end that the index starts from. The likelihood keeps SQLite from preferring an index
  // with two ends to one with all filters.
  const plus = (own: boolean) => sql.raw(cursor && own ? '+' : '');
  const likely = (term: SQL) => (source.within ? sql`likelihood(${term}, 0.9)` : term);
  const within = and(
    from && likely(sql`${plus(rises)}${sort} >= ${from}`),
    before && likely(sql`${plus(!rises)}${sort} < ${before}`),
  );
  if (!cursor) return [within];
  const is = sql.raw(rises ? '>' : '<');
  const beyond = likely(sql`${id} ${is} ${Number(cursor.id)}`);
  if (id === sort) return [and(beyond, within)];
  const at = sortedAt(source, cursor);
  return [and(sql`${sort} = ${at}`, beyond, within), and(likely(sql`${sort} ${is} ${at}`), within)];
}

/** The ids of a table whose rows are numbered in the order of `at`, from one UTC day to another. */
export function recordedBetween(
  { table, id, at }: { table: SQLiteTable; id: SQLiteColumn; at: SQLiteColumn },
  { recorded_from: from, recorded_to: to }: Recorded,
): Within | undefined {
  if (from === undefined && to === undefined) return undefined;
  // Beyond the last row is no id; the largest one is.
  const firstAt = (day: string) =>
    sql`coalesce((SELECT ${id} FROM ${table} WHERE ${at} >= ${day} ORDER BY ${at}, ${id} LIMIT 1), ${Number.MAX_SAFE_INTEGER})`;
  return {
    from: from === undefined ? undefined : firstAt(from),
    before: to === undefined ? undefined : firstAt(formatDay((parseDay(to) ?? 0) + 1)),
  };
}

export interface Recorded {
  recorded_from?: string | undefined;
  recorded_to?: string | undefined;
}

/**
 * One page of a list in one round trip, with the cursors of its neighbors and the total of its filter; null if nothing
 * counts it.
 */
export async function readDeskPage<Table extends SQLiteTable>(
  db: Database,
  input: DeskPageInput,
  source: DeskSource<Table>,
): Promise<{ rows: Table['$inferSelect'][]; total: number | null; pagination: DeskPagination }> {
  const { table, id, sort, filters, total } = source;
  const limit = input.limit ?? DESK_PAGE_SIZE;
  const page = input.page ?? 1;
  const ascending = input.sortOrder === 'ASC';
  const cursor = cursorOf(input, 'number', id !== sort);
  const back = cursor?.back ?? false;
  // Wallets are stored as keys, so an SS58 address is searched for as its key.
  const term = substrateKey(input.search ?? '') ?? input.search ?? '';
  const searched = term !== '';

  const match = searched ? matchOf(source, term) : null;
  const chosen = input.ids && sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(input.ids)}))`;
  const found = and(
    match ? sql`${id} IN (${match.own}SELECT * FROM (${match.newest(SEARCH_WINDOW)}))` : undefined,
    chosen,
  );
  const direction = ascending === back ? desc : asc;
  // The plus keeps SQLite from walking the whole sort index for the few rows that a search found or that are named.
  const order = (column: SQLiteColumn) => direction(found ? sql`+${column}` : column);
  const ranges = rangesAfter(source, cursor, ascending).map((range) =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(and(...filters, found, range))
      .orderBy(...(id === sort ? [order(id)] : [order(sort), order(id)]))
      .limit(limit + 1)
      .offset(cursor ? 0 : (page - 1) * limit),
  );
  const countQuery = found
    ? db
        .select({ count: sql<number>`count(*)` })
        .from(table as SQLiteTable)
        .where(and(...filters, found, ...rangesAfter(source, null, ascending)))
    : db
        .select({ count: deskCounts.count })
        .from(deskCounts)
        .where(
          and(
            eq(deskCounts.list, total?.list ?? ''),
            eq(deskCounts.status, total?.status ?? ''),
            eq(deskCounts.kind, total?.kind ?? ''),
          ),
        );
  const newest = match?.newest(SEARCH_WINDOW + 1) ?? sql`SELECT NULL WHERE 0`;
  const matchQuery = db
    .select({ count: sql<number>`(SELECT count(*) FROM (${newest}))` })
    .from(sql`(SELECT 1)`);
  const [[counted], [matched], ...parts] = await db.batch([countQuery, matchQuery, ...ranges]);
  const read = parts.flat();
  const rows = read.slice(0, limit) as Table['$inferSelect'][];
  if (back) rows.reverse();
  const more = read.length > limit;
  const count = total === null && !found ? null : (counted?.count ?? 0);
  const position = (row: Table['$inferSelect'] | undefined, toBack: boolean) => {
    if (!row) return null;
    const value = (column: SQLiteColumn) =>
      Object.entries(row).find(([key]) => (table as unknown as Record<string, unknown>)[key] === column)?.[1];
    return encodeCursor({
      back: toBack,
      at: id === sort ? null : String(value(sort)),
      id: Number(value(id)),
    });
  };
  const hasPrevious = back ? more : cursor !== null || page > 1;
  return {
    rows,
    total: count,
    pagination: {
      current_page: page,
      total_pages: count === null ? null : Math.max(1, Math.ceil(count / limit)),
      per_page: limit,
      next_cursor: back || more ? position(rows.at(-1), false) : null,
      prev_cursor: hasPrevious ? position(rows[0], true) : null,
      search_limited: (matched?.count ?? 0) > SEARCH_WINDOW,
    },
  };
}
