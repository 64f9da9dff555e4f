import * as adminPoliciesApi from '#domain/admin/policies-api.ts';
import { privateFactsOf } from '#domain/products/forms/facts.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { insuredDetails } from '#worker/policies/present.ts';
import { openField } from '#worker/policies/private.ts';
import { findContact } from '#worker/policies/repository.ts';
import { policyById } from '#worker/policies/sold.ts';
import { recordAct } from '#worker/told/record.ts';
import { addNote } from './notes.ts';

export interface Revealed {
  label: string;
  value: string;
}

/** What is encrypted of a policy: the insured facts, the telephone and the beneficiary that its holder set. */
export async function revealedOf(ctx: Ctx, policyId: number): Promise<Revealed[]> {
  const row = await policyById(ctx, policyId);
  const { policy } = row;
  const ring = ctx.settings.detailsKeys;
  const contact = await findContact(ctx.db, policy.id);
  const [details, telephone, beneficiary] = await Promise.all([
    insuredDetails(ring, row),
    openField(ring, 'telephone', contact, policy),
    openField(ring, 'beneficiary', contact, policy),
  ]);
  return [
    ...privateFactsOf(policy.product, details),
    ...(telephone === null ? [] : [{ label: 'Telephone for this policy', value: telephone }]),
    ...(beneficiary === null ? [] : [{ label: 'Beneficiary', value: beneficiary }]),
  ];
}

/** The private details of a policy. The audit log keeps who, why and which, not the values. */
export const revealPolicy = serve(adminPoliciesApi.revealPolicy, async (ctx, { id, reason }) => {
  const facts = await revealedOf(ctx, id);
  const after = { reason, fields: facts.map(({ label }) => label) };
  await ctx.db.batch([recordAct(ctx, { action: 'policy.revealed', subject: `policy:${id}`, after })]);
  return { facts };
});

/** Adds an internal note to a policy. 404 if the policy is missing. */
export const notePolicy = serve(adminPoliciesApi.notePolicy, async (ctx, { id, text }) => {
  await policyById(ctx, id);
  return addNote(ctx, `policy:${id}`, text);
});
