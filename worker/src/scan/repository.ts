import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { scanCursors } from '../db/schema.ts';

export type CursorRow = typeof scanCursors.$inferSelect;

export async function readCursor(db: Database, chainId: string): Promise<CursorRow | null> {
  return (await db.select().from(scanCursors).where(eq(scanCursors.chainId, chainId)).get()) ?? null;
}

export function readCursors(db: Database): Promise<CursorRow[]> {
  return db.select().from(scanCursors).all();
}

/** Moves a cursor from where it was read; false when another run has moved it meanwhile. */
export async function moveCursor(db: Database, from: CursorRow | null, to: CursorRow): Promise<boolean> {
  if (from === null) {
    const made = await db.insert(scanCursors).values(to).onConflictDoNothing().returning();
    return made.length > 0;
  }
  const moved = await db
    .update(scanCursors)
    .set(to)
    .where(
      and(
        eq(scanCursors.chainId, from.chainId),
        eq(scanCursors.blockNumber, from.blockNumber),
        eq(scanCursors.blockHash, from.blockHash),
      ),
    )
    .returning();
  return moved.length > 0;
}
