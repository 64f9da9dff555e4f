import { and, asc, desc, eq, gte, inArray, lte, ne, or } from 'drizzle-orm';
import { siteCounts, siteDays } from '#worker/platform/db/analytics-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { figures } from '#worker/platform/db/figures-schema.ts';
import { findRows, matches } from '#worker/platform/db/guard.ts';

export type SiteDay = typeof siteDays.$inferSelect;
export interface Named {
  name: string;
  count: number;
}

/** Days with visits from `first` to `last`, oldest first. */
export const readDays = (db: Database, first: string, last: string): Promise<SiteDay[]> =>
  findRows(db, siteDays, and(gte(siteDays.day, first), lte(siteDays.day, last)), [asc(siteDays.day)]);

/** The most frequent names of a kind, the sum of all under the empty one first; `day` is empty for the last 30. */
export const readTop = (db: Database, day: string, kind: string, limit: number): Promise<Named[]> =>
  db
    .select({ name: siteCounts.name, count: siteCounts.count })
    .from(siteCounts)
    .where(matches(siteCounts, { day, kind }))
    .orderBy(desc(siteCounts.count), asc(siteCounts.name))
    .limit(limit + 1);

/** Visitors who were last seen in one of these minutes, each a day and `HH:MM`. */
export async function readLive(
  db: Database,
  minutes: readonly { day: string; name: string }[],
): Promise<number> {
  const rows = await db
    .select({ count: siteCounts.count })
    .from(siteCounts)
    .where(
      and(
        inArray(
          siteCounts.day,
          minutes.map(({ day }) => day),
        ),
        eq(siteCounts.kind, 'live'),
        or(...minutes.map(({ day, name }) => matches(siteCounts, { day, name }))),
      ),
    );
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Payments of policies that stand, from `first` to `last`. */
export async function readPaid(db: Database, first: string, last: string): Promise<number> {
  const rows = await db
    .select({ count: figures.count })
    .from(figures)
    .where(
      matches(
        figures,
        { grain: 'day', figure: 'premium', product: '' },
        gte(figures.period, first),
        lte(figures.period, last),
        ne(figures.count, 0),
      ),
    );
  return rows.reduce((sum, { count }) => sum + count, 0);
}
