import * as z from 'zod';
import * as adminClaimsApi from '#domain/admin/claims-api.ts';
import { type Revealed, revealedOf } from '#worker/admin/reveal.ts';
import { claimById } from '#worker/claims/desk.ts';
import { anyDocument } from '#worker/claims/documents/get.ts';
import { type AdminCtx, nowIso } from '#worker/platform/context.ts';
import { callBinding } from '#worker/platform/crypto/bindings.ts';
import { open } from '#worker/platform/crypto/sealed.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { momentText } from '#worker/platform/pdf/format.ts';
import { recordAct } from '#worker/told/record.ts';
import { findLatestCall, hasOpened, noteView } from './repository.ts';

const callDetails = z.object({ telephone: z.string(), note: z.string().nullable() });

/** The private details of the insured policy, and of the call that the customer asked for. Logged with its reason. */
export const revealClaim = serve(adminClaimsApi.revealClaim, async (ctx, { id, reason }) => {
  const { claim } = await claimById(ctx, id);
  const facts = [...(await revealedOf(ctx, claim.policy_id)), ...(await callFacts(ctx, claim))];
  const after = { reason, fields: facts.map(({ label }) => label) };
  await ctx.db.batch([recordAct(ctx, { action: 'claim.revealed', subject: `claim:${id}`, after })]);
  return { facts };
});

async function callFacts(ctx: AdminCtx, claim: { id: number; wallet: string }): Promise<Revealed[]> {
  const call = await findLatestCall(ctx.db, claim.id);
  if (!call) return [];
  const details = callDetails.parse(await open(ctx.settings.detailsKeys, call.sealed, callBinding(claim)));
  return [
    { label: `Telephone for the call on ${momentText(call.preferred_at)}`, value: details.telephone },
    ...(details.note === null ? [] : [{ label: 'Note about the call', value: details.note }]),
  ];
}

/**
 * A claim's document for an administrator, who then has viewed it. It may show what is encrypted elsewhere, so the audit log
 * says who opened documents of the claim, once a day.
 */
export const openClaimDocument = serve(adminClaimsApi.openClaimDocument, async (ctx, input) => {
  const { id: claimId, document_id } = input;
  const found = await anyDocument(ctx, { claimId, id: document_id });
  const now = nowIso(ctx);
  const adminId = ctx.admin.id;
  const known = await hasOpened(ctx.db, { claimId, adminId, since: now.slice(0, 10) });
  const view = noteView(ctx.db, {
    document_id,
    admin_id: adminId,
    viewed_at: now,
  });
  const line = recordAct(ctx, { action: 'claim.documents_opened', subject: `claim:${claimId}` });
  await ctx.db.batch(known ? [view] : [view, line]);
  return found;
});
