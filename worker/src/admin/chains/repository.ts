import { eq } from 'drizzle-orm';
import { admins } from '../../platform/db/admin-schema.ts';
import type { Database } from '../../platform/db/client.ts';

/** An administrator's name, whether still active or not. */
export async function nameOf(db: Database, id: number): Promise<string> {
  const row = await db.select({ name: admins.name }).from(admins).where(eq(admins.id, id)).get();
  return row?.name ?? '';
}
