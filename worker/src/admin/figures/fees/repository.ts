import { and, asc, eq, gte, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/db/client.ts';
import { markDays } from '../../../platform/db/figure-days.ts';
import { transactionFees } from '../../../platform/db/figures-schema.ts';
import { moveMark, readMark } from '../../../platform/db/job-marks.ts';
import { chainEvents } from '../../../platform/db/registry-schema.ts';

/** Our own transactions that were confirmed since then and have no fee yet, earliest first. */
export function withoutFee(db: Database, chainId: string, since: string, limit: number) {
  return db
    .select({
      txHash: chainEvents.txHash,
      at: sql<string>`min(${chainEvents.blockTime})`,
      confirmedAt: sql<string>`max(${chainEvents.confirmedAt})`.as('confirmed'),
    })
    .from(chainEvents)
    .where(
      and(
        eq(chainEvents.chainId, chainId),
        gte(chainEvents.confirmedAt, since),
        sql`${chainEvents.kind} IN ('claim_paid', 'premium_refunded', 'payout_proposed')`,
        notExists(
          db
            .select({ one: sql`1` })
            .from(transactionFees)
            .where(and(eq(transactionFees.chainId, chainId), eq(transactionFees.txHash, chainEvents.txHash))),
        ),
      ),
    )
    .groupBy(chainEvents.txHash)
    .orderBy(asc(sql`confirmed`))
    .limit(limit)
    .all();
}

export async function insertFee(db: Database, row: typeof transactionFees.$inferInsert): Promise<void> {
  await db.batch([db.insert(transactionFees).values(row).onConflictDoNothing(), markDays(db, row.at)]);
}

const markOf = (chainId: string) => `fees:${chainId}`;

/** Up to when the fees of confirmed transactions are known; empty before the first run. */
export async function readFeeMark(db: Database, chainId: string): Promise<string> {
  return (await readMark(db, markOf(chainId))) ?? '';
}

export async function moveFeeMark(db: Database, chainId: string, mark: string): Promise<void> {
  await moveMark(db, markOf(chainId), mark);
}
