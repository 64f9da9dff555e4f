import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { adminSessions, admins, loginFailures } from '../../db/admin-schema.ts';
import type { Database, Statement } from '../../db/client.ts';
import { guard } from '../../db/guard.ts';

export type AdminRow = typeof admins.$inferSelect;
export type FailureRow = typeof loginFailures.$inferSelect;

/** @param email folded to lower case */
export async function findAdmin(db: Database, email: string): Promise<AdminRow | null> {
  return (await db.select().from(admins).where(eq(admins.email, email)).get()) ?? null;
}

/** The active administrator behind a session that still runs. */
export async function findAdminSession(db: Database, claims: { adminId: number; jti: string }, now: string) {
  const row = await db
    .select({ id: admins.id, email: admins.email, name: admins.name })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .where(
      and(
        eq(adminSessions.jti, claims.jti),
        eq(adminSessions.adminId, claims.adminId),
        isNull(adminSessions.revokedAt),
        gt(adminSessions.expiresAt, now),
        eq(admins.status, 'active'),
      ),
    )
    .get();
  return row ?? null;
}

export const insertAdminSession = (
  db: Database,
  row: Omit<typeof adminSessions.$inferSelect, 'revokedAt'>,
): Statement => db.insert(adminSessions).values(row);

export const revokeAdminSession = (db: Database, jti: string, now: string): Statement =>
  db.update(adminSessions).set({ revokedAt: now }).where(eq(adminSessions.jti, jti));

export async function findFailures(db: Database, keys: readonly string[]): Promise<FailureRow[]> {
  return db
    .select()
    .from(loginFailures)
    .where(inArray(loginFailures.key, [...keys]));
}

/**
 * Counts an attempt as failed before its outcome is known, so that many at once count as many. Does nothing at all, and
 * fails on a constraint, when one of the keys has changed since it was `seen`.
 */
export async function countAttempt(
  db: Database,
  seen: readonly FailureRow[],
  counted: readonly FailureRow[],
): Promise<void> {
  const same = seen.map(
    ({ key, failures, lastAt }) =>
      sql`EXISTS (SELECT 1 FROM ${loginFailures} WHERE ${and(eq(loginFailures.key, key), eq(loginFailures.failures, failures), eq(loginFailures.lastAt, lastAt))})`,
  );
  const fresh = counted.filter(({ key }) => !seen.some((row) => row.key === key));
  const absent = fresh.map(
    ({ key }) => sql`NOT EXISTS (SELECT 1 FROM ${loginFailures} WHERE ${eq(loginFailures.key, key)})`,
  );
  await db.batch([
    guard(db, sql.join([...same, ...absent], sql` AND `)),
    ...counted.map(({ key, failures, lastAt }) =>
      db
        .insert(loginFailures)
        .values({ key, failures, lastAt })
        .onConflictDoUpdate({ target: loginFailures.key, set: { failures, lastAt } }),
    ),
  ]);
}

export const forgetFailures = (db: Database, key: string): Statement =>
  db.delete(loginFailures).where(eq(loginFailures.key, key));

/** Takes one counted attempt back. */
export const forgiveAttempt = (db: Database, key: string): Statement =>
  db
    .update(loginFailures)
    .set({ failures: sql`max(0, ${loginFailures.failures} - 1)` })
    .where(eq(loginFailures.key, key));

export async function purgeAdminSignIns(db: Database, now: string, forgotten: string): Promise<void> {
  await db.batch([
    db.delete(adminSessions).where(lt(adminSessions.expiresAt, now)),
    db.delete(loginFailures).where(lt(loginFailures.lastAt, forgotten)),
  ]);
}
