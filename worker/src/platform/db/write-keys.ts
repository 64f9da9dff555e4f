import { and, eq, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database, Statement } from './client.ts';
import { guard } from './guard.ts';
import { idempotencyKeys } from './schema.ts';

/** What tells one write of a caller from another. */
export interface WriteKey {
  /** Wallet key, `admin:<id>`, or `anonymous`. */
  caller: string;
  key: string;
  /** SHA-256 of method, path, query and body. */
  fingerprint: string;
  /** ISO time: a write of this key before it is another write. Empty for a key that the client chose. */
  since: string;
  /** What an earlier request with this key wrote; null when none did. */
  record: string | null;
  /** Set once the answer tells what an earlier request wrote. */
  replayed: boolean;
}

type KeyId = Pick<WriteKey, 'caller' | 'key'>;
export type KeyRow = typeof idempotencyKeys.$inferSelect;

const same = ({ caller, key }: KeyId) =>
  and(eq(idempotencyKeys.caller, caller), eq(idempotencyKeys.key, key));

/**
 * Null when the key is now ours until `leasedUntil`; otherwise the row that holds it. A lease that ran out is taken over
 * by the same request only.
 */
export async function leaseKey(
  db: Database,
  row: Omit<KeyRow, 'recordId'>,
  now: string,
): Promise<KeyRow | null> {
  const leased = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: { leasedUntil: row.leasedUntil, expiresAt: row.expiresAt },
      setWhere: and(
        isNull(idempotencyKeys.recordId),
        lte(idempotencyKeys.leasedUntil, now),
        eq(idempotencyKeys.fingerprint, row.fingerprint),
      ),
    })
    .returning({ key: idempotencyKeys.key });
  if (leased.length > 0) return null;
  const held = await db.select().from(idempotencyKeys).where(same(row)).get();
  return held ?? leaseKey(db, row, now);
}

/** The request ended without a write: its key stays bound to what was asked, and may be tried again. */
export async function endLease(db: Database, id: KeyId, now: string): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ leasedUntil: now })
    .where(and(same(id), isNull(idempotencyKeys.recordId)));
}

/** The request ended without a write, and its key is free again. */
export async function freeKey(db: Database, id: KeyId): Promise<void> {
  await db.delete(idempotencyKeys).where(and(same(id), isNull(idempotencyKeys.recordId)));
}

const written = (key: WriteKey): SQL =>
  and(same(key), isNotNull(idempotencyKeys.recordId), gte(idempotencyKeys.createdAt, key.since)) as SQL;

/** What was written under this key; null when nothing was. */
export async function findWritten(db: Database, key: WriteKey): Promise<string | null> {
  const row = await db
    .select({ recordId: idempotencyKeys.recordId })
    .from(idempotencyKeys)
    .where(written(key))
    .get();
  return row?.recordId ?? null;
}

/** Leads a batch: fails when something was written under this key, and otherwise notes what the batch writes. */
export const recordWrite = (
  db: Database,
  key: WriteKey,
  row: Pick<KeyRow, 'createdAt' | 'expiresAt'> & { recordId: string },
): Statement[] => [
  guard(db, sql`NOT EXISTS (SELECT 1 FROM ${idempotencyKeys} WHERE ${written(key)})`),
  db
    .insert(idempotencyKeys)
    .values({
      caller: key.caller,
      key: key.key,
      fingerprint: key.fingerprint,
      leasedUntil: row.createdAt,
      ...row,
    })
    .onConflictDoUpdate({ target: [idempotencyKeys.caller, idempotencyKeys.key], set: row }),
];

/** Statement that forgets the keys of records, for the batch that deletes them. */
export const forgetRecords = (db: Database, records: SQL): Statement =>
  db.delete(idempotencyKeys).where(inArray(idempotencyKeys.recordId, records));

/** Deletes keys that wrote nothing, and those that stood for a moment's content. */
export async function purgeKeys(db: Database, now: string): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now));
}
