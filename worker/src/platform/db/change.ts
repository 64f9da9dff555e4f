import type { Database, Statement } from './client.ts';
import { commit } from './guard.ts';

/** How often a change is decided that meets others. */
const TRIES = 3;

interface Change<Row> {
  /** The record as it is now. */
  read: () => Promise<Row>;
  /** Statements of the change, led by a guard on what was read. None if there is nothing to change. Throws what refuses it. */
  decide: (row: Row) => readonly Statement[] | Promise<readonly Statement[]>;
  /** What it means that the last try failed. */
  conflict: (row: Row) => Error | Promise<Error>;
}

/**
 * Changes a record in one batch. A change that meets another one is decided again on what that left.
 * @returns the record after it; as it was read if there was nothing to change
 */
export async function changeRow<Row>(
  ctx: { db: Database },
  { read, decide, conflict }: Change<Row>,
): Promise<Row> {
  for (let tries = 1; ; tries += 1) {
    const row = await read();
    const statements = await decide(row);
    if (statements.length === 0) return row;
    if (await commit(ctx, statements, () => false)) return read();
    if (tries === TRIES) throw await conflict(row);
  }
}
