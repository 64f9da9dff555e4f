/** What was prepared to pay a claim, by whom, and what ended it. */
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { topicsOf } from '#domain/registry/contract-events.ts';
import { admins } from '#worker/platform/db/admin-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { auditLog } from '#worker/platform/db/journal.ts';
import { chainEvents, contractNotices, transactionReports } from '#worker/platform/db/registry-schema.ts';
import { transfers } from '#worker/platform/db/transfers-schema.ts';

/** Prepared payouts of a claim that its screen knows of. */
const MOST = 50;

/** First topics of the guardian's and the claims role's vetoes. A changed role makes void too, and says who has it now. */
const VETOES = topicsOf(['AnnouncementVetoed', 'AllAnnouncementsVetoed']);

export const selectPayouts = (db: Database, claimId: number) => {
  const { state, usd, prepared_by, prepared_name } = transfers;
  const { kind, wallet, block_time, tx_hash, chain_id, event_index } = chainEvents;
  const notices = contractNotices;
  const isVeto = inArray(sql`${notices.log} ->> '$.topics[0]'`, VETOES);
  /** What the desk said of its own veto. */
  const said = (column: string) => sql<string | null>`(SELECT ${sql.raw(column)} FROM ${auditLog} l
    WHERE l.subject = ${`claim:${claimId}`} AND l.action = 'claim.veto_noted' AND l.after ->> 'tx_hash' = ${tx_hash} LIMIT 1)`;
  return db
    .select({
      state,
      isAlive: sql<number>`${transfers.ended_at} IS NULL`,
      usd: sql<number>`${usd}`,
      preparedBy: sql<number>`${prepared_by}`,
      preparedName: sql<string>`${prepared_name}`,
      endedBy: kind,
      vetoedBy: sql<string | null>`(SELECT ${wallet} FROM ${notices} WHERE ${notices.chain_id} = ${chain_id}
        AND ${notices.tx_hash} = ${tx_hash} AND ${notices.event_index} = ${event_index} AND ${isVeto})`,
      endedAt: block_time,
      reportedName: sql<
        string | null
      >`(SELECT a.name FROM ${transactionReports} r JOIN ${admins} a ON a.id = r.admin_id
        WHERE r.chain_id = ${chain_id} AND r.tx_hash = ${tx_hash})`,
      vetoReason: said("l.after ->> 'reason'"),
      vetoedName: said('l.admin_name'),
    })
    .from(transfers)
    .leftJoin(chainEvents, eq(chainEvents.id, transfers.event_id))
    .where(and(eq(transfers.claim_id, claimId), isNull(transfers.reference)))
    .orderBy(asc(transfers.prepared_at))
    .limit(MOST);
};
