/** How far details keys that are no longer current have been replaced. Types of columns as in `schema.ts`. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const keyUses = sqliteTable(
  'key_uses',
  {
    /** A key of the ring that is not the current one. */
    kid: text().notNull(),
    /** Table and column. */
    place: text().notNull(),
    /** Row after which the next run goes on; 0 at the beginning. */
    afterRow: integer('after_row').notNull(),
    /** When nothing was found there any more; null while something is. */
    unusedSince: text('unused_since'),
  },
  (table) => [primaryKey({ columns: [table.kid, table.place] })],
);
