import { type AnyColumn, and, asc, eq, gte, inArray, notExists, sql } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { transactionFees } from '#worker/platform/db/figures-schema.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { relayedPurchases } from '#worker/platform/db/relay-schema.ts';

/** Our own transactions that were confirmed since then and have no fee yet, earliest first. */
export async function withoutFee(db: Database, chainId: string, since: string, limit: number) {
  const hasNone = (txHash: AnyColumn) =>
    notExists(
      db
        .select({ one: sql`1` })
        .from(transactionFees)
        .where(and(eq(transactionFees.chain_id, chainId), eq(transactionFees.tx_hash, txHash))),
    );
  const relayed = db
    .select({
      tx_hash: relayedPurchases.tx_hash,
      at: sql<string>`${relayedPurchases.ended_at}`,
      // Its own name, because a batch answers two columns of one name as one.
      confirmedAt: sql<string>`${relayedPurchases.ended_at}`.as('confirmed_at'),
    })
    .from(relayedPurchases)
    .where(
      and(
        eq(relayedPurchases.chain_id, chainId),
        gte(relayedPurchases.ended_at, since),
        inArray(relayedPurchases.state, ['bought', 'failed', 'replaced']),
        hasNone(relayedPurchases.tx_hash),
      ),
    )
    .orderBy(asc(relayedPurchases.ended_at))
    .limit(limit);
  const sent = db
    .select({
      tx_hash: chainEvents.tx_hash,
      at: chainEvents.block_time,
      confirmedAt: sql<string>`${chainEvents.confirmed_at}`,
    })
    .from(chainEvents)
    .where(
      and(
        eq(chainEvents.chain_id, chainId),
        gte(chainEvents.confirmed_at, since),
        sql`${chainEvents.kind} IN ('claim_paid', 'premium_refunded', 'payout_proposed')`,
        hasNone(chainEvents.tx_hash),
      ),
    )
    .orderBy(asc(chainEvents.confirmed_at))
    .limit(limit);
  // To group or unite them in SQL would sort, and so read, their rows once more.
  const found = (await db.batch([sent, relayed])).flat();
  const inOrder = found
    .sort((one, other) => one.confirmedAt.localeCompare(other.confirmedAt))
    .slice(0, limit);
  return [...new Map(inOrder.map((each) => [each.tx_hash, each])).values()];
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
