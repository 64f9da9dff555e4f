import { asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { statusesWith } from '#domain/claims/lifecycle.ts';
import { MAX_DOCUMENTS_PER_CLAIM } from '#domain/files.ts';
import { claimDocuments, claims } from '#worker/platform/db/claims-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { AWAITED } from '#worker/platform/db/desk-kinds.ts';
import { listRecords } from '#worker/platform/db/desk-rows.ts';
import { desk, isRecord } from '#worker/platform/db/desk-schema.ts';
import { findRow, guardRow, hasRow, matches } from '#worker/platform/db/guard.ts';

export type DocumentRow = typeof claimDocuments.$inferSelect;
export type OwnClaim = Pick<
  typeof claims.$inferSelect,
  'id' | 'key' | 'wallet' | 'status' | 'amount_cents' | 'requested_documents'
>;

/**
 * The wallet's claim with its documents, oldest first, in one round trip; null if missing or owned by
 * another wallet.
 */
export async function findOwnWithDocuments(db: Database, claimId: number, wallet: string) {
  const { id, key, status, amount_cents, requested_documents } = claims;
  const [own, documents] = await db.batch([
    db
      .select({
        id,
        key,
        wallet: claims.wallet,
        status,
        amount_cents,
        requested_documents,
      })
      .from(claims)
      .where(matches(claims, { id: claimId, wallet })),
    db
      .select()
      .from(claimDocuments)
      .where(matches(claimDocuments, { claim_id: claimId, wallet }))
      .orderBy(asc(claimDocuments.created_at), asc(claimDocuments.id)),
  ]);
  const [claim] = own;
  return claim ? { claim, documents } : null;
}

/** One document of the wallet's claim, or null. */
export const findOwnDocument = (
  db: Database,
  { claimId, id, wallet }: { claimId: number; id: string; wallet: string },
): Promise<DocumentRow | null> => findRow(db, claimDocuments, { id, claim_id: claimId, wallet });

/** Not scoped by owner: for administrators. */
export const findDocument = (
  db: Database,
  { claimId, id }: { claimId: number; id: string },
): Promise<DocumentRow | null> => findRow(db, claimDocuments, { id, claim_id: claimId });

/** Whether the claim has a document with this content. */
export const hasContent = (db: Database, claimId: number, sha256: string): Promise<boolean> =>
  hasRow(db, claimDocuments, { claim_id: claimId, sha256 });

/**
 * Claims whose documents were to come by `now` (ISO), or by `soon` if their customers were not reminded, the oldest date
 * first.
 */
export const requestsToFollow = (db: Database, now: string, soon: string, limit: number) =>
  db
    .select({ id: claims.id, isOver: sql<number>`${claims.due_at} <= ${now}` })
    .from(desk)
    .crossJoin(claims)
    .where(
      matches(
        desk,
        { kind: 'claims', section: 'documents_awaited' },
        isRecord(claims.id, 'claims'),
        lte(desk.due, `${AWAITED} ${soon}`),
        or(lte(claims.due_at, now), isNull(claims.documents_reminded_at)),
      ),
    )
    .orderBy(asc(desk.due))
    .limit(limit)
    .all();

/** The bucket keys of documents with any of these contents. */
export async function keysOfContents(db: Database, hashes: string[]): Promise<Set<string>> {
  const { object_key, sha256 } = claimDocuments;
  const rows = await db.select({ objectKey: object_key }).from(claimDocuments).where(inArray(sha256, hashes));
  return new Set(rows.map((row) => row.objectKey));
}

/** Batch guard for adding documents: the claim isn't paid and has room for `more`. */
export const guardCapacity = (db: Database, claim: OwnClaim, more: number): Statement =>
  guardRow(
    db,
    claims,
    sql`${claims.id} = ${claim.id} AND ${claims.wallet} = ${claim.wallet}
      AND ${inArray(claims.status, statusesWith('takesDocuments', true))} AND ${claims.documents_count} + ${more} <= ${MAX_DOCUMENTS_PER_CLAIM}`,
  );

export const insertDocuments = (db: Database, rows: readonly DocumentRow[]): Statement[] => [
  ...rows.map((row) => db.insert(claimDocuments).values(row)),
  listRecords(
    db,
    'documents',
    inArray(
      claimDocuments.id,
      rows.map(({ id }) => id),
    ),
  ),
];

/** Counts added documents. If we had asked for some, the claim is ours again, due by `dueAt`. */
export const countDocuments = (
  db: Database,
  claim: OwnClaim,
  added: { more: number; dueAt: string; now: string },
): Statement =>
  db
    .update(claims)
    .set({
      documents_count: sql`${claims.documents_count} + ${added.more}`,
      due_at: sql`CASE WHEN ${claims.requested_documents} IS NULL THEN ${claims.due_at} ELSE ${added.dueAt} END`,
      requested_documents: null,
      updated_at: added.now,
      version: sql`${claims.version} + 1`,
    })
    .where(eq(claims.id, claim.id));
