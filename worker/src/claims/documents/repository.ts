import { and, asc, eq, sql } from 'drizzle-orm';
import { MAX_DOCUMENTS_PER_CLAIM } from '../../../../domain/files.ts';
import { claimDocuments, claimEvents, claims } from '../../platform/db/claims-schema.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { guard } from '../../platform/db/guard.ts';

export type DocumentRow = typeof claimDocuments.$inferSelect;
export type OwnClaim = Pick<
  typeof claims.$inferSelect,
  'id' | 'key' | 'wallet' | 'status' | 'amountCents' | 'requestedDocuments'
>;

/**
 * The wallet's claim with its documents, oldest first, in one round trip; null if missing or owned by
 * another wallet.
 */
export async function findOwnWithDocuments(db: Database, claimId: number, wallet: string) {
  const { id, key, status, amountCents, requestedDocuments } = claims;
  const [own, documents] = await db.batch([
    db
      .select({ id, key, wallet: claims.wallet, status, amountCents, requestedDocuments })
      .from(claims)
      .where(and(eq(claims.id, claimId), eq(claims.wallet, wallet))),
    db
      .select()
      .from(claimDocuments)
      .where(and(eq(claimDocuments.claimId, claimId), eq(claimDocuments.wallet, wallet)))
      .orderBy(asc(claimDocuments.createdAt), asc(claimDocuments.id)),
  ]);
  const [claim] = own;
  return claim ? { claim, documents } : null;
}

/** One document of the wallet's claim, or null. */
export async function findOwnDocument(
  db: Database,
  { claimId, id, wallet }: { claimId: number; id: string; wallet: string },
): Promise<DocumentRow | null> {
  const row = await db
    .select()
    .from(claimDocuments)
    .where(
      and(eq(claimDocuments.id, id), eq(claimDocuments.claimId, claimId), eq(claimDocuments.wallet, wallet)),
    )
    .get();
  return row ?? null;
}

/** Not scoped by owner: for administrators. */
export async function findDocument(
  db: Database,
  { claimId, id }: { claimId: number; id: string },
): Promise<DocumentRow | null> {
  const its = and(eq(claimDocuments.id, id), eq(claimDocuments.claimId, claimId));
  return (await db.select().from(claimDocuments).where(its).get()) ?? null;
}

/** Whether the claim has a document with this content. */
export async function hasContent(db: Database, claimId: number, sha256: string): Promise<boolean> {
  const row = await db
    .select({ id: claimDocuments.id })
    .from(claimDocuments)
    .where(and(eq(claimDocuments.claimId, claimId), eq(claimDocuments.sha256, sha256)))
    .get();
  return row !== undefined;
}

/** Batch guard for adding documents: the claim isn't paid and has room for `more`. */
export const guardRoom = (db: Database, claim: OwnClaim, more: number): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${claims} WHERE ${claims.id} = ${claim.id} AND ${claims.wallet} = ${claim.wallet}
      AND ${claims.status} <> 'paid' AND ${claims.documentsCount} + ${more} <= ${MAX_DOCUMENTS_PER_CLAIM})`,
  );

export const insertDocument = (db: Database, row: DocumentRow): Statement =>
  db.insert(claimDocuments).values(row);

/** Counts added documents. If we had asked for some, the claim is ours again, due by `dueAt`. */
export const countDocuments = (
  db: Database,
  claim: OwnClaim,
  added: { more: number; dueAt: string; now: string },
): Statement =>
  db
    .update(claims)
    .set({
      documentsCount: sql`${claims.documentsCount} + ${added.more}`,
      dueAt: sql`CASE WHEN ${claims.requestedDocuments} IS NULL THEN ${claims.dueAt} ELSE ${added.dueAt} END`,
      requestedDocuments: null,
      updatedAt: added.now,
      version: sql`${claims.version} + 1`,
    })
    .where(eq(claims.id, claim.id));

export const insertAdded = (
  db: Database,
  claim: OwnClaim,
  line: { message: string; now: string; requestId: string },
): Statement =>
  db.insert(claimEvents).values({
    claimId: claim.id,
    kind: 'documents_added',
    status: sql`(SELECT status FROM claims WHERE id = ${claim.id})`,
    message: line.message,
    at: line.now,
    byCustomer: true,
    requestId: line.requestId,
  });
