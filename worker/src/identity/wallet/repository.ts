import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { WalletKind } from '#domain/address.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { sumNewCustomer } from '#worker/platform/db/desk-rows.ts';
import { markIf } from '#worker/platform/db/figure-days.ts';
import { deleteRows, guardRow, matches, updateRows, upsertRow } from '#worker/platform/db/guard.ts';
import { accounts, sessions, tokens } from '#worker/platform/db/schema.ts';
import { dropToken, findToken, isToken, storeToken } from '#worker/platform/db/tokens.ts';

/** When a session was last used; at first when it began. */
const seenAt = sql<string>`coalesce(${sessions.last_seen_at}, ${sessions.created_at})`;

const running = (wallet: string, now: string) =>
  matches(sessions, { wallet, revoked_at: null }, gt(sessions.expires_at, now));

/** What somebody was asked to sign. */
export interface SignIn {
  wallet: string;
  kind: WalletKind;
  chain_id: string;
  /** The full text, compared byte for byte. */
  message: string;
}

export async function storeNonce(
  db: Database,
  key: string,
  signIn: SignIn,
  expiresAt: string,
): Promise<void> {
  await storeToken(db, { kind: 'nonce', key, data: JSON.stringify(signIn), expires_at: expiresAt });
}

/** What is to be signed with a nonce; null if it has expired or is used up. */
export async function findNonce(db: Database, nonce: string, now: string): Promise<SignIn | null> {
  const row = await findToken(db, 'nonce', nonce, now);
  return row && (JSON.parse(row.data ?? '') as SignIn);
}

interface NewSession {
  jti: string;
  wallet: string;
  kind: WalletKind;
  device: string;
  created_at: string;
  expires_at: string;
}

/** Uses up a nonce. Its batch fails on a constraint if it was already used. */
export const spendNonce = (db: Database, nonce: string): Statement[] => [
  guardRow(db, tokens, isToken('nonce', nonce)),
  dropToken(db, 'nonce', nonce),
];

/** Stores the session, after the statements that say that it may begin. */
export async function openSession(
  db: Database,
  session: NewSession,
  allowed: Statement[] = [],
): Promise<void> {
  const { wallet, kind, created_at } = session;
  await db.batch([
    ...(allowed as []),
    db.insert(sessions).values(session),
    // A wallet that has no account joins.
    markIf(db, created_at, sql`NOT EXISTS (SELECT 1 FROM ${accounts} WHERE ${accounts.wallet} = ${wallet})`),
    upsertRow(db, accounts, { wallet, kind, created_at, last_sign_in_at: created_at }, ['wallet'], {
      last_sign_in_at: created_at,
    }),
    sumNewCustomer(db, wallet, created_at),
  ]);
}

/** An unexpired session, with its account's status. */
export const findSession = (db: Database, jti: string, wallet: string, now: string) =>
  firstOf(
    db
      .select({ status: accounts.status, seenAt })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.wallet, sessions.wallet))
      .where(and(eq(sessions.jti, jti), running(wallet, now))),
  );

export async function touchSession(db: Database, jti: string, now: string): Promise<void> {
  await updateRows(db, sessions, { jti }, { last_seen_at: now });
}

/** Ends one of the wallet's sessions, which may have ended before, or all that run but that one. Answers how many. */
export async function revokeSessions(
  db: Database,
  wallet: string,
  which: { only: string } | { except: string },
  now: string,
): Promise<number> {
  const chosen =
    'only' in which
      ? eq(sessions.jti, which.only)
      : and(running(wallet, now), ne(sessions.jti, which.except));
  const { meta } = await updateRows(db, sessions, [{ wallet }, chosen], {
    revoked_at: sql`coalesce(${sessions.revoked_at}, ${now})`,
  });
  return meta.changes;
}

export const purgeSessions = (db: Database, now: string): Statement =>
  deleteRows(db, sessions, lt(sessions.expires_at, now));

const columns = {
  jti: sessions.jti,
  created_at: sessions.created_at,
  expires_at: sessions.expires_at,
  revoked_at: sessions.revoked_at,
  device: sessions.device,
  seenAt,
};

/** The wallet's active sessions, newest first. */
export const runningSessions = (db: Database, wallet: string, now: string, limit: number) =>
  db
    .select(columns)
    .from(sessions)
    .where(running(wallet, now))
    .orderBy(desc(sessions.created_at))
    .limit(limit)
    .all();

/** The wallet's sign-ins, newest first. Ended sessions are purged. */
export function listSessions(db: Database, wallet: string, limit: number) {
  return db
    .select(columns)
    .from(sessions)
    .where(eq(sessions.wallet, wallet))
    .orderBy(desc(sessions.created_at))
    .limit(limit)
    .all();
}

export const revokeAll = (db: Database, wallet: string, now: string): Statement =>
  updateRows(db, sessions, { wallet, revoked_at: null }, { revoked_at: now });
