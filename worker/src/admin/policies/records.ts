import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import { auditLogLine } from '#worker/admin/audit-log-line.ts';
import { addNote } from '#worker/admin/notes.ts';
import { revealedOf } from '#worker/admin/reveal.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { policyById } from '#worker/policies/sold.ts';

/** The private details of a policy. The audit log keeps who, why and which, not the values. */
export const revealPolicy = serve(adminPoliciesApi.revealPolicy, async (ctx, { id, reason }) => {
  const facts = await revealedOf(ctx, id);
  const after = { reason, fields: facts.map(({ label }) => label) };
  await ctx.db.batch([auditLogLine(ctx, { action: 'policy.revealed', subject: `policy:${id}`, after })]);
  return { facts };
});

/** Adds an internal note to a policy. 404 if the policy is missing. */
export const notePolicy = serve(adminPoliciesApi.notePolicy, async (ctx, { id, text }) => {
  await policyById(ctx, id);
  return addNote(ctx, `policy:${id}`, text);
});
