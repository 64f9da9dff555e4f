import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { admins, auditLog } from '#worker/platform/db/admin-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { transactionFees } from '#worker/platform/db/figures-schema.ts';
import { relayedPurchases } from '#worker/platform/db/relay-schema.ts';
import { preparedTransfers } from '#worker/platform/db/transfers-schema.ts';

/** The claim whose payout was proposed last on a policy; null if there is none. */
export async function claimOfProposal(db: Database, chain: string, quote: string): Promise<number | null> {
  const row = await db
    .select({ id: preparedTransfers.claimId })
    .from(preparedTransfers)
    .where(
      and(
        ...[eq(preparedTransfers.chainId, chain), eq(preparedTransfers.quoteId, quote)],
        isNotNull(preparedTransfers.proposal),
      ),
    )
    .orderBy(desc(preparedTransfers.preparedAt))
    .limit(1)
    .get();
  return row?.id ?? null;
}

/** Who said at the desk why a transaction was sent, and what they said; null if nobody did. */
export async function findReason(db: Database, subject: string, action: string, tx: string) {
  const row = await db
    .select({ name: admins.name, reason: sql<string>`${auditLog.after} ->> 'reason'` })
    .from(auditLog)
    .innerJoin(admins, eq(admins.id, auditLog.adminId))
    .where(
      and(
        ...[eq(auditLog.subject, subject), eq(auditLog.action, action)],
        sql`${auditLog.after} ->> 'tx_hash' = ${tx}`,
      ),
    )
    .limit(1)
    .get();
  return row ?? null;
}

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
