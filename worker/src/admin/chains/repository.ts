import { and, eq, gte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { transactionFees } from '../../platform/db/figures-schema.ts';
import { relayedPurchases } from '../../platform/db/relay-schema.ts';

const { chainId, txHash, createdAt, endedAt, gas } = relayedPurchases;

/** What a chain's relay sent since then, and the fees of what has ended since then. */
export async function spentSince(db: Database, chain: string, since: string) {
  const [sent, ended] = await db.batch([
    db
      .select({ purchases: sql<number>`count(*)`, gas: sql<number>`coalesce(sum(${gas}), 0)` })
      .from(relayedPurchases)
      .where(and(eq(chainId, chain), gte(createdAt, since))),
    db
      .select({ fees: sql<number>`coalesce(sum(${transactionFees.usdMicros}), 0)` })
      .from(relayedPurchases)
      .innerJoin(
        transactionFees,
        and(eq(transactionFees.chainId, chainId), eq(transactionFees.txHash, txHash)),
      )
      .where(and(eq(chainId, chain), gte(endedAt, since))),
  ]);
  return { purchases: sent[0]?.purchases ?? 0, gas: sent[0]?.gas ?? 0, fees: ended[0]?.fees ?? 0 };
}
