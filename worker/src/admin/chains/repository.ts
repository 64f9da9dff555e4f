import { and, desc, eq, gte, isNotNull, sql } from 'drizzle-orm';
import { admins, auditLog } from '#worker/platform/db/admin-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { transactionFees } from '#worker/platform/db/figures-schema.ts';
import { relayedPurchases } from '#worker/platform/db/relay-schema.ts';
import { preparedTransfers } from '#worker/platform/db/transfers-schema.ts';

/** The claim whose payout was proposed last on a policy; null if there is none. */
export async function claimOfProposal(db: Database, chain: string, quote: string): Promise<number | null> {
  const row = await db
    .select({ id: preparedTransfers.claim_id })
    .from(preparedTransfers)
    .where(
      and(
        ...[eq(preparedTransfers.chain_id, chain), eq(preparedTransfers.quote_id, quote)],
        isNotNull(preparedTransfers.proposal),
      ),
    )
    .orderBy(desc(preparedTransfers.prepared_at))
    .limit(1)
    .get();
  return row?.id ?? null;
}

/** Who said at the desk why a transaction was sent, and what they said; null if nobody did. */
export async function findReason(db: Database, subject: string, action: string, tx: string) {
  const row = await db
    .select({ name: admins.name, reason: sql<string>`${auditLog.after} ->> 'reason'` })
    .from(auditLog)
    .innerJoin(admins, eq(admins.id, auditLog.admin_id))
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

const { chain_id, tx_hash, created_at, ended_at, gas } = relayedPurchases;

/** What a chain's relay sent since then, and the fees of what has ended since then. */
export async function spentSince(db: Database, chain: string, since: string) {
  const [sent, ended] = await db.batch([
    db
      .select({ purchases: sql<number>`count(*)`, gas: sql<number>`coalesce(sum(${gas}), 0)` })
      .from(relayedPurchases)
      .where(and(eq(chain_id, chain), gte(created_at, since))),
    db
      .select({ fees: sql<number>`coalesce(sum(${transactionFees.usd_micros}), 0)` })
      .from(relayedPurchases)
      .innerJoin(
        transactionFees,
        and(eq(transactionFees.chain_id, chain_id), eq(transactionFees.tx_hash, tx_hash)),
      )
      .where(and(eq(chain_id, chain), gte(ended_at, since))),
  ]);
  return { purchases: sent[0]?.purchases ?? 0, gas: sent[0]?.gas ?? 0, fees: ended[0]?.fees ?? 0 };
}
