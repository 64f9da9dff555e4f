import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { addNote } from '#worker/admin/notes.ts';
import { claimById } from '#worker/claims/desk.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** Adds an internal note to a claim. 404 if the claim is missing. */
export const noteClaim = serve(adminClaimsApi.noteClaim, async (ctx, { id, text }) => {
  await claimById(ctx, id);
  return addNote(ctx, `claim:${id}`, text);
});
