import { and, eq, sql } from 'drizzle-orm';
import { preparedTransfers } from '../../platform/db/books-schema.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';
import { mayArrive, type TransferRow } from '../../platform/db/prepared-transfers.ts';

type Place = Pick<TransferRow, 'chainId' | 'quoteId'>;
const at = ({ chainId, quoteId }: Place) =>
  and(eq(preparedTransfers.chainId, chainId), eq(preparedTransfers.quoteId, quoteId));

/** Keeps what is handed out, in place of an earlier one that can no longer arrive. */
export const putTransfer = (db: Database, row: TransferRow): Statement =>
  db
    .insert(preparedTransfers)
    .values(row)
    .onConflictDoUpdate({ target: [preparedTransfers.chainId, preparedTransfers.quoteId], set: row });

/** Batch guard: it is the one that was read, nobody reported another transaction of it, and it has not arrived. */
export const guardTransfer = (db: Database, row: TransferRow, now: string): Statement => {
  const { txHash, requestId, until } = preparedTransfers;
  return guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${preparedTransfers} WHERE ${at(row)} AND ${requestId} = ${row.requestId}
      AND ${txHash} IS ${row.txHash} AND ${until} IS ${row.until} AND ${mayArrive(now)})`,
  );
};

/** From now on it can be carried out at any time. */
export const setEndless = (db: Database, row: TransferRow): Statement =>
  db.update(preparedTransfers).set({ until: null }).where(at(row));

export const setSent = (db: Database, row: TransferRow, txHash: string): Statement =>
  db.update(preparedTransfers).set({ txHash }).where(at(row));

/** The transaction that was reported as sending it changed nothing. */
export const clearSent = (db: Database, place: Place, txHash: string) =>
  db
    .update(preparedTransfers)
    .set({ txHash: null })
    .where(and(at(place), eq(preparedTransfers.txHash, txHash)));

export const deleteTransfer = (db: Database, row: TransferRow): Statement =>
  db.delete(preparedTransfers).where(at(row));
