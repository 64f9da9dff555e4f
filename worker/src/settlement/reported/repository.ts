import { and, asc, desc, eq, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import { markDays, markIf } from '#worker/platform/db/figure-days.ts';
import { failedPayments } from '#worker/platform/db/figures-schema.ts';
import { deleteRows, findRows, updateRows } from '#worker/platform/db/guard.ts';
import { transactionReports } from '#worker/platform/db/registry-schema.ts';
import { reportedTransactions } from '#worker/platform/db/scan-schema.ts';

export type ReportedTransaction = typeof reportedTransactions.$inferSelect;

/** Stores a transaction that a wallet says it sent; the time of the first report stays. */
export async function storeReported(
  db: Database,
  reported: Omit<ReportedTransaction, 'attempts' | 'sender' | 'nonce'>,
): Promise<ReportedTransaction> {
  const row = await db
    .insert(reportedTransactions)
    .values(reported)
    .onConflictDoUpdate({
      target: [reportedTransactions.chain_id, reportedTransactions.tx_hash, reportedTransactions.wallet],
      set: {
        quote_id: sql`coalesce(excluded.quote_id, ${reportedTransactions.quote_id})`,
        block_number: sql`coalesce(excluded.block_number, ${reportedTransactions.block_number})`,
      },
    })
    .returning()
    .get();
  return row;
}

/** Stores a reported transaction's sender and nonce. */
export async function setTurn(
  db: Database,
  { chain_id, tx_hash }: ReportedTransaction,
  turn: { sender: string; nonce: number },
): Promise<void> {
  await updateRows(db, reportedTransactions, { chain_id, tx_hash }, turn);
}

export function dueReported(db: Database, chainId: string, now: string, limit: number) {
  return db
    .select()
    .from(reportedTransactions)
    .where(and(eq(reportedTransactions.chain_id, chainId), lte(reportedTransactions.next_check_at, now)))
    .orderBy(asc(reportedTransactions.next_check_at))
    .limit(limit)
    .all();
}

export async function postponeReported(
  db: Database,
  reported: ReportedTransaction,
  nextCheckAt: string,
): Promise<void> {
  await updateRows(
    db,
    reportedTransactions,
    { chain_id: reported.chain_id, tx_hash: reported.tx_hash, wallet: reported.wallet },
    { next_check_at: nextCheckAt, attempts: reported.attempts + 1 },
  );
}

/** The transactions the wallet reported for these quotes (at most 90), newest first. */
export function reportedBy(
  db: Database,
  wallet: string,
  quoteIds: readonly string[],
): Promise<ReportedTransaction[]> {
  return findRows(
    db,
    reportedTransactions,
    { wallet, quote_id: quoteIds },
    [desc(reportedTransactions.created_at)],
    5,
  );
}

/** Notes which administrator reported a transaction; the first one stays. */
export async function storeReport(
  db: Database,
  report: typeof transactionReports.$inferInsert,
): Promise<void> {
  await db.insert(transactionReports).values(report).onConflictDoNothing();
}

/** Counts a reported payment that failed or can no longer appear, once per transaction. */
export async function insertFailure(db: Database, row: typeof failedPayments.$inferInsert): Promise<void> {
  await db.batch([db.insert(failedPayments).values(row).onConflictDoNothing(), markDays(db, row.at)]);
}

/** Deletes old reports, and counts the payments of quotes among them as failed. */
export async function purgeReported(db: Database, before: string, at: string): Promise<void> {
  const isOld = lt(reportedTransactions.created_at, before);
  // Nearly every run finds none, and this reads the least.
  if (!(await db.select().from(reportedTransactions).where(isOld).limit(1).get())) return;
  const old = sql`FROM ${reportedTransactions}
    WHERE ${reportedTransactions.created_at} < ${before} AND ${reportedTransactions.quote_id} IS NOT NULL`;
  await db.batch([
    markIf(db, at, sql`EXISTS (SELECT 1 ${old})`),
    db
      .insert(failedPayments)
      .select(
        sql`SELECT DISTINCT ${reportedTransactions.chain_id}, ${reportedTransactions.tx_hash}, 'vanished', ${at} ${old}`,
      )
      .onConflictDoNothing(),
    deleteRows(db, reportedTransactions, isOld),
  ]);
}

/** Stops following this transaction. */
export const dropReported = (db: Database, chainId: string, txHash: string) =>
  deleteRows(db, reportedTransactions, { chain_id: chainId, tx_hash: txHash });
