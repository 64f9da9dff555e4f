/** Finds records of every kind. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { newestWith, phrasesOf, readDeskPage } from '#worker/desk/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { type DeskKindName, firstOfKind } from '#worker/platform/db/desk-kinds.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { paymentExceptions, policies } from '#worker/platform/db/schema.ts';

const MOST = 10;
/** The newest matches of a list. */
export const newestOf =
  <Table extends SQLiteTable & { id: SQLiteColumn }>(kind: DeskKindName, table: Table) =>
  async (db: Database, search: string) =>
    (await readDeskPage(db, { search }, { kind, table, sort: 'id' })).rows;

/** Documents by their file's name, newest first. Listed by their row ids. */
export const findDocuments = (db: Database, search: string) =>
  db.all<{ id: string; claimId: number; fileName: string }>(
    sql`SELECT d.id AS id, d.claim_id AS claimId, d.file_name AS fileName
      FROM (${newestWith('documents', phrasesOf(search), MOST)}) s CROSS JOIN claim_documents d ON d.rowid = s.rowid - ${firstOfKind('documents')}`,
  );

/** What a transaction of one of these chains is about: a claim that it paid, an exception, or a policy. */
export async function findTransaction(db: Database, chains: readonly string[], txHash: string) {
  return db
    .select({
      policyId: policies.id,
      claimId: claims.id,
      exceptionId: paymentExceptions.id,
      reason: paymentExceptions.reason,
    })
    .from(chainEvents)
    .leftJoin(policies, eq(policies.quote_id, chainEvents.quote_id))
    .leftJoin(claims, eq(claims.paid_event_id, chainEvents.id))
    .leftJoin(paymentExceptions, eq(paymentExceptions.event_id, chainEvents.id))
    .where(and(inArray(chainEvents.chain_id, [...chains]), eq(chainEvents.tx_hash, txHash)))
    .limit(MOST)
    .all();
}
