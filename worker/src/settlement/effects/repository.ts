import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { chainTotals } from '../../platform/db/registry-schema.ts';

/** Counts a paid claim into its chain's sums, or with negative figures out of them. */
export const addClaimPaid = (db: Database, chainId: string, claimsPaid: 1 | -1, claimsPaidUsd: number) =>
  db
    .insert(chainTotals)
    .values({ chainId, claimsPaid, claimsPaidUsd })
    .onConflictDoUpdate({
      target: chainTotals.chainId,
      set: {
        claimsPaid: sql`${chainTotals.claimsPaid} + ${claimsPaid}`,
        claimsPaidUsd: sql`${chainTotals.claimsPaidUsd} + ${claimsPaidUsd}`,
      },
    });
