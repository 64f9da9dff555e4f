import { and, asc, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { failedPayments } from '../../platform/db/figures-schema.ts';
import { paymentHints } from '../../platform/db/schema.ts';

export type HintRow = typeof paymentHints.$inferSelect;

/** Stores a transaction that a wallet says it sent; the time of the first report stays. */
export async function storeHint(
  db: Database,
  hint: Omit<HintRow, 'attempts' | 'sender' | 'nonce'>,
): Promise<HintRow> {
  const row = await db
    .insert(paymentHints)
    .values(hint)
    .onConflictDoUpdate({
      target: [paymentHints.chainId, paymentHints.txHash, paymentHints.wallet],
      set: {
        quoteId: sql`coalesce(excluded.quote_id, ${paymentHints.quoteId})`,
        blockNumber: sql`coalesce(excluded.block_number, ${paymentHints.blockNumber})`,
      },
    })
    .returning()
    .get();
  return row;
}

/** Stores a reported transaction's sender and nonce. */
export async function setTurn(
  db: Database,
  { chainId, txHash }: HintRow,
  turn: { sender: string; nonce: number },
): Promise<void> {
  await db
    .update(paymentHints)
    .set(turn)
    .where(and(eq(paymentHints.chainId, chainId), eq(paymentHints.txHash, txHash)));
}

export function dueHints(db: Database, chainId: string, now: string, limit: number) {
  return db
    .select()
    .from(paymentHints)
    .where(and(eq(paymentHints.chainId, chainId), lte(paymentHints.nextCheckAt, now)))
    .orderBy(asc(paymentHints.nextCheckAt))
    .limit(limit)
    .all();
}

export async function postponeHint(db: Database, hint: HintRow, nextCheckAt: string): Promise<void> {
  await db
    .update(paymentHints)
    .set({ nextCheckAt, attempts: hint.attempts + 1 })
    .where(
      and(
        eq(paymentHints.chainId, hint.chainId),
        eq(paymentHints.txHash, hint.txHash),
        eq(paymentHints.wallet, hint.wallet),
      ),
    );
}

/** The transactions the wallet reported for these quotes (at most 90), newest first. */
export function hintsOf(db: Database, wallet: string, quoteIds: readonly string[]): Promise<HintRow[]> {
  return db
    .select()
    .from(paymentHints)
    .where(and(eq(paymentHints.wallet, wallet), inArray(paymentHints.quoteId, [...quoteIds])))
    .orderBy(desc(paymentHints.createdAt))
    .limit(5)
    .all();
}

/** Counts a reported payment that failed or can no longer appear, once per transaction. */
export async function insertFailure(db: Database, row: typeof failedPayments.$inferInsert): Promise<void> {
  await db.insert(failedPayments).values(row).onConflictDoNothing();
}

/** Counts the reported payments of quotes that are about to be purged. */
export async function failOldHints(db: Database, before: string, at: string): Promise<void> {
  await db.run(sql`INSERT INTO failed_payments (chain_id, tx_hash, reason, at)
    SELECT DISTINCT ${paymentHints.chainId}, ${paymentHints.txHash}, 'vanished', ${at} FROM ${paymentHints}
    WHERE ${paymentHints.createdAt} < ${before} AND ${paymentHints.quoteId} IS NOT NULL ON CONFLICT DO NOTHING`);
}

/** Stops following this transaction. */
export const dropHints = (db: Database, chainId: string, txHash: string) =>
  db.delete(paymentHints).where(and(eq(paymentHints.chainId, chainId), eq(paymentHints.txHash, txHash)));

export async function purgeHints(db: Database, before: string): Promise<void> {
  await db.delete(paymentHints).where(lt(paymentHints.createdAt, before));
}
