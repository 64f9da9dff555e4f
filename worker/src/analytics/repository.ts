/**
 * What browsers report. Triggers: `visits_counted` sums visits by day, since no visitor is kept; `occurrences_added` adds the
 * last step of the funnel.
 */
import { and, eq, gte, lt, min, ne, sql } from 'drizzle-orm';
import { SENT_BIT, stepBit, VISIT_GAP_SECONDS } from '#domain/analytics/visit.ts';
import { siteCounts, siteDays, visitReports, visits } from '#worker/platform/db/analytics-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { deleteRows, updateRows, upsertRow } from '#worker/platform/db/guard.ts';

/** What one report adds to its visit. */
export interface VisitChange extends Omit<typeof visits.$inferInsert, 'sessions'> {
  /** Whether the page of a sent payment was opened. */
  sent: boolean;
}

/** Fails if the report was counted before. */
export const insertReport = (db: Database, day: string, id: string): Statement =>
  db.insert(visitReports).values({ day, id });

/** Adds page views to the counts of their page, of the last 30 days and of all pages, and to their day's. */
export const addViews = (db: Database, day: string, path: string, count: number): Statement[] => [
  db
    .insert(siteCounts)
    .select(
      sql`SELECT d.value, 'path', n.value, ${count} FROM json_each(${JSON.stringify([day, ''])}) d
        CROSS JOIN json_each(${JSON.stringify([path, ''])}) n WHERE true`,
    )
    .onConflictDoUpdate({
      target: [siteCounts.day, siteCounts.kind, siteCounts.name],
      set: { count: sql`${siteCounts.count} + excluded.count` },
    }),
  upsertRow(db, siteDays, { day, views: count }, ['day'], { views: sql`${siteDays.views} + ${count}` }),
];

/** Steps with the bit of a sent payment, which counts only after the wallet was opened. */
const stepsOf = (steps: ReturnType<typeof sql>, sent: boolean) =>
  sent ? sql`(${steps}) | iif((${steps}) & ${stepBit('wallet_opened')}, ${SENT_BIT}, 0)` : steps;

/** Begins or continues a visitor's day. A long silence before it begins another visit. */
export function recordVisit(db: Database, { sent, ...change }: VisitChange): Statement[] {
  const { day, visitor, started_at, last_at, views, path, referrer, steps } = change;
  const again = sql`(${visits.sessions} = 0 OR ${started_at} - ${visits.last_at} > ${VISIT_GAP_SECONDS})`;
  return [
    // The trigger is on changes alone.
    db
      .insert(visits)
      .values({ ...change, sessions: 0, views: 0, steps: 0 })
      .onConflictDoNothing({ target: [visits.day, visits.visitor] }),
    updateRows(
      db,
      visits,
      { day, visitor },
      {
        sessions: sql`${visits.sessions} + ${again}`,
        started_at: sql`iif(${again}, ${started_at}, ${visits.started_at})`,
        last_at: sql`max(${visits.last_at}, ${last_at})`,
        views: sql`iif(${again}, 0, ${visits.views}) + ${views}`,
        path: sql`iif(${last_at} >= ${visits.last_at}, ${path}, ${visits.path})`,
        referrer: sql`iif(${again}, ${referrer}, ${visits.referrer})`,
        steps: stepsOf(sql`${visits.steps} | ${steps}`, sent),
      },
    ),
  ];
}

/** A sign of life of a visit that was not over; otherwise nothing. */
export const continueVisit = (db: Database, { day, visitor, path, last_at }: VisitChange): Statement[] => [
  updateRows(
    db,
    visits,
    [{ day, visitor }, lt(visits.last_at, last_at), gte(visits.last_at, last_at - VISIT_GAP_SECONDS)],
    { last_at, path },
  ),
];

/** The oldest day of which visitors are known. */
export async function firstVisitDay(db: Database): Promise<string | null> {
  const [row] = await db.select({ day: min(visits.day) }).from(visits);
  return row?.day ?? null;
}

/** Deletes all visitors before `today`, and when they were last seen. */
export async function deleteVisits(db: Database, first: string, today: string): Promise<void> {
  const live = and(gte(siteCounts.day, first), lt(siteCounts.day, today), eq(siteCounts.kind, 'live'));
  await db.batch([deleteRows(db, visits, lt(visits.day, today)), deleteRows(db, siteCounts, live)]);
}

/** The oldest day with counts of its own. */
export async function firstCountedDay(db: Database): Promise<string | null> {
  const [row] = await db
    .select({ day: min(siteCounts.day) })
    .from(siteCounts)
    .where(ne(siteCounts.day, ''));
  return row?.day ?? null;
}

/** Takes a day's counts off the sums and deletes them. */
export async function takeOff(db: Database, day: string): Promise<void> {
  await db.batch([
    db
      .insert(siteCounts)
      .select(sql`SELECT '', kind, name, -count FROM site_counts WHERE day = ${day} AND kind <> 'live'`)
      .onConflictDoUpdate({
        target: [siteCounts.day, siteCounts.kind, siteCounts.name],
        set: { count: sql`${siteCounts.count} + excluded.count` },
      }),
    deleteRows(db, siteCounts, { day }),
    deleteRows(db, siteCounts, { day: '', count: 0 }),
  ]);
}

/** Forgets which reports were counted before `day`. */
export async function deleteReports(db: Database, day: string): Promise<void> {
  await deleteRows(db, visitReports, lt(visitReports.day, day));
}
