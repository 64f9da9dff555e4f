import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { auditLog } from '../../platform/db/admin-schema.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { type ChainEventRow, chainEvents, chainTotals } from '../../platform/db/registry-schema.ts';

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

/** Whether an event that was recorded before paid this claim number, or refunded this policy or payment. */
export async function paidBefore(db: Database, event: ChainEventRow): Promise<boolean> {
  const { id, chainId, quoteId, kind, claimNumber, status } = chainEvents;
  const earlier = and(
    ...[eq(quoteId, event.quoteId), eq(chainId, event.chainId), eq(kind, event.kind)],
    ...[sql`${claimNumber} IS ${event.claimNumber}`, lt(id, event.id), ne(status, 'orphaned')],
  );
  return (await db.select({ id }).from(chainEvents).where(earlier).limit(1).get()) !== undefined;
}

/** A line of the audit log about what our servers found, without an administrator. */
export const auditFound = (
  db: Database,
  line: Omit<typeof auditLog.$inferInsert, 'id' | 'adminId' | 'before'>,
): Statement => db.insert(auditLog).values({ ...line, adminId: 0, before: null });
