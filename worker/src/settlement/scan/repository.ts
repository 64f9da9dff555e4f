import { and, eq } from 'drizzle-orm';
import { type Database, firstOf } from '#worker/platform/db/client.ts';
import { scanCursors, sweepCursors } from '#worker/platform/db/scan-schema.ts';

export type CursorRow = typeof scanCursors.$inferSelect;

export const readCursor = (db: Database, chainId: string): Promise<CursorRow | null> =>
  firstOf(db.select().from(scanCursors).where(eq(scanCursors.chain_id, chainId)));

export type SweepRow = typeof sweepCursors.$inferSelect;

/** Both cursors of every chain, in one round trip. */
export async function readProgress(db: Database) {
  const [cursors, sweeps] = await db.batch([db.select().from(scanCursors), db.select().from(sweepCursors)]);
  return { cursors, sweeps };
}

export const readSweep = (db: Database, chainId: string): Promise<SweepRow | null> =>
  firstOf(db.select().from(sweepCursors).where(eq(sweepCursors.chain_id, chainId)));

export async function startSweep(db: Database, row: SweepRow): Promise<void> {
  await db.insert(sweepCursors).values(row).onConflictDoNothing();
}

/** Moves the sweep from its position when read. False if another run has moved it meanwhile. */
export async function moveSweep(db: Database, from: SweepRow, to: SweepRow): Promise<boolean> {
  const moved = await db
    .update(sweepCursors)
    .set(to)
    .where(
      and(
        eq(sweepCursors.chain_id, from.chain_id),
        eq(sweepCursors.swept_to, from.swept_to),
        eq(sweepCursors.swept_at, from.swept_at),
      ),
    )
    .returning();
  return moved.length > 0;
}

/** Moves a cursor from its position when read. False if another run has moved it meanwhile. */
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
        eq(scanCursors.chain_id, from.chain_id),
        eq(scanCursors.block_number, from.block_number),
        eq(scanCursors.block_hash, from.block_hash),
      ),
    )
    .returning();
  return moved.length > 0;
}
