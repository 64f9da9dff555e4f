import type { BatchItem } from 'drizzle-orm/batch';
import { drizzle } from 'drizzle-orm/d1';

/**
 * The database of one request. Its first query goes to the primary and later ones see at least that state, so read
 * replicas can be switched on without a change here. `watch` is told each statement that is about to run.
 */
export function openDatabase(binding: D1Database, watch: (sql: string) => void = () => {}) {
  const session = binding.withSession('first-primary');
  // drizzle uses nothing of a database but prepare() and batch().
  const watched: Pick<D1Database, 'prepare' | 'batch'> = {
    prepare(sql) {
      watch(sql);
      return session.prepare(sql);
    },
    batch: (statements) => session.batch(statements),
  };
  return drizzle(watched as D1Database);
}

export type Database = ReturnType<typeof openDatabase>;

/** A statement that waits to be run, alone or in a batch. */
export type Statement = BatchItem<'sqlite'>;
/** A batch has at least one statement. */
export type Statements = [Statement, ...Statement[]];
