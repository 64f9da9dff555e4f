import { eq } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { profiles } from '../db/profile-schema.ts';

export type ProfileRow = typeof profiles.$inferSelect;

export async function findProfile(db: Database, wallet: string): Promise<ProfileRow | null> {
  return (await db.select().from(profiles).where(eq(profiles.wallet, wallet)).get()) ?? null;
}
