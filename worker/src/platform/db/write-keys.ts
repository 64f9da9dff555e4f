import { and, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type Database, oneValue, type Statement } from './client.ts';
import { deleteRows, guardFewer, guardNoRow, matches, updateRows } from './guard.ts';
import { idempotencyKeys } from './schema.ts';

/** Identifies one write of a caller. */
export interface WriteKey {
  /** Wallet key, `admin:<id>`, or `client:` and a hash for somebody who isn't signed in. */
  caller: string;
  key: string;
  /** SHA-256 of method, path, query and body. */
  fingerprint: string;
  /** ISO time: an earlier write with this key is a different write. Empty for a key chosen by the client. */
  since: string;
  /** What an earlier request with this key wrote; null if none did. */
  record: string | null;
  /** Set once the answer is that of an earlier request. */
  replayed: boolean;
}

type KeyId = Pick<WriteKey, 'caller' | 'key'>;
export type KeyRow = typeof idempotencyKeys.$inferSelect;

const same = ({ caller, key }: KeyId) => matches(idempotencyKeys, { caller, key });

/**
 * Null if the key is now ours until `leased_until`; otherwise the row that holds it. Only the same request
 * takes over an expired lease.
 */
export async function leaseKey(
  db: Database,
  row: Omit<KeyRow, 'record_id'>,
  now: string,
): Promise<KeyRow | null> {
  const leased = await db
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: { leased_until: row.leased_until, expires_at: row.expires_at },
      setWhere: matches(
        idempotencyKeys,
        { record_id: null, fingerprint: row.fingerprint },
        lte(idempotencyKeys.leased_until, now),
      ),
    })
    .returning({ key: idempotencyKeys.key });
  if (leased.length > 0) return null;
  const held = await db.select().from(idempotencyKeys).where(same(row)).get();
  return held ?? leaseKey(db, row, now);
}

/** Ends a lease without a write: the key stays bound to its request, which may be retried. */
export async function endLease(db: Database, id: KeyId, now: string): Promise<void> {
  await updateRows(db, idempotencyKeys, [{ record_id: null }, same(id)], {
    leased_until: now,
  });
}

/** Ends a lease without a write and frees the key. */
export async function releaseIdempotencyKey(db: Database, id: KeyId): Promise<void> {
  await deleteRows(db, idempotencyKeys, [{ record_id: null }, same(id)]);
}

const written = (key: WriteKey): SQL =>
  and(same(key), isNotNull(idempotencyKeys.record_id), gte(idempotencyKeys.created_at, key.since)) as SQL;

/** What was written under this key; null if nothing was. */
export const findWritten = (db: Database, key: WriteKey): Promise<string | null> =>
  oneValue(db.select({ value: idempotencyKeys.record_id }).from(idempotencyKeys).where(written(key)));

/** Leads a batch: fails if something was written under this key, otherwise records what the batch writes. */
export const recordWrite = (
  db: Database,
  key: WriteKey,
  row: Pick<KeyRow, 'created_at' | 'expires_at'> & { record_id: string },
): Statement[] => [
  guardNoRow(db, idempotencyKeys, written(key)),
  db
    .insert(idempotencyKeys)
    .values({
      caller: key.caller,
      key: key.key,
      fingerprint: key.fingerprint,
      leased_until: row.created_at,
      ...row,
    })
    .onConflictDoUpdate({ target: [idempotencyKeys.caller, idempotencyKeys.key], set: row }),
];

/** Batch guard: the caller has written at most `most` records of this kind since then. */
export const guardWrites = (
  db: Database,
  { caller }: KeyId,
  prefix: string,
  { since, most }: { since: string; most: number },
): Statement =>
  guardFewer(
    db,
    idempotencyKeys,
    sql`caller = ${caller} AND record_id GLOB ${`${prefix}*`} AND created_at >= ${since}`,
    most + 1,
  );

/** Statement that deletes the keys of records, for the batch that deletes the records. Those made from content expire. */
export const forgetRecords = (db: Database, records: SQL): Statement =>
  db
    .delete(idempotencyKeys)
    .where(and(isNull(idempotencyKeys.expires_at), inArray(idempotencyKeys.record_id, records)));

/** Deletes expired keys: those that wrote nothing and those made from a request's content. */
export const purgeKeys = (db: Database, now: string): Statement =>
  deleteRows(db, idempotencyKeys, lt(idempotencyKeys.expires_at, now));
