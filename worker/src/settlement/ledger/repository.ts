import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { blockDoubts } from '../../platform/db/schema.ts';

export type DoubtRow = typeof blockDoubts.$inferSelect;
/** A recorded block by its height and hash. */
export type InBlock = Pick<DoubtRow, 'blockNumber' | 'blockHash'>;

/** A chain's recorded blocks that are in doubt, lowest first. */
export function readDoubts(db: Database, chainId: string, limit: number): Promise<DoubtRow[]> {
  return db
    .select()
    .from(blockDoubts)
    .where(eq(blockDoubts.chainId, chainId))
    .orderBy(blockDoubts.blockNumber)
    .limit(limit)
    .all();
}

/** Doubts about these heights; at most 90 of them in one query. */
export function doubtsAt(db: Database, chainId: string, numbers: readonly number[]): Promise<DoubtRow[]> {
  return db
    .select()
    .from(blockDoubts)
    .where(and(eq(blockDoubts.chainId, chainId), inArray(blockDoubts.blockNumber, [...numbers])))
    .all();
}

/** Notes a sighting; one of yet another hash takes the place of the one before. */
export const storeDoubt = (db: Database, row: DoubtRow) =>
  db
    .insert(blockDoubts)
    .values(row)
    .onConflictDoUpdate({
      target: [blockDoubts.chainId, blockDoubts.blockNumber, blockDoubts.blockHash],
      set: {
        otherHash: sql`excluded.other_hash`,
        requestId: sql`excluded.request_id`,
        seenAt: sql`excluded.seen_at`,
      },
      setWhere: sql`${blockDoubts.otherHash} <> excluded.other_hash`,
    });

export async function dropDoubt(db: Database, chainId: string, block: InBlock): Promise<void> {
  await db
    .delete(blockDoubts)
    .where(
      and(
        eq(blockDoubts.chainId, chainId),
        eq(blockDoubts.blockNumber, block.blockNumber),
        eq(blockDoubts.blockHash, block.blockHash),
      ),
    );
}
