import { and, gt, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { chainTotals, exposureStarts } from '../../platform/db/registry-schema.ts';
import { exposures } from '../../platform/db/schema.ts';

/**
 * Cover in force on `today` (YYYY-MM-DD) and claims paid for these chains, in one query: all cover that ends on that
 * day or later, minus what begins after it. Reads at most one row per day and chain.
 */
export async function readFigures(db: Database, chainIds: readonly string[], today: string) {
  const ids = [...chainIds];
  const sum = (column: unknown) => sql<number>`coalesce(sum(${column}), 0)`;
  const ending = db
    .select({ usd: sum(exposures.coverageUsd).as('ending_usd'), n: sum(exposures.policies).as('ending_n') })
    .from(exposures)
    .where(and(inArray(exposures.chainId, ids), gte(exposures.endDate, today)))
    .as('ending');
  const coming = db
    .select({
      usd: sum(exposureStarts.coverageUsd).as('coming_usd'),
      n: sum(exposureStarts.policies).as('coming_n'),
    })
    .from(exposureStarts)
    .where(and(inArray(exposureStarts.chainId, ids), gt(exposureStarts.startDate, today)))
    .as('coming');
  const paid = db
    .select({ usd: sum(chainTotals.claimsPaidUsd).as('paid_usd') })
    .from(chainTotals)
    .where(inArray(chainTotals.chainId, ids))
    .as('paid');
  const row = await db
    .select({
      coverUsd: sql<number>`${ending.usd} - ${coming.usd}`,
      policies: sql<number>`${ending.n} - ${coming.n}`,
      claimsPaidUsd: paid.usd,
    })
    .from(ending)
    .crossJoin(coming)
    .crossJoin(paid)
    .get();
  return row ?? { coverUsd: 0, policies: 0, claimsPaidUsd: 0 };
}
