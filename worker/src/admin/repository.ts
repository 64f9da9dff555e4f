import { and, desc, eq } from 'drizzle-orm';
import { auditLog, deskNotes } from '../platform/db/admin-schema.ts';
import type { Database, Statement } from '../platform/db/client.ts';

export type AuditRow = typeof auditLog.$inferSelect;
export type NoteRow = typeof deskNotes.$inferSelect;

/** Notes that a record shows. */
const MOST_NOTES = 50;

export const insertAudit = (db: Database, row: Omit<AuditRow, 'id'>): Statement =>
  db.insert(auditLog).values(row);

export const insertNote = (db: Database, row: Omit<NoteRow, 'id'>): Statement =>
  db.insert(deskNotes).values(row);

/** A record's notes, newest first; also for a batch. */
export const selectNotes = (db: Database, subject: string) =>
  db
    .select()
    .from(deskNotes)
    .where(eq(deskNotes.subject, subject))
    .orderBy(desc(deskNotes.id))
    .limit(MOST_NOTES);

/** The note that one administrator wrote on a record at one moment; null if there is none. */
export async function findNote(
  db: Database,
  { subject, adminId, createdAt }: Pick<NoteRow, 'subject' | 'adminId' | 'createdAt'>,
): Promise<NoteRow | null> {
  const row = await db
    .select()
    .from(deskNotes)
    .where(
      and(eq(deskNotes.subject, subject), eq(deskNotes.adminId, adminId), eq(deskNotes.createdAt, createdAt)),
    )
    .orderBy(desc(deskNotes.id))
    .limit(1)
    .get();
  return row ?? null;
}
