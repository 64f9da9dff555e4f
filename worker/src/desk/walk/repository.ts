/** How the rows of a list are read in their order, from wherever a page begins. */
import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { LOOKED_AT } from '#domain/admin/list.ts';
import { formatDay, parseDay } from '#domain/days.ts';
import type { Cursor } from '#domain/page.ts';
import { DESK_KINDS, type DeskKindName, firstOfKind, LAST_RECORD } from '#worker/platform/db/desk-kinds.ts';
import { desk } from '#worker/platform/db/desk-schema.ts';
import { noSuchPage } from '#worker/platform/db/page.ts';

interface Within {
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
export const orderOf = (kind: DeskKindName) => ('due' in DESK_KINDS[kind] ? 'due' : 'id');

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
export interface Placed {
  desk_id: number;
  desk_at: string | number | null;
}

/** How the rows of a list after a position are read: those of a page, and the last one that was looked at. */
export function walk(source: DeskSource<SQLiteTable>, cursor: Cursor | null, ascending: boolean) {
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
