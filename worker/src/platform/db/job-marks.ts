import { and, eq, gte, lt } from 'drizzle-orm';
import { type Database, oneValue } from './client.ts';
import { jobCursors } from './outbox-schema.ts';

/** How far a job that walks through time has come; null before its first run. */
export const readMark = (db: Database, name: string): Promise<string | null> =>
  oneValue(db.select({ value: jobCursors.mark }).from(jobCursors).where(eq(jobCursors.name, name)));

export const moveMark = (db: Database, name: string, mark: string) =>
  db.insert(jobCursors).values({ name, mark }).onConflictDoUpdate({ target: jobCursors.name, set: { mark } });

/** The names of marks that begin so, at most 50. */
export async function marksOf(db: Database, prefix: string): Promise<string[]> {
  const { name } = jobCursors;
  const rows = await db
    .select({ name })
    .from(jobCursors)
    .where(and(gte(name, prefix), lt(name, `${prefix}\uffff`)))
    .orderBy(name)
    .limit(50)
    .all();
  return rows.map((row) => row.name);
}

export const dropMark = (db: Database, name: string) =>
  db.delete(jobCursors).where(eq(jobCursors.name, name));
