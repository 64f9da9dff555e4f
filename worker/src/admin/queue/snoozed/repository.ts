/** What is put off, by record and kind of work. */
import { and, asc, eq, gt, lte, or } from 'drizzle-orm';
import { snoozes } from '#worker/platform/db/admin-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { findRows, guardNoRow, guardRow } from '#worker/platform/db/guard.ts';

/** Snoozes that are looked at; what others put off is shown. */
const MOST = 1000;

export type SnoozeRow = typeof snoozes.$inferSelect;

/** What is put off beyond a day, the first to come back first. */
export const readSnoozes = (db: Database, today: string) =>
  findRows(db, snoozes, gt(snoozes.until, today), [asc(snoozes.until)], MOST);

const snoozeOf = ({ subject, kind }: Pick<SnoozeRow, 'subject' | 'kind'>) =>
  and(eq(snoozes.subject, subject), eq(snoozes.kind, kind));

/** Puts work off, and deletes what has come back. */
export const insertSnooze = (db: Database, row: SnoozeRow, today: string): [Statement, Statement] => [
  db.delete(snoozes).where(or(snoozeOf(row), lte(snoozes.until, today))),
  db.insert(snoozes).values(row),
];
/** Batch guard: the work is put off as it was read, or not at all. */
export const guardSnooze = (
  db: Database,
  row: SnoozeRow,
  seen: SnoozeRow | null,
  today: string,
): Statement =>
  seen ? guardRow(db, snoozes, seen) : guardNoRow(db, snoozes, and(snoozeOf(row), gt(snoozes.until, today)));

export const deleteSnooze = (db: Database, row: Pick<SnoozeRow, 'subject' | 'kind'>): Statement =>
  db.delete(snoozes).where(snoozeOf(row));
