/** Pages of the desk's lists. A page reads at most twice its rows, whatever the table holds. */
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { DESK_PAGE_SIZE, SEARCH_WINDOW } from '../../../../domain/admin/list.ts';
import { type Cursor, encodeCursor } from '../../../../domain/page.ts';
import { deskCounts } from './admin-schema.ts';
import type { Database } from './client.ts';
import { cursorOf } from './page.ts';

/** Characters of a search term below which the trigram index has no match. */
const TRIGRAM = 3;

export interface DeskPageInput {
  page?: number | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  sortOrder?: 'ASC' | 'DESC' | undefined;
}

export interface DeskSource<Table extends SQLiteTable> {
  table: Table;
  id: SQLiteColumn;
  /** The column to sort by before the id; the id alone if it is the id. Never null, and indexed with every filter. */
  sort: SQLiteColumn;
  /** Each filter; an index starts with their columns. */
  filters: readonly (SQL | undefined)[];
  /** The row of `desk_counts` that holds this filter's total; null when nothing counts it, then the answer says 0. */
  total: { list: string; status?: string | undefined; kind?: string | undefined } | null;
  /** The trigram index whose row ids are the table's ids, and the wallet column for short terms; null without either. */
  search: { index: string; wallet: SQLiteColumn | null };
}

export interface DeskPagination {
  current_page: number;
  total_pages: number;
  per_page: number;
  next_cursor: string | null;
  prev_cursor: string | null;
  search_limited: boolean;
}

/** Ids that a search term matches, newest first, one more than the search looks at. */
function matches({ table, id, search }: DeskSource<SQLiteTable>, term: string): SQL {
  const number = /^(?:[a-z]{3}-)?0*([1-9]\d{0,14})$/i.exec(term)?.[1];
  const byNumber = number === undefined ? sql`SELECT NULL WHERE 0` : sql`SELECT ${Number(number)}`;
  const words = term.split(/\s+/).filter((word) => word.length >= TRIGRAM);
  if (words.length > 0) {
    const phrases = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
    const index = sql.identifier(search.index);
    return sql`${byNumber} UNION SELECT * FROM (SELECT rowid FROM ${index} WHERE ${index} MATCH ${phrases}
      ORDER BY rowid DESC LIMIT ${SEARCH_WINDOW + 1})`;
  }
  if (search.wallet === null) return byNumber;
  const start = term.toLowerCase();
  return sql`${byNumber} UNION SELECT * FROM (SELECT ${id} FROM ${table}
    WHERE ${search.wallet} >= ${start} AND ${search.wallet} < ${`${start}\u{10ffff}`} LIMIT ${SEARCH_WINDOW + 1})`;
}

function keyset({ id, sort }: DeskSource<SQLiteTable>, cursor: Cursor, ascending: boolean): SQL {
  const after = sql.raw(ascending === cursor.back ? '<' : '>');
  if (id === sort) return sql`${id} ${after} ${Number(cursor.id)}`;
  const at = sort.dataType === 'number' ? Number(cursor.at) : cursor.at;
  return sql`(${sort}, ${id}) ${after} (${at}, ${Number(cursor.id)})`;
}

/** One page of a list in one round trip, with the cursors of its neighbors and the total of its filter. */
export async function readDeskPage<Table extends SQLiteTable>(
  db: Database,
  input: DeskPageInput,
  source: DeskSource<Table>,
): Promise<{ rows: Table['$inferSelect'][]; total: number; pagination: DeskPagination }> {
  const { table, id, sort, filters, total } = source;
  const limit = input.limit ?? DESK_PAGE_SIZE;
  const page = input.page ?? 1;
  const ascending = input.sortOrder === 'ASC';
  const cursor = cursorOf(input, 'number', id !== sort);
  const back = cursor?.back ?? false;
  const term = input.search ?? '';
  const searched = term !== '';

  const found = searched ? sql`${id} IN (${matches(source, term)})` : undefined;
  const direction = ascending === back ? desc : asc;
  // The plus keeps SQLite from walking the whole sort index for the few rows that a search found.
  const order = (column: SQLiteColumn) => direction(searched ? sql`+${column}` : column);
  const rowsQuery = db
    .select()
    .from(table as SQLiteTable)
    .where(and(...filters, found, cursor ? keyset(source, cursor, ascending) : undefined))
    .orderBy(...(id === sort ? [order(id)] : [order(sort), order(id)]))
    .limit(limit + 1)
    .offset(cursor ? 0 : (page - 1) * limit);
  const countQuery = searched
    ? db
        .select({ count: sql<number>`count(*)` })
        .from(table as SQLiteTable)
        .where(and(...filters, found))
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
  const [read, [counted]] = await db.batch([rowsQuery, countQuery]);
  const rows = read.slice(0, limit) as Table['$inferSelect'][];
  if (back) rows.reverse();
  const more = read.length > limit;
  const count = Math.min(counted?.count ?? 0, searched ? SEARCH_WINDOW : Number.MAX_SAFE_INTEGER);
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
      total_pages: Math.max(1, Math.ceil(count / limit)),
      per_page: limit,
      next_cursor: back || more ? position(rows.at(-1), false) : null,
      prev_cursor: hasPrevious ? position(rows[0], true) : null,
      search_limited: searched && (counted?.count ?? 0) > SEARCH_WINDOW,
    },
  };
}
