/** What an administrator lists, finds and counts: one row for each record, and how many there are. */
import { sql } from 'drizzle-orm';
import { index, integer, type SQLiteColumn, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { type DeskKindName, firstOfKind } from './desk-kinds.ts';

/**
 * Made from its record by `DESK_KINDS`, and from nothing else. Columns that a kind doesn't have are null, and no index holds
 * those.
 */
export const desk = sqliteTable(
  'desk',
  {
    /** The record's own id beyond the first of its kind, so that each kind is a range in the order of its ids. */
    id: integer().primaryKey(),
    /** The list that it is in. */
    kind: text().notNull(),
    status: text(),
    /** What its list is divided by besides the status: the product, or a message's priority. */
    class: text(),
    /** Whose work it is. */
    assignee: integer(),
    /** The section of the work queue that it waits in. */
    section: text(),
    /** What else finds it: a complaint, a second look, a policy to review, or the subject of an audit log line. */
    mark: text(),
    /** The order of its list, for one that doesn't begin with the newest. */
    due: text(),
    /** US cents or dollars, as its record has them. */
    amount: integer(),
    /** The last day of a policy. */
    ends: text(),
    /** What a search compares. */
    words: text().notNull(),
  },
  (table) => [
    index('desk_status').on(table.kind, table.status, table.due, table.id).where(sql`"status" IS NOT NULL`),
    index('desk_class').on(table.kind, table.class, table.due, table.id).where(sql`"class" IS NOT NULL`),
    index('desk_both')
      .on(table.kind, table.status, table.class, table.due, table.id)
      .where(sql`"class" IS NOT NULL`),
    index('desk_assignee')
      .on(table.kind, table.assignee, table.due, table.id)
      // What has a due date has somebody or nobody.
      .where(sql`"assignee" IS NOT NULL OR "due" IS NOT NULL`),
    index('desk_section')
      .on(table.kind, table.section, table.due, table.id)
      .where(sql`"section" IS NOT NULL`),
    index('desk_mark').on(table.kind, table.mark, table.due, table.id).where(sql`"mark" IS NOT NULL`),
    index('desk_due').on(table.kind, table.due, table.id).where(sql`"due" IS NOT NULL`),
    index('desk_amount').on(table.kind, table.amount, table.id).where(sql`"amount" IS NOT NULL`),
    index('desk_ends').on(table.kind, table.ends, table.id).where(sql`"ends" IS NOT NULL`),
  ],
);

/** The record of a row that was found, by the record's id. */
export const isRecord = (id: SQLiteColumn, kind: DeskKindName) =>
  sql`${id} = ${desk.id} - ${firstOfKind(kind)}`;
/** The row of a record that was found. */
export const isRow = (id: SQLiteColumn, kind: DeskKindName) => sql`${desk.id} = ${id} + ${firstOfKind(kind)}`;

/** The ids of the rows of some records. */
export const rowsOf = (kind: DeskKindName, records: readonly string[]): number[] =>
  records.map((record) => firstOfKind(kind) + Number(record));

/**
 * How many rows each kind has, kept by triggers as JSON: by status and class as `pending/home`, and in each section and with
 * each mark as `@claims_due`. One row for all of them, because every row that changes is paid for.
 */
export const deskCounts = sqliteTable('desk_counts', {
  kind: text().primaryKey(),
  counts: text().notNull(),
});
