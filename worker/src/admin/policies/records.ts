import type * as z from 'zod';
import type { revealedFacts } from '../../../../domain/admin/policies-schema.ts';
import type { NoteEntry } from '../../../../domain/admin/records-schema.ts';
import type { AdminCtx } from '../../platform/context.ts';
import { policyById } from '../../policies/sold.ts';
import { auditLogLine } from '../audit-log-line.ts';
import { addNote } from '../notes.ts';
import { revealedOf } from '../reveal.ts';

/** The private details of a policy. The audit log keeps who, why and which, not the values. */
export async function revealPolicy(
  ctx: AdminCtx,
  { id, reason }: { id: number; reason: string },
): Promise<z.output<typeof revealedFacts>> {
  const facts = await revealedOf(ctx, id);
  const after = { reason, fields: facts.map(({ label }) => label) };
  await ctx.db.batch([auditLogLine(ctx, { action: 'policy.revealed', subject: `policy:${id}`, after })]);
  return { facts };
}

/** Adds an internal note to a policy. 404 if the policy is missing. */
export async function notePolicy(ctx: AdminCtx, id: number, text: string): Promise<NoteEntry> {
  await policyById(ctx, id);
  return addNote(ctx, `policy:${id}`, text);
}
