import { and, eq, inArray, sql } from 'drizzle-orm';
import { claims } from '../../platform/db/claims-schema.ts';
import type { Database } from '../../platform/db/client.ts';
import { readDeskPage } from '../../platform/db/desk-page.ts';
import { threads } from '../../platform/db/messages-schema.ts';
import { chainEvents } from '../../platform/db/registry-schema.ts';
import { accounts, paymentExceptions, policies } from '../../platform/db/schema.ts';

const MOST = 10;
/** Characters of a term below which the trigram index has no match. */
const TRIGRAM = 3;

/** Documents by their file's name, newest first. Triggers: `claim_documents_added` and `claim_documents_removed` keep its terms. */
async function findDocuments(db: Database, search: string) {
  const words = search.split(/\s+/).filter((word) => [...word].length >= TRIGRAM);
  if (words.length === 0) return [];
  const term = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
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
    .leftJoin(policies, eq(policies.quoteId, chainEvents.quoteId))
    .leftJoin(claims, eq(claims.paidEventId, chainEvents.id))
    .leftJoin(paymentExceptions, eq(paymentExceptions.eventId, chainEvents.id))
    .where(and(inArray(chainEvents.chainId, [...chains]), eq(chainEvents.txHash, txHash)))
    .limit(MOST)
    .all();
}

/** The newest matches of each kind, each in one round trip, all at the same time. */
export async function findEverywhere(db: Database, search: string) {
  const shared = { filters: [], total: null };
  const [users, sold, made, said, owed, documents] = await Promise.all([
    readDeskPage(
      db,
      { search },
      {
        ...shared,
        table: accounts,
        id: accounts.id,
        sort: accounts.id,
        search: { index: 'user_search', wallet: accounts.wallet, prefix: null },
      },
    ),
    readDeskPage(
      db,
      { search },
      {
        ...shared,
        table: policies,
        id: policies.id,
        sort: policies.id,
        search: { index: 'policy_search', wallet: policies.wallet, prefix: 'POL' },
      },
    ),
    readDeskPage(
      db,
      { search },
      {
        ...shared,
        table: claims,
        id: claims.id,
        sort: claims.id,
        search: { index: 'claim_search', wallet: claims.wallet, prefix: 'CLM' },
      },
    ),
    readDeskPage(
      db,
      { search },
      {
        ...shared,
        table: threads,
        id: threads.id,
        sort: threads.id,
        search: { index: 'thread_search', wallet: threads.wallet, prefix: 'CMP' },
      },
    ),
    readDeskPage(
      db,
      { search },
      {
        ...shared,
        table: paymentExceptions,
        id: paymentExceptions.id,
        sort: paymentExceptions.id,
        search: { index: 'exception_search', wallet: paymentExceptions.wallet, prefix: null },
      },
    ),
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
