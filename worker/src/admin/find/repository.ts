/**
 * Finds records of every kind. Triggers: `search_texts_added` folds what the other triggers index, and `folded_texts_added`
 * writes it to the index of its kind.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { phrasesOf, readDeskPage } from '#worker/platform/db/desk-page.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { accounts, paymentExceptions, policies } from '#worker/platform/db/schema.ts';

const MOST = 10;
/** Documents by their file's name, newest first. Triggers: `claim_documents_added` and `claim_documents_removed` keep its terms. */
async function findDocuments(db: Database, search: string) {
  const term = phrasesOf(search);
  if (term === null) return [];
  return db.all<{ id: string; claimId: number; fileName: string }>(
    sql`SELECT d.id AS id, d.claim_id AS claimId, d.file_name AS fileName FROM document_search s
      JOIN claim_documents d ON d.rowid = s.rowid WHERE s.text MATCH ${term} ORDER BY s.rowid DESC LIMIT ${MOST}`,
  );
}

/** What a transaction of one of these chains is about: a claim that it paid, an exception, or a policy. */
export async function findTransaction(db: Database, chains: readonly string[], txHash: string) {
  return db
    .select({ policyId: policies.id, claimId: claims.id, exceptionId: paymentExceptions.id })
    .from(chainEvents)
    .leftJoin(policies, eq(policies.quote_id, chainEvents.quote_id))
    .leftJoin(claims, eq(claims.paid_event_id, chainEvents.id))
    .leftJoin(paymentExceptions, eq(paymentExceptions.event_id, chainEvents.id))
    .where(and(inArray(chainEvents.chain_id, [...chains]), eq(chainEvents.tx_hash, txHash)))
    .limit(MOST)
    .all();
}

/** The newest matches of each kind, each in one round trip, all at the same time. */
export async function findEverywhere(db: Database, search: string) {
  const newest = <Table extends SQLiteTable & { id: SQLiteColumn }>(
    table: Table,
    index: string,
    prefix: string | null,
  ) =>
    readDeskPage(
      db,
      { search },
      { table, id: table.id, sort: table.id, filters: [], total: null, search: { index, prefix } },
    );
  const [users, sold, made, said, owed, documents] = await Promise.all([
    newest(accounts, 'user_search', null),
    newest(policies, 'policy_search', 'POL'),
    newest(claims, 'claim_search', 'CLM'),
    newest(threads, 'thread_search', 'CMP'),
    newest(paymentExceptions, 'exception_search', null),
    findDocuments(db, search),
  ]);
  return {
    users: users.rows,
    policies: sold.rows,
    claims: made.rows,
    threads: said.rows,
    exceptions: owed.rows,
    documents,
  };
}
