import { and, count, eq, inArray, lt } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import type { DeskKindName } from '#worker/platform/db/desk-kinds.ts';
import { desk, deskCounts } from '#worker/platform/db/desk-schema.ts';

/** Counters of some kinds, also for a batch. */
export const selectCounts = (db: Database, ...kinds: DeskKindName[]) =>
  db.select().from(deskCounts).where(inArray(deskCounts.kind, kinds));

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

/** How many have a status, a class or both, and how many wait in a section or have a mark. */
export function countsIn(rows: readonly Pick<typeof deskCounts.$inferSelect, 'counts'>[]) {
  const parts = rows.flatMap(({ counts }) => Object.entries(JSON.parse(counts) as Record<string, number>));
  const sum = (which: (part: string) => boolean) =>
    parts.reduce((total, [part, n]) => (which(part) ? total + n : total), 0);
  return {
    of: (status = '', kind = '') =>
      sum((part) => {
        const [itsStatus, itsClass] = part.split('/');
        return itsClass !== undefined && ['', itsStatus].includes(status) && ['', itsClass].includes(kind);
      }),
    waiting: (section: string) => sum((part) => part === `@${section}`),
  };
}
