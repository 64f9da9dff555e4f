import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { WalletKind } from '../../../../domain/address.ts';
import type { Database, Statement } from '../../platform/db/client.ts';
import { accounts, nonces, sessions } from '../../platform/db/schema.ts';

export type NonceRow = typeof nonces.$inferSelect;

export async function storeNonce(db: Database, row: NonceRow): Promise<void> {
  await db.insert(nonces).values(row);
}

export async function findNonce(db: Database, nonce: string): Promise<NonceRow | null> {
  return (await db.select().from(nonces).where(eq(nonces.nonce, nonce)).get()) ?? null;
}

interface NewSession {
  jti: string;
  wallet: string;
  kind: WalletKind;
  nonce: string;
  createdAt: string;
  expiresAt: string;
}

/** Stores the session and uses up its nonce. Fails on a constraint if the nonce was already used. */
export async function openSession(db: Database, session: NewSession): Promise<void> {
  const { wallet, kind, createdAt } = session;
  await db.batch([
    db.insert(sessions).values(session),
    db.delete(nonces).where(eq(nonces.nonce, session.nonce)),
    db
      .insert(accounts)
      .values({ wallet, kind, createdAt, lastSignInAt: createdAt })
      .onConflictDoUpdate({ target: accounts.wallet, set: { lastSignInAt: createdAt } }),
  ]);
}

/** The account status of an unexpired session. */
export async function findSession(db: Database, jti: string, wallet: string, now: string) {
  const row = await db
    .select({ status: accounts.status })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.wallet, sessions.wallet))
    .where(
      and(
        eq(sessions.jti, jti),
        eq(sessions.wallet, wallet),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
      ),
    )
    .get();
  return row ?? null;
}

export async function revokeSession(db: Database, jti: string, now: string): Promise<void> {
  await db.update(sessions).set({ revokedAt: now }).where(eq(sessions.jti, jti));
}

export async function purgeSignIns(db: Database, now: string): Promise<void> {
  await db.batch([
    db.delete(nonces).where(lt(nonces.expiresAt, now)),
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
  ]);
}

/** The wallet's sign-ins, newest first. Ended sessions are purged. */
export function listSessions(db: Database, wallet: string, limit: number) {
  return db
    .select({
      jti: sessions.jti,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      revokedAt: sessions.revokedAt,
    })
    .from(sessions)
    .where(eq(sessions.wallet, wallet))
    .orderBy(desc(sessions.createdAt))
    .limit(limit)
    .all();
}

export const revokeAll = (db: Database, wallet: string, now: string): Statement =>
  db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.wallet, wallet), isNull(sessions.revokedAt)));
