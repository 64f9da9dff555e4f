import { type SQL, sql } from 'drizzle-orm';
import type { Database, Statements } from './client.ts';
import { guards } from './schema.ts';

/**
 * A statement for the start of a batch. Unless `condition` holds, it violates a check and the batch does
 * nothing. (A conditional UPDATE that matches no row would let the rest run.)
 */
export function guard(db: Database, condition: SQL) {
  const ok = sql`(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
  return db
    .insert(guards)
    .values({ id: 1, ok })
    .onConflictDoUpdate({ target: guards.id, set: { ok: sql`excluded.ok` } });
}

/** The database's own reason for a failure. drizzle wraps it together with the parameters. */
export function databaseReason(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (
      /constraint failed|D1_ERROR|SQLITE/i.test(cause.message) &&
      !cause.message.startsWith('Failed query')
    ) {
      return cause.message;
    }
  }
  return '';
}

export function isConstraintFailure(error: unknown): boolean {
  return /constraint failed/i.test(databaseReason(error));
}

/**
 * Runs a batch that starts with a guard or inserts a unique key. If one of them fails, nothing was
 * written, and `onConflict` says what that means: it throws, or returns the result to use instead.
 * Rethrows any other error.
 * @returns true once everything is written
 */
export async function commit<Instead>(
  { db }: { db: Database },
  statements: Statements,
  onConflict: (error: unknown) => Instead | Promise<Instead>,
): Promise<true | Instead> {
  try {
    await db.batch(statements);
  } catch (error) {
    if (!isConstraintFailure(error)) throw error;
    return onConflict(error);
  }
  return true;
}
