import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { type AdminRole, isPermitted } from '#domain/admin/roles.ts';
import { admins, deskNotes } from '#worker/platform/db/admin-schema.ts';
import { type Database, firstOf, oneValue, type Statement } from '#worker/platform/db/client.ts';
import { findRow, findRows, guardNoRow } from '#worker/platform/db/guard.ts';
import { auditLog } from '#worker/platform/db/journal.ts';

export type AuditLogRow = typeof auditLog.$inferSelect;
export type NoteRow = typeof deskNotes.$inferSelect;

/** Notes that a record shows. */
const MOST_NOTES = 50;

export const insertNote = (db: Database, row: Omit<NoteRow, 'id'>): Statement =>
  db.insert(deskNotes).values(row);

/** A record's notes, newest first. */
export const selectNotes = (db: Database, subject: string) =>
  findRows(db, deskNotes, { subject }, [desc(deskNotes.id)], MOST_NOTES);

/** The note that one administrator wrote on a record at one moment; null if there is none. */
export const findNote = (
  db: Database,
  { subject, admin_id, created_at }: Pick<NoteRow, 'subject' | 'admin_id' | 'created_at'>,
): Promise<NoteRow | null> => findRow(db, deskNotes, { subject, admin_id, created_at }, desc(deskNotes.id));

/** Audit log lines that a record shows. */
const MOST_LINES = 50;

/** A record's audit log lines, newest first; none for a role that may not read the log. */
export const selectTrail = (db: Database, subject: string | SQL, role: AdminRole) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), isPermitted(role, 'audit_log.read') ? undefined : sql`0`))
    .orderBy(desc(auditLog.occurrence_id))
    .limit(MOST_LINES);

/** Whose work a list's filter means: null for nobody's. */
export const assigneeOf = (assigned: string | undefined, adminId: number): number | null | undefined =>
  assigned === undefined
    ? undefined
    : assigned === 'nobody'
      ? null
      : assigned === 'me'
        ? adminId
        : Number(assigned);

/** An active administrator to assign work to; null if there is none with this id. */
export function findActiveAdmin(db: Database, id: number) {
  const { name, role } = admins;
  const active = and(eq(admins.id, id), eq(admins.status, 'active'));
  return firstOf(db.select({ id: admins.id, name, role }).from(admins).where(active));
}

/** Every administrator's name, former ones included. */
export const namesOfAdmins = (db: Database) =>
  db.select({ id: admins.id, name: admins.name }).from(admins).all();

/** Batch guard: nobody else took this name since it was checked. */
export const guardNameFree = (db: Database, name: string, id: number | null): Statement => {
  const same = sql`lower(replace(${admins.name}, ' ', '')) = lower(replace(${name}, ' ', ''))`;
  return guardNoRow(db, admins, sql`${same} AND ${admins.id} IS NOT ${id}`);
};

/** The largest payout that the administrator may approve or confirm, in whole US dollars; null for as much as the role may. */
export const payoutLimitOf = (db: Database, id: number): Promise<number | null> =>
  oneValue(db.select({ value: admins.payout_limit_usd }).from(admins).where(eq(admins.id, id)));
