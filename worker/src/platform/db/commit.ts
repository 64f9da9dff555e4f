import type { Database, Statements } from './client.ts';
import { isConstraintFailure } from './guard.ts';

/**
 * Runs a batch that a guard leads, or in which a key must be unique. When one of them refuses, nothing was written, and
 * `onConflict` says what that means: it throws, or gives the answer that stands instead. Any other failure is thrown on.
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
