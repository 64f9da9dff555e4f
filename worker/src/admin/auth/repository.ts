import { and, desc, eq, gt, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { adminSessions, admins, signInFailures } from '#worker/platform/db/admin-schema.ts';
import { type Database, firstOf, type Statement } from '#worker/platform/db/client.ts';
import { findRow, findRows, guard, guardRow, upsertRow } from '#worker/platform/db/guard.ts';
import { tokens } from '#worker/platform/db/schema.ts';
import { settingIn } from '#worker/platform/db/system-settings.ts';
import { dropTokensOf, isLive, isToken, renewToken } from '#worker/platform/db/tokens.ts';

export type AdminRow = typeof admins.$inferSelect;
export type FailureRow = Pick<typeof signInFailures.$inferSelect, 'key' | 'failures' | 'at'>;

/** @param email lowercase */
export const findAdmin = (db: Database, email: string): Promise<AdminRow | null> =>
  findRow(db, admins, { email });

/**
 * Who has this address, and whether they signed in from this client before. One question, so that its time doesn't tell
 * whether anybody has it.
 */
export async function findAtClient(db: Database, email: string, client: { key: string; now: string }) {
  const row = await db
    .select({ admin: admins, known: tokens.key })
    .from(admins)
    .leftJoin(tokens, and(isLive('client', client.key, client.now), eq(tokens.admin_id, admins.id)))
    .where(eq(admins.email, email))
    .get();
  return { admin: row?.admin ?? null, known: row !== undefined && row.known !== null };
}

/** The active administrator of an unexpired session. */
export const findAdminSession = (db: Database, claims: { adminId: number; jti: string }, now: string) =>
  firstOf(
    db
      .select({
        id: admins.id,
        email: admins.email,
        name: admins.name,
        role: admins.role,
        totp_confirmed_at: admins.totp_confirmed_at,
        seenAt: sql<string>`coalesce(${adminSessions.last_seen_at}, ${adminSessions.created_at})`,
        sessionMinutes: settingIn('session_minutes'),
        requireTotp: settingIn('require_totp'),
      })
      .from(adminSessions)
      .innerJoin(admins, eq(admins.id, adminSessions.admin_id))
      .where(and(eq(adminSessions.jti, claims.jti), runs(claims.adminId, now), eq(admins.status, 'active'))),
  );

export const insertAdminSession = (
  db: Database,
  row: Omit<typeof adminSessions.$inferSelect, 'revoked_at' | 'last_seen_at'>,
): Statement => db.insert(adminSessions).values(row);

export const revokeAdminSession = (db: Database, jti: string, now: string): Statement =>
  db.update(adminSessions).set({ revoked_at: now }).where(eq(adminSessions.jti, jti));

/** Notes that someone uses the session. */
export const touchSession = (db: Database, jti: string, now: string): Statement =>
  db.update(adminSessions).set({ last_seen_at: now }).where(eq(adminSessions.jti, jti));

export const setSignedIn = (db: Database, id: number, now: string): Statement =>
  db.update(admins).set({ last_sign_in_at: now }).where(eq(admins.id, id));

export const setPassword = (db: Database, id: number, passwordHash: string): Statement =>
  db.update(admins).set({ password_hash: passwordHash }).where(eq(admins.id, id));

/** Whether a session of an administrator runs. */
export const runs = (adminId: number | typeof admins.id, now: string) =>
  and(
    eq(adminSessions.admin_id, adminId),
    isNull(adminSessions.revoked_at),
    gt(adminSessions.expires_at, now),
  );

/** Sessions that run, newest first. */
export const runningSessions = (db: Database, adminId: number, now: string) =>
  findRows(db, adminSessions, runs(adminId, now), [desc(adminSessions.created_at)], 200);

/** The administrator's session, also one that has ended. */
export const findOwnSession = (db: Database, adminId: number, jti: string) =>
  findRow(db, adminSessions, { jti, admin_id: adminId });

/** Ends an administrator's sessions, all or all but one. */
export const revokeSessions = (db: Database, adminId: number, now: string, except = ''): Statement =>
  db
    .update(adminSessions)
    .set({ revoked_at: now })
    .where(and(runs(adminId, now), ne(adminSessions.jti, except)));

export async function findFailures(db: Database, keys: readonly string[]): Promise<FailureRow[]> {
  return findRows(db, signInFailures, inArray(signInFailures.key, [...keys]));
}

/** The account's failures in the current hour; null if none. */
export const findAccountFailures = (db: Database, key: string, hourAgo: string) =>
  findRow(db, signInFailures, and(eq(signInFailures.key, key), gt(signInFailures.at, hourAgo)));

export const rememberClient = (
  db: Database,
  client: { admin_id: number; key: string; expires_at: string },
): Statement => renewToken(db, { kind: 'client', ...client });

interface AccountCount {
  key: string;
  /** The attempt fails if the account has this many failures; null means no limit. */
  most: number | null;
  hourAgo: string;
  now: string;
}

/**
 * Counts an attempt as failed before its outcome is known, so that simultaneous ones all count. Writes
 * nothing and fails on a constraint if one of the client's keys changed since `seen`, or if the account
 * has too many failures. The account's own count is only incremented, so a race for it from elsewhere
 * blocks nobody.
 */
export async function countAttempt(
  db: Database,
  seen: readonly FailureRow[],
  counted: readonly FailureRow[],
  account: AccountCount,
): Promise<void> {
  const same = seen.map(
    ({ key, failures, at }) =>
      sql`EXISTS (SELECT 1 FROM ${signInFailures} WHERE ${and(eq(signInFailures.key, key), eq(signInFailures.failures, failures), eq(signInFailures.at, at))})`,
  );
  const fresh = counted.filter(({ key }) => !seen.some((row) => row.key === key));
  const absent = fresh.map(
    ({ key }) => sql`NOT EXISTS (SELECT 1 FROM ${signInFailures} WHERE ${eq(signInFailures.key, key)})`,
  );
  await db.batch([
    guard(db, sql.join([...same, ...absent, ...fewEnough(account)], sql` AND `)),
    ...counted.map(({ key, failures, at }) =>
      upsertRow(db, signInFailures, { key, scope: 'client', failures, at }, ['key'], { failures, at }),
    ),
    addAccountFailure(db, account),
  ]);
}

function fewEnough({ key, most, hourAgo }: AccountCount) {
  if (most === null) return [];
  const { failures, at } = signInFailures;
  const running = and(eq(signInFailures.key, key), gt(at, hourAgo), gte(failures, most));
  return [sql`NOT EXISTS (SELECT 1 FROM ${signInFailures} WHERE ${running})`];
}

function addAccountFailure(db: Database, { key, hourAgo, now }: AccountCount): Statement {
  const over = sql`${signInFailures.at} <= ${hourAgo}`;
  return upsertRow(db, signInFailures, { key, scope: 'account', failures: 1, at: now }, ['key'], {
    failures: sql`CASE WHEN ${over} THEN 1 ELSE ${signInFailures.failures} + 1 END`,
    at: sql`CASE WHEN ${over} THEN ${now} ELSE ${signInFailures.at} END`,
  });
}

export const forgetFailures = (db: Database, key: string): Statement =>
  db.delete(signInFailures).where(eq(signInFailures.key, key));

/** Uncounts one attempt under each of these keys. */
export const forgiveAttempt = (db: Database, ...keys: string[]): Statement =>
  db
    .update(signInFailures)
    .set({ failures: sql`max(0, ${signInFailures.failures} - 1)` })
    .where(inArray(signInFailures.key, keys));

export const purgeFailures = (db: Database, forgotten: string): Statement =>
  db.delete(signInFailures).where(lt(signInFailures.at, forgotten));

const waiting = and(eq(admins.status, 'active'), eq(admins.password_hash, ''));

/** The invited administrator whom a link's token belongs to; null if it has lapsed or the password is chosen. */
export const findInvited = (db: Database, hash: string, now: string) =>
  firstOf(
    db
      .select({ id: admins.id, email: admins.email, name: admins.name, role: admins.role })
      .from(tokens)
      .innerJoin(admins, eq(admins.id, tokens.admin_id))
      .where(and(isLive('invitation', hash, now), waiting)),
  );

/** Batch guard: the link still works, and nobody chose a password meanwhile. */
export const guardInvited = (db: Database, hash: string): Statement =>
  guardRow(
    db,
    tokens,
    sql`${isToken('invitation', hash)} AND ${tokens.admin_id} IN (SELECT ${admins.id} FROM ${admins} WHERE ${waiting})`,
  );

export const forgetInvitations = (db: Database, adminId: number): Statement =>
  dropTokensOf(db, 'invitation', adminId);
