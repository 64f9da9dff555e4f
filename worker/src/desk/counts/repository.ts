import { and, count, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import type { DeskKindName } from '#worker/platform/db/desk-kinds.ts';
import { desk, deskCounts } from '#worker/platform/db/desk-schema.ts';

/** Counters of a list and of what waits, also for a batch. */
export const selectCounts = (db: Database, kind?: DeskKindName) =>
  db
    .select()
    .from(deskCounts)
    .where(inArray(deskCounts.list, kind ? [kind, 'queue'] : ['queue']));

/** More overdue records than this are not counted, so that a backlog of years costs no more. */
export const MOST_OVERDUE = 1000;

/** How many of a list are due before `now` (ISO), for a batch. */
export const selectOverdue = (db: Database, kind: DeskKindName, now: string) =>
  db.select({ count: count() }).from(
    db
      .select({ id: desk.id })
      .from(desk)
      .where(and(eq(desk.kind, kind), lt(desk.due, now)))
      .limit(MOST_OVERDUE)
      .as('overdue'),
  );

/** How many of a list have a status, a class or both, and how many wait in a section or have a mark. */
export function countsIn(rows: readonly (typeof deskCounts.$inferSelect)[]) {
  const counts = new Map(
    rows.map(({ list, status, kind, count }) => [`${list === 'queue' ? list : ''} ${status} ${kind}`, count]),
  );
  return {
    of: (status = '', kind = '') => counts.get(` ${status} ${kind}`) ?? 0,
    waiting: (section: string) => counts.get(`queue ${section} `) ?? 0,
  };
}
