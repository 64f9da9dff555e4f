import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { chainTotals } from '../../platform/db/registry-schema.ts';

/** Adds a paid claim to its chain's totals; negative values remove it. */
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
