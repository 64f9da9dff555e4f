import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { idempotencyKeys } from '../db/schema.ts';

export type StoredKey = typeof idempotencyKeys.$inferSelect;
type KeyId = Pick<StoredKey, 'wallet' | 'key'>;

const same = ({ wallet, key }: KeyId) =>
  and(eq(idempotencyKeys.wallet, wallet), eq(idempotencyKeys.key, key));

/** Null when the key is now ours; otherwise what holds it. A request that began before `abandoned` holds nothing. */
export async function claimKey(
  db: Database,
  entry: KeyId & Pick<StoredKey, 'fingerprint' | 'createdAt'>,
  abandoned: string,
): Promise<StoredKey | null> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values(entry)
    .onConflictDoUpdate({
      target: [idempotencyKeys.wallet, idempotencyKeys.key],
      set: { fingerprint: entry.fingerprint, createdAt: entry.createdAt },
      setWhere: and(isNull(idempotencyKeys.status), lt(idempotencyKeys.createdAt, abandoned)),
    })
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return null;
  const held = await db.select().from(idempotencyKeys).where(same(entry)).get();
  return held ?? claimKey(db, entry, abandoned);
}

export async function rememberAnswer(db: Database, id: KeyId, status: number, body: string): Promise<void> {
  await db.update(idempotencyKeys).set({ status, body }).where(same(id));
}

export async function forgetKey(db: Database, id: KeyId): Promise<void> {
  await db.delete(idempotencyKeys).where(same(id));
}

export async function purgeKeys(db: Database, before: string): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
