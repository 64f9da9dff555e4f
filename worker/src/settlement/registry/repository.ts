import { and, desc, eq, gt, gte, inArray, sql } from 'drizzle-orm';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { chainEvents, exposureStarts } from '#worker/platform/db/registry-schema.ts';
import { exposures } from '#worker/platform/db/schema.ts';

/**
 * Cover in force on `today` (YYYY-MM-DD) for these chains, in one query: all cover that ends on that day or later, minus
 * what begins after it. Reads at most one row per day and chain.
 */
export async function readCover(db: Database, chainIds: readonly string[], today: string) {
  const ids = [...chainIds];
  const sum = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)`;
  const ending = db
    .select({ usd: sum(exposures.coverage_usd).as('ending_usd'), n: sum(exposures.policies).as('ending_n') })
    .from(exposures)
    .where(and(inArray(exposures.chain_id, ids), gte(exposures.end_date, today)))
    .as('ending');
  const coming = db
    .select({
      usd: sum(exposureStarts.coverage_usd).as('coming_usd'),
      n: sum(exposureStarts.policies).as('coming_n'),
    })
    .from(exposureStarts)
    .where(and(inArray(exposureStarts.chain_id, ids), gt(exposureStarts.start_date, today)))
    .as('coming');
  const row = await db
    .select({
      coverUsd: sql<number>`${ending.usd} - ${coming.usd}`,
      policies: sql<number>`${ending.n} - ${coming.n}`,
    })
    .from(ending)
    .crossJoin(coming)
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
