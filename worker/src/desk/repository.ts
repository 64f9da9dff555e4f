/**
 * Pages of the desk's lists, read from `desk`. Triggers: `accounts_changed`, `claims_changed`, `policies_changed`,
 * `threads_changed` and `payment_exceptions_changed` name a record in `desk_rows` when it changes, and whoever inserts one does;
 * `desk_refreshed` makes its row, and `desk_added` and `desk_changed` keep totals and what is searched.
 */
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { DESK_PAGE_SIZE, type DeskPagination, LOOKED_AT, SEARCH_WINDOW } from '#domain/admin/list.ts';
import { encodeCursor } from '#domain/page.ts';
import { substrateKey } from '#domain/ss58.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { firstOfKind } from '#worker/platform/db/desk-kinds.ts';
import { desk, deskCounts } from '#worker/platform/db/desk-schema.ts';
import { cursorOf } from '#worker/platform/db/page.ts';
import { countsIn } from './counts/repository.ts';
import { matchOf } from './search/repository.ts';
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
