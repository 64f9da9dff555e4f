import { eq } from 'drizzle-orm';
import type { Database } from './client.ts';
import { jobCursors } from './mail-schema.ts';

/** How far a job that walks through time has come; null before its first run. */
export async function readMark(db: Database, name: string): Promise<string | null> {
  return (await db.select().from(jobCursors).where(eq(jobCursors.name, name)).get())?.mark ?? null;
}

export const moveMark = (db: Database, name: string, mark: string) =>
  db.insert(jobCursors).values({ name, mark }).onConflictDoUpdate({ target: jobCursors.name, set: { mark } });
