import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import type { NoteEntry, SubjectKind } from '#domain/admin/records-schema.ts';
import { claimById } from '#worker/claims/desk.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import type { Statement, Statements } from '#worker/platform/db/client.ts';
import { once } from '#worker/platform/db/once.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { recordAct } from '#worker/told/record.ts';
import { findNote, insertNote } from './repository.ts';

/** A record as notes and the audit log name it: its kind and id. */
type Subject = `${Noted}:${string | number}`;
type Noted = Extract<SubjectKind, 'claim' | 'exception' | 'policy' | 'user'>;

/** Statement of an internal note by this administrator. */
export const writeNote = (ctx: AdminCtx, subject: string, text: string, createdAt = nowIso(ctx)): Statement =>
  insertNote(ctx.db, {
    subject,
    admin_id: ctx.admin.id,
    author: ctx.admin.name,
    text,
    created_at: createdAt,
  });

/**
 * Adds an internal note to a record that the caller knows to exist. The audit log has the fact, not the words. A repeated
 * request is one note.
 */
export function addNote(ctx: AdminCtx, subject: Subject, text: string): Promise<NoteEntry> {
  const read = (createdAt: string) =>
    findNote(ctx.db, { subject, admin_id: ctx.admin.id, created_at: createdAt });
  return once(ctx, {
    read,
    write: async (mark) => {
      const createdAt = nowIso(ctx);
      const kind = subject.slice(0, subject.indexOf(':')) as Noted;
      const noted = [
        writeNote(ctx, subject, text, createdAt),
        recordAct(ctx, { action: `${kind}.noted`, subject }),
      ];
      await ctx.db.batch([...mark(createdAt), ...noted] as Statements);
      const written = await read(createdAt);
      if (!written) throw new Error('A note that was just written is not there');
      return written;
    },
  });
}

/** Adds an internal note to a claim. 404 if the claim is missing. */
export const noteClaim = serve(adminClaimsApi.noteClaim, async (ctx, { id, text }) => {
  await claimById(ctx, id);
  return addNote(ctx, `claim:${id}`, text);
});
