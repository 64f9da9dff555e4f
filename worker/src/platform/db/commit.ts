import type { Database, Statements } from './client.ts';
import { isConstraintFailure } from './guard.ts';

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
