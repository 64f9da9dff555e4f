/**
 * Pages of the desk's lists, read from `desk`. Triggers: `accounts_changed`, `claims_changed`, `policies_added`,
 * `policies_changed`, `threads_added`, `threads_changed`, `payment_exceptions_added`, `payment_exceptions_changed` and
 * `claim_documents_added` name a record in `desk_rows` when it changes, `desk_refreshed` makes its row, and `desk_added` and
 * `desk_changed` keep totals and what is searched.
 */
import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { DESK_PAGE_SIZE, LOOKED_AT, SEARCH_WINDOW } from '#domain/admin/list.ts';
import { formatDay, parseDay } from '#domain/days.ts';
import { type Cursor, encodeCursor } from '#domain/page.ts';
import { substrateKey } from '#domain/ss58.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { DESK_KINDS, type DeskKindName, firstOfKind, LAST_RECORD } from '#worker/platform/db/desk-kinds.ts';
import { desk, deskCounts } from '#worker/platform/db/desk-schema.ts';
import { cursorOf, noSuchPage } from '#worker/platform/db/page.ts';
import { countsIn } from './counts/repository.ts';
import { matchOf } from './search/repository.ts';

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

const FILTERS = ['assignee', 'mark', 'section', 'status', 'class'] as const;
type Filter = (typeof FILTERS)[number];

export interface DeskSource<Table extends SQLiteTable> {
  kind: DeskKindName;
  /** Where the records are; its `id` is theirs. */
  table: Table & { id: SQLiteColumn };
  /** What the list begins with; by default its own order. */
  sort?: 'id' | 'due' | 'amount' | 'ends';
  /** Only rows with these values; null is a row without one. */
  where?: Readonly<Partial<Record<Filter, string | number | null | undefined>>>;
  /** What else has to be true of the record. */
  also?: SQL | undefined;
  /** The part of the sort column's values that is listed. */
  within?: Within | undefined;
  /** Whether `also` and `within` leave out none that the counters know. */
  isCounted?: boolean;
}

export interface DeskPagination {
  current_page: number;
  total_pages: number | null;
  per_page: number;
  next_cursor: string | null;
  prev_cursor: string | null;
  search_limited: boolean;
  total_is_minimum: boolean;
  searched_to: string | null;
}

/** Filters that an index has before the order of a list, the ones that find least first. */
const INDEXES: readonly { index: string; has: readonly Filter[] }[] = [
  { index: 'desk_assignee', has: ['assignee'] },
  { index: 'desk_mark', has: ['mark'] },
  { index: 'desk_section', has: ['section'] },
  { index: 'desk_both', has: ['status', 'class'] },
  { index: 'desk_status', has: ['status'] },
  { index: 'desk_class', has: ['class'] },
];

/** Of no one's work there is an index too, and of nothing else that a row doesn't have. */
const isIndexed = (key: Filter, value: string | number | null | undefined) =>
  value !== undefined && (value !== null || key === 'assignee');

/** The column that a list is in the order of, unless somebody chose another. */
const orderOf = (kind: DeskKindName) => ('due' in DESK_KINDS[kind] ? 'due' : 'id');

/** How the rows of a list are reached in their order: by an index, with what it finds and what is left to compare. */
function reach({ kind, sort = orderOf(kind), where = {} }: DeskSource<SQLiteTable>) {
  const order = orderOf(kind);
  const fitting =
    sort === order ? INDEXES.find(({ has }) => has.every((key) => isIndexed(key, where[key]))) : undefined;
  const has = fitting?.has ?? [];
  const index = fitting?.index ?? (sort === 'id' ? null : `desk_${sort}`);
  const compare = (keys: readonly Filter[]) =>
    keys.flatMap((key) => {
      const value = where[key];
      if (value === undefined) return [];
      return value === null ? isNull(desk[key]) : eq(desk[key], value);
    });
  return {
    sort,
    from: index === null ? sql`desk NOT INDEXED` : sql`desk INDEXED BY ${sql.identifier(index)}`,
    finds: [
      index === null ? undefined : eq(desk.kind, kind),
      ...compare(has),
      index !== null && order === 'id' && sort === 'id' ? isNull(desk.due) : undefined,
      // Without this SQLite doesn't know that the index has every row.
      sort === 'id' ? undefined : sql`${desk[sort]} IS NOT NULL`,
    ],
    rest: compare(FILTERS.filter((key) => !has.includes(key))),
  };
}

