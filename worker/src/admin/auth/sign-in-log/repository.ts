import { and, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import { adminSessions, failedSignIns } from '#worker/platform/db/admin-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { guardRow } from '#worker/platform/db/guard.ts';
import { journal } from '#worker/platform/db/journal.ts';

interface FailedAttempt {
  /** 0 for an address that no administrator has. */
  admin_id: number;
  hour: string;
  client: string;
  wrongCode: boolean;
}

export const countFailed = (db: Database, { wrongCode, ...key }: FailedAttempt): Statement =>
  db
    .insert(failedSignIns)
    .values({ ...key, attempts: 1, wrong_codes: Number(wrongCode) })
    .onConflictDoUpdate({
      target: [failedSignIns.hour, failedSignIns.admin_id, failedSignIns.client],
      set: {
        attempts: sql`${failedSignIns.attempts} + 1`,
        wrong_codes: sql`${failedSignIns.wrong_codes} + ${Number(wrongCode)}`,
      },
    });

/** Turns the counts of hours before `hour` into one audit log line per account and hour. */
export async function logFailedHours(
  db: Database,
  hour: string,
  line: { at: string; requestId: string },
): Promise<void> {
  const over = lt(failedSignIns.hour, hour);
  // Nearly every run finds none, and this reads the least.
  if (!(await db.select().from(failedSignIns).where(over).limit(1).get())) return;
  await db.batch([
    db.insert(journal).select(
      sql`SELECT 'admin.sign_in_failed', 1, 'admin:' || CASE admin_id WHEN 0 THEN 'unknown' ELSE admin_id END, NULL, NULL, hour, ${line.at}, 'server', NULL, 0,
          json_object('after', json_object('hour', hour, 'attempts', sum(attempts), 'wrong_codes', sum(wrong_codes), 'clients', count(*))), ${line.requestId}
        FROM ${failedSignIns} WHERE ${over} GROUP BY hour, admin_id`,
    ),
    db.delete(failedSignIns).where(over),
  ]);
}

/** Deletes sessions that reached their end, with an audit log line for each that nobody ended before. */
export async function purgeSessions(db: Database, now: string, requestId: string): Promise<void> {
  const { expires_at, revoked_at } = adminSessions;
  const over = lte(expires_at, now);
  if (!(await db.select().from(adminSessions).where(over).limit(1).get())) return;
  await db.batch([
    db.insert(journal).select(
      sql`SELECT 'admin.session_expired', 1, 'admin:' || admin_id, NULL, NULL, jti, ${now}, 'server', NULL, 0,
          json_object('after', json_object('reason', 'eight hours', 'signed_in_at', created_at, 'device', device)), ${requestId}
        FROM ${adminSessions} WHERE ${and(over, isNull(revoked_at))}`,
    ),
    db.delete(adminSessions).where(over),
  ]);
}

/** Batch guard: the session still runs, so that its end is logged once. */
export const guardRuns = (db: Database, jti: string, now: string): Statement =>
  guardRow(
    db,
    adminSessions,
    and(eq(adminSessions.jti, jti), isNull(adminSessions.revoked_at), gt(adminSessions.expires_at, now)),
  );
