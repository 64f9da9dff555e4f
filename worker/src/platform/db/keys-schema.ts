/** Progress of replacing retired encryption keys. Column types as in `schema.ts`. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const encryptionKeyUsage = sqliteTable(
  'encryption_key_usage',
  {
    /** A key of the ring that isn't current. */
    kid: text().notNull(),
    /** Table and column. */
    place: text().notNull(),
    /** Row after which the next run continues; 0 at the start. */
    afterRow: integer('after_row').notNull(),
    /** When a pass found no more uses; null while there are some. */
    unusedSince: text('unused_since'),
  },
  (table) => [primaryKey({ columns: [table.kid, table.place] })],
);
