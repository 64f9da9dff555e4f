/** Marks the days whose figures must be recomputed, in the batch that changes what they count. */
import { type SQL, sql } from 'drizzle-orm';
import { deleteRows } from '#worker/platform/db/guard.ts';
import { among, type Database, type Statement } from './client.ts';
import { ethRates, failedPayments, figureDays, transactionFees } from './figures-schema.ts';

const dayOf = (column: string) => sql.raw(`substr(${column}, 1, 10)`);

/** Marks each day of a query with one column named `day`; null is none. */
const markEach = (db: Database, days: SQL): Statement =>
  db
    .insert(figureDays)
    .select(sql`SELECT day, 1, 0, 0, NULL FROM (${days}) WHERE day IS NOT NULL GROUP BY day`)
    .onConflictDoUpdate({
      target: figureDays.day,
      set: { generation: sql`${figureDays.generation} + 1` },
    });

/** Marks the UTC days of these moments. */
export const markDays = (db: Database, ...moments: readonly string[]): Statement =>
  markEach(db, sql`SELECT substr(value, 1, 10) AS day FROM json_each(${JSON.stringify(moments)})`);

/** Marks every day that a quote's policy and events count in, as they are after the statements before. */
export const markQuote = (db: Database, ...quoteIds: readonly string[]): Statement => {
  const ids = among(quoteIds);
  return markEach(
    db,
    sql`SELECT ${dayOf('block_time')} AS day FROM chain_events WHERE quote_id IN ${ids}
      UNION SELECT ${dayOf('created_at')} FROM policies WHERE quote_id IN ${ids}`,
  );
};

/** Marks a moment's day if a condition holds. */
export const markIf = (db: Database, moment: string, condition: SQL): Statement =>
  markEach(db, sql`SELECT substr(${moment}, 1, 10) AS day WHERE ${condition}`);

const ofTransaction = (chainId: string, txHash: string) =>
  sql`WHERE chain_id = ${chainId} AND tx_hash = ${txHash}`;

/** Forgets a transaction's fee: a reversed transaction costs nothing until it is mined again. */
export const dropFee = (db: Database, chainId: string, txHash: string): [Statement, Statement] => [
  markEach(db, sql`SELECT ${dayOf('at')} AS day FROM transaction_fees ${ofTransaction(chainId, txHash)}`),
  deleteRows(db, transactionFees, { chain_id: chainId, tx_hash: txHash }),
];

/** Forgets that a payment failed: it was given up and is there after all. */
export const dropFailure = (db: Database, chainId: string, txHash: string): [Statement, Statement] => [
  markEach(db, sql`SELECT ${dayOf('at')} AS day FROM failed_payments ${ofTransaction(chainId, txHash)}`),
  deleteRows(db, failedPayments, { chain_id: chainId, tx_hash: txHash }),
];

/** Keeps the first rate of a day, and marks the days that it values: its own, those after it without one, or all if none is earlier. */
export const keepRate = (db: Database, row: typeof ethRates.$inferInsert): [Statement, Statement] => [
  markEach(
    db,
    sql`SELECT day FROM figure_days WHERE NOT EXISTS (SELECT 1 FROM eth_rates WHERE day = ${row.day})
      AND day < coalesce((SELECT min(day) FROM eth_rates WHERE day > ${row.day}), '9')
      AND (day >= ${row.day} OR NOT EXISTS (SELECT 1 FROM eth_rates WHERE day < ${row.day}))`,
  ),
  db.insert(ethRates).values(row).onConflictDoNothing(),
];
