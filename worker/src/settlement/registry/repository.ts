import { and, desc, eq, gt, gte, inArray, or, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { coverDays } from '#worker/platform/db/schema.ts';

/**
 * Cover in force on `today` (YYYY-MM-DD) for these chains, in one query: all cover that ends on that day or later, minus
 * what begins after it. Reads at most one row per day and chain.
 */
export async function readCover(db: Database, chainIds: readonly string[], today: string) {
  const isEnding = eq(coverDays.edge, 'ends');
  // What begins later ends later too, so it is taken away.
  const sum = (column: SQLiteColumn) =>
    sql<number>`coalesce(sum(iif(${isEnding}, ${column}, -${column})), 0)`;
  const row = await db
    .select({ coverUsd: sum(coverDays.coverage_usd), policies: sum(coverDays.policies) })
    .from(coverDays)
    .where(
      and(
        inArray(coverDays.chain_id, [...chainIds]),
        or(
          and(isEnding, gte(coverDays.day, today)),
          and(eq(coverDays.edge, 'starts'), gt(coverDays.day, today)),
        ),
      ),
    )
    .get();
  return row ?? { coverUsd: 0, policies: 0 };
}

/** The claims that these chains paid last, latest first. Reads a few rows per chain, however many were paid. */
export async function readRecentClaims(db: Database, chainIds: readonly string[], limit: number) {
  const paidOn = (chainId: string) =>
    db
      .select({
        chain_id: chainEvents.chain_id,
        product: claims.product,
        usd: chainEvents.usd,
        tx_hash: chainEvents.tx_hash,
        paidAt: chainEvents.block_time,
        claimedAt: claims.created_at,
      })
      .from(chainEvents)
      // A cross join keeps this order: a chain's newest payouts lead to their claims.
      .crossJoin(claims)
      .where(
        and(
          eq(chainEvents.chain_id, chainId),
          sql`${chainEvents.kind} = 'claim_paid'`,
          eq(chainEvents.status, 'confirmed'),
          eq(claims.paid_event_id, chainEvents.id),
        ),
      )
      .orderBy(desc(chainEvents.block_time), desc(chainEvents.id))
      .limit(limit);
  const found = await Promise.all(chainIds.map((id) => paidOn(id).all()));
  return found
    .flat()
    .sort((a, b) => b.paidAt.localeCompare(a.paidAt))
    .slice(0, limit);
}
