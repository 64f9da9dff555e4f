import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle } from 'drizzle-orm/d1';

/**
 * The database of one request. Its first query goes to the primary and later ones see at least that state, so read
 * replicas can be switched on without a change here.
 */
export function openDatabase(binding: D1Database) {
  // drizzle uses nothing of a database but prepare() and batch(), which a session has as well.
  return drizzle(binding.withSession('first-primary') as unknown as D1Database);
}

export type Database = ReturnType<typeof openDatabase>;

/** A statement that waits to be run, alone or in a batch. */
export type Statement = BatchItem<'sqlite'>;
/** A batch has at least one statement. */
export type Statements = [Statement, ...Statement[]];
