/**
 * Finds records of every kind. Triggers: `search_texts_added` folds what the other triggers index, and `folded_texts_added`
 * writes it to the index of its kind.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type * as z from 'zod';
import { shortAddress } from '#domain/address.ts';
import * as adminQueueApi from '#domain/admin/queue-api.ts';
import type { foundRecords } from '#domain/admin/records-schema.ts';
import { CLAIM_LABELS, claimNumber } from '#domain/claims/lifecycle.ts';
import { policyNumber } from '#domain/policy/lifecycle.ts';
import { shownWallet } from '#worker/platform/chain/address.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { phrasesOf, readDeskPage } from '#worker/platform/db/desk-page.ts';
import { threads } from '#worker/platform/db/messages-schema.ts';
import { chainEvents } from '#worker/platform/db/registry-schema.ts';
import { accounts, paymentExceptions, policies } from '#worker/platform/db/schema.ts';
import { serve } from '#worker/platform/http/serve.ts';

type Found = z.output<typeof foundRecords>;

const TRANSACTION = /^0x[0-9a-f]{64}$/i;

/** What the command palette offers: the 10 newest of each kind, or what a transaction is about. */
export const find = serve(adminQueueApi.find, async (ctx, { q }): Promise<Found> => {
  if (TRANSACTION.test(q)) return byTransaction(ctx, q.toLowerCase());
  const { users, policies, claims, threads, exceptions, documents } = await findEverywhere(ctx.db, q);
  const detail = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  return [
    ...users.map((user) => {
      const wallet = shownWallet(ctx.settings, user.wallet);
      return {
        kind: 'user' as const,
        document: null,
        id: wallet,
        title: user.name ?? shortAddress(wallet),
        detail: detail(user.email, user.name === null ? null : shortAddress(wallet)),
      };
    }),
    ...policies.map((policy) => ({
      kind: 'policy' as const,
      document: null,
      id: String(policy.id),
      title: policyNumber(policy.id),
      detail: detail(policy.customer_name, policy.item_description),
    })),
    ...claims.map((claim) => ({
      kind: 'claim' as const,
      document: null,
      id: String(claim.id),
      title: claimNumber(claim.id),
      detail: detail(claim.customer_name, CLAIM_LABELS[claim.status]),
    })),
    ...threads.map((thread) => ({
      kind: 'thread' as const,
      document: null,
      id: String(thread.id),
      title: thread.subject,
      detail: detail(thread.customer_name || thread.contact_email),
    })),
    ...exceptions.map((exception) => ({
      kind: 'exception' as const,
      document: null,
      id: String(exception.id),
      title: `Payment ${exception.id}`,
      detail: detail(exception.detail, shortAddress(shownWallet(ctx.settings, exception.wallet))),
    })),
    ...documents.map((document) => ({
      kind: 'document' as const,
      document: document.id,
      id: String(document.claimId),
      title: document.fileName,
      detail: claimNumber(document.claimId),
    })),
  ];
});

async function byTransaction(ctx: AdminCtx, txHash: string): Promise<Found> {
  const chains = ctx.chains.map(({ id }) => id);
  const rows = await findTransaction(ctx.db, chains, txHash);
  const found = rows.flatMap(({ policyId, claimId, exceptionId }): Found[number][] => {
    const shared = { document: null, detail: 'In this transaction' };
    return [
      ...(claimId === null
        ? []
        : [{ ...shared, kind: 'claim' as const, id: String(claimId), title: claimNumber(claimId) }]),
      ...(exceptionId === null
        ? []
        : [
            {
              ...shared,
              kind: 'exception' as const,
              id: String(exceptionId),
              title: `Payment ${exceptionId}`,
            },
          ]),
      ...(policyId === null
        ? []
        : [{ ...shared, kind: 'policy' as const, id: String(policyId), title: policyNumber(policyId) }]),
    ];
  });
  const seen = new Map(found.map((each) => [`${each.kind} ${each.id}`, each]));
  return [...seen.values()];
}

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
async function findTransaction(db: Database, chains: readonly string[], txHash: string) {
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
async function findEverywhere(db: Database, search: string) {
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
