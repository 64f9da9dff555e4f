/** Whether a transfer that was handed out may still arrive, on a chain where no contract would refuse it. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { preparedTransfers } from './books-schema.ts';
import type { Database, Statement } from './client.ts';
import { guard } from './guard.ts';
import { chainEvents } from './registry-schema.ts';

export type TransferRow = typeof preparedTransfers.$inferSelect;

const { chainId, quoteId, claimNumber, incidentAt, usd, until } = preparedTransfers;

/** The event of the same payout or refund. One that was paid before makes it `paid_in_error`. */
const arrived = sql`EXISTS (SELECT 1 FROM ${chainEvents} WHERE ${chainEvents.quoteId} = ${quoteId}
  AND ${chainEvents.chainId} = ${chainId} AND ${chainEvents.status} <> 'orphaned'
  AND CASE WHEN ${claimNumber} IS NULL
    THEN ${chainEvents.kind} IN ('premium_refunded', 'paid_in_error') AND ${chainEvents.claimNumber} IS NULL
    ELSE ${chainEvents.kind} IN ('claim_paid', 'paid_in_error') AND ${chainEvents.claimNumber} = ${claimNumber}
      AND ${chainEvents.incidentAt} = ${incidentAt} AND ${chainEvents.usd} = ${usd} END)`;

/** Condition on `prepared_transfers`: it has not arrived, and its time is not over. */
export const mayArrive = (now: string): SQL =>
  sql`(${until} IS NULL OR ${until} >= ${now}) AND NOT ${arrived}`;

const onQuote = (chain: string, quote: string, now: string) =>
  and(eq(chainId, chain), eq(quoteId, quote), mayArrive(now));

/** The transfer that may still arrive for a policy or payment; null if there is none. */
export async function findTransfer(db: Database, chain: string, quote: string, now: string) {
  const row = await db
    .select()
    .from(preparedTransfers)
    .where(onQuote(chain, quote, now))
    .get();
  return row ?? null;
}

/** Condition for a query that names the quote by a column: nothing that was handed out may still arrive for it. */
export const nothingUnderWay = (chain: SQL, quote: SQL, now: string): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${preparedTransfers} WHERE ${chainId} = ${chain} AND ${quoteId} = ${quote}
    AND ${mayArrive(now)})`;

/** Batch guard: nothing that was handed out may still arrive for a policy or payment. */
export const guardNothingUnderWay = (db: Database, chain: string, quote: string, now: string): Statement =>
  guard(db, nothingUnderWay(sql`${chain}`, sql`${quote}`, now));

/** Dollars of the day's allowance that transfers under way take up. */
export const reservedUsd = (chain: string, now: string): SQL =>
  sql`(SELECT coalesce(sum(${preparedTransfers.allowanceUsd}), 0) FROM ${preparedTransfers}
    WHERE ${chainId} = ${chain} AND ${mayArrive(now)})`;
