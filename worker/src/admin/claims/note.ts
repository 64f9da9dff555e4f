import type { NoteEntry } from '../../../../domain/admin/records-schema.ts';
import { claimById } from '../../claims/desk.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { addNote } from '../notes.ts';

/** Adds an internal note to a claim. 404 if the claim is missing. */
export async function noteClaim(ctx: AdminCtx, id: number, text: string): Promise<NoteEntry> {
  await claimById(ctx, id);
  return addNote(ctx, `claim:${id}`, text);
}
