import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import { findRow } from '#worker/platform/db/guard.ts';
import { scanCursors } from '#worker/platform/db/scan-schema.ts';

type Row = typeof scanCursors.$inferSelect;
export type CursorRow = Omit<Row, 'swept_to' | 'swept_at'>;

export const readCursor = (db: Database, chainId: string): Promise<Row | null> =>
  findRow(db, scanCursors, { chain_id: chainId });

/** How far each chain was read, by chain. */
export const readProgress = async (db: Database): Promise<ReadonlyMap<string, Row>> =>
  new Map((await db.select().from(scanCursors)).map((row) => [row.chain_id, row]));

/** How far a chain's history was read a second time. */
export interface Sweep {
  swept_to: number;
  swept_at: string;
}

/** Moves a chain's sweep from where it was when read, null before the first. False if another run has moved it meanwhile. */
export async function moveSweep(
  db: Database,
  chainId: string,
  from: Sweep | null,
  to: Sweep,
): Promise<boolean> {
  const { chain_id, swept_to, swept_at } = scanCursors;
  const asRead = from
    ? and(eq(swept_to, from.swept_to), eq(swept_at, from.swept_at))
    : and(isNull(swept_to), isNull(swept_at));
  const moved = await db
    .update(scanCursors)
    .set(to)
    .where(and(eq(chain_id, chainId), asRead))
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