/** A position's sort value as its column holds it. */
function sortedAt(sort: 'due' | 'amount' | 'ends', { at }: Cursor) {
  const value = sort === 'amount' ? Number(at) : at;
  if (Number.isNaN(value)) throw noSuchPage();
  return value;
}

/**
 * The rows after a position, as ranges that are read one after the other. SQLite looks up only the first part of a pair
 * whose second is the row id, and would walk over every row with the same sort value; so these are two.
 */
function rangesAfter(
  { kind, within = {} }: DeskSource<SQLiteTable>,
  sort: keyof typeof desk.$inferSelect,
  cursor: Cursor | null,
  ascending: boolean,
): SQL[] {
  const first = firstOfKind(kind);
  const column = desk[sort];
  const from = sort === 'id' ? sql`${first} + ${within.from ?? 0}` : within.from;
  const before = sort === 'id' ? sql`${first} + ${within.before ?? LAST_RECORD}` : within.before;
  const rises = cursor !== null && ascending !== cursor.back;
  // The plus leaves the cursor as the end that the index starts from.
  const plus = (own: boolean) => sql.raw(cursor && own ? '+' : '');
  const inside =
    and(
      from && sql`${plus(rises)}${column} >= ${from}`,
      before && sql`${plus(!rises)}${column} < ${before}`,
    ) ?? sql`true`;
  if (!cursor) return [inside];
  const is = sql.raw(rises ? '>' : '<');
  const beyond = sql`${desk.id} ${is} ${first + Number(cursor.id)}`;
  if (sort === 'id') return [sql`${beyond} AND ${inside}`];
  const at = sortedAt(sort as 'due', cursor);
  return [sql`${column} = ${at} AND ${beyond} AND ${inside}`, sql`${column} ${is} ${at} AND ${inside}`];
}

/** The ids of a table whose rows are numbered in the order of `at`, from one UTC day to another. */
export function recordedBetween(
  { table, id, at }: { table: SQLiteTable; id: SQLiteColumn; at: SQLiteColumn },
  { recorded_from: from, recorded_to: to }: Recorded,
): Within | undefined {
  if (from === undefined && to === undefined) return undefined;
  // Beyond the last row is no id; the largest one is.
  const firstAt = (day: string) =>
    sql`coalesce((SELECT ${id} FROM ${table} WHERE ${at} >= ${day} ORDER BY ${at}, ${id} LIMIT 1), ${LAST_RECORD})`;
  return {
    from: from === undefined ? undefined : firstAt(from),
    before: to === undefined ? undefined : firstAt(formatDay((parseDay(to) ?? 0) + 1)),
  };
}

export interface Recorded {
  recorded_from?: string | undefined;
  recorded_to?: string | undefined;
}

/** A row of `desk` that is on a page, and its value in the sort column. */
interface Placed {
  desk_id: number;
  desk_at: string | number | null;
}

