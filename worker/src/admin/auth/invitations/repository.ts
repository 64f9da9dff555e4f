import { and, eq, gt, sql } from 'drizzle-orm';
import { adminInvitations, admins } from '#worker/platform/db/admin-schema.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { guard } from '#worker/platform/db/guard.ts';

const waiting = and(eq(admins.status, 'active'), eq(admins.password_hash, ''));

/** The invited administrator whom a link's token belongs to; null if it has lapsed or the password is chosen. */
export async function findInvited(db: Database, hash: string, now: string) {
  const row = await db
    .select({ id: admins.id, email: admins.email, name: admins.name, role: admins.role })
    .from(adminInvitations)
    .innerJoin(admins, eq(admins.id, adminInvitations.admin_id))
    .where(and(eq(adminInvitations.hash, hash), gt(adminInvitations.expires_at, now), waiting))
    .get();
  return row ?? null;
}

/** Batch guard: the link still works, and nobody chose a password meanwhile. */
export const guardInvited = (db: Database, hash: string): Statement =>
  guard(
    db,
    sql`EXISTS (SELECT 1 FROM ${adminInvitations} JOIN ${admins} ON ${admins.id} = ${adminInvitations.admin_id}
      WHERE ${adminInvitations.hash} = ${hash} AND ${waiting})`,
  );

export const forgetInvitations = (db: Database, adminId: number): Statement =>
  db.delete(adminInvitations).where(eq(adminInvitations.admin_id, adminId));
