import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';

/** The id of the key that encrypted a column's text, for the indexes that rotation reads. */
export const keyOf = (column: SQLiteColumn): SQL => sql`substr(${column}, 1, instr(${column}, '.') - 1)`;