/** How the rows of a list after a position are read: those of a page, and the last one that was looked at. */
function walk(source: DeskSource<SQLiteTable>, cursor: Cursor | null, ascending: boolean) {
  const { kind, table, also } = source;
  const { sort, from, finds, rest } = reach(source);
  const record = sql`${desk.id} - ${firstOfKind(kind)}`;
  const its = also && sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = ${record} AND ${also})`;
  const left = and(...rest, its);
  const ranges = rangesAfter(source, sort, cursor, ascending);
  const direction = ascending === (cursor?.back ?? false) ? desc : asc;
  const order = sql`ORDER BY ${direction(desk[sort])}, ${direction(desk.id)}`;
  const read = sql.join([desk.id, desk[sort], ...(left ? FILTERS.map((key) => desk[key]) : [])], sql`, `);
  const named = sql`SELECT ${desk.id} AS desk_id, ${desk[sort]} AS desk_at`;
  const inOrder = (limit: number) =>
    sql.join(
      ranges.map(
        (range) =>
          sql`SELECT * FROM (SELECT ${read} FROM ${from} WHERE ${and(...finds, range)} ${order} LIMIT ${limit})`,
      ),
      sql` UNION ALL `,
    );
  return {
    sort,
    /** Without an index that has every filter, it looks at so many rows and no more. */
    isPartial: left !== undefined,
    page: (limit: number, offset: number) =>
      left
        ? sql`${named} FROM (${inOrder(LOOKED_AT)} LIMIT ${LOOKED_AT}) desk WHERE ${left} LIMIT ${limit} OFFSET ${offset}`
        : sql`${named} FROM (${inOrder(limit + offset)} LIMIT ${limit} OFFSET ${offset}) desk`,
    last: sql`${named} FROM (${inOrder(LOOKED_AT)} LIMIT 1 OFFSET ${LOOKED_AT - 1}) desk`,
    counted: sql`SELECT coalesce(sum(${left ?? sql`true`}), 0) AS count, count(*) = ${LOOKED_AT} AS is_minimum, NULL AS counts
      FROM (${inOrder(LOOKED_AT)} LIMIT ${LOOKED_AT}) desk`,
    /** Of the few rows that a search found, or that are named, those that the list has: looked up, and then sorted. */
    among: (found: SQL, limit: number, offset: number) =>
      sql`${named} FROM desk NOT INDEXED WHERE ${and(found, ...finds, left, sql`(${sql.join(ranges, sql` OR `)})`)}
        ${order} LIMIT ${limit} OFFSET ${offset}`,
  };
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
function counting(db: Database, source: DeskSource<SQLiteTable>, ascending: boolean, found: SQL | undefined) {
  const all = walk(source, null, ascending);
  const by = found ? null : countedBy(source);
  const counted = found
    ? sql`SELECT count(*) AS count, 0 AS is_minimum, NULL AS counts FROM (${all.among(found, LOOKED_AT, 0)})`
    : by
      ? sql`SELECT 0 AS count, 0 AS is_minimum, counts FROM ${deskCounts} WHERE ${eq(deskCounts.kind, source.kind)}`
      : all.counted;
  const query = db
    .select({
      count: sql<number>`count`.as('count'),
      isMinimum: sql<number>`is_minimum`.as('is_minimum'),
      counts: sql<string | null>`counts`.as('counts'),
    })
    .from(sql`(${counted})`);
  type Counted = Awaited<typeof query>[number];
  const totalOf = (row: Counted | undefined): number =>
    by ? by(countsIn([{ counts: row?.counts ?? '{}' }])) : (row?.count ?? 0);
  return { query, totalOf };
}

/** The row that a page ends at because no more are looked at, and when it was recorded. */
function lastLookedAt(db: Database, { kind, table }: DeskSource<SQLiteTable>, last: SQL) {
  const { created_at: at } = getTableColumns(table) as { created_at?: SQLiteColumn };
  return db
    .select({
      desk_id: sql<number>`desk_id`.as('desk_id'),
      desk_at: sql<Placed['desk_at']>`desk_at`.as('desk_at'),
      at: sql<string | null>`${at ?? null}`.as('at'),
    })
    .from(sql`(${last}) placed`)
    .crossJoin(table)
    .where(sql`${table.id} = desk_id - ${firstOfKind(kind)}`);
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
  const matchQuery = db
    .select({
      count: sql<number>`(SELECT count(*) FROM (${match?.newest(SEARCH_WINDOW + 1) ?? sql`SELECT NULL WHERE 0`}))`,
    })
    .from(sql`(SELECT 1)`);
  const total = counting(db, source, ascending, found);
  const [[counted], [matched], read] = await db.batch([total.query, matchQuery, pageQuery]);
  const rows = read.slice(0, limit) as unknown as (Table['$inferSelect'] & Placed)[];
  if (back) rows.reverse();
  const more = read.length > limit;
  const isShort = list.isPartial && !found && !more;
  const [ended] = isShort ? await lastLookedAt(db, source, list.last) : [];
  const count = total.totalOf(counted);
  const isMinimum = counted?.isMinimum === 1;
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
      search_limited: (matched?.count ?? 0) > SEARCH_WINDOW,
      total_is_minimum: isMinimum,
      searched_to: ended?.at ?? null,
    },
  };
}
