import { desc, eq, lte } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { ethRates } from '../../../platform/db/figures-schema.ts';

export async function hasRate(db: Database, day: string): Promise<boolean> {
  return (await db.select().from(ethRates).where(eq(ethRates.day, day)).get()) !== undefined;
}

/** Keeps the first rate of a day. */
export async function insertRate(db: Database, row: typeof ethRates.$inferInsert): Promise<void> {
  await db.insert(ethRates).values(row).onConflictDoNothing();
}

/** US cents per ether on a day, or last before it; null if none was read yet. */
export async function rateOn(db: Database, day: string): Promise<number | null> {
  const row = await db
    .select()
    .from(ethRates)
    .where(lte(ethRates.day, day))
    .orderBy(desc(ethRates.day))
    .limit(1)
    .get();
  return row?.usdCents ?? null;
}
