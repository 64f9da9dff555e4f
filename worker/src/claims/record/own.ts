import * as z from 'zod';
import { CLAIM_LABELS, claimNumber } from '#domain/claims/lifecycle.ts';
import { type ClaimEvent, claimAnswer, claimDocument, claimEvent } from '#domain/claims/schema.ts';
import { presentClaim, presentDocument, presentEvent } from '#worker/claims/present.ts';
import { countOwn, readRecord } from '#worker/claims/repository.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { callBinding } from '#worker/platform/crypto/bindings.ts';
import { open } from '#worker/platform/crypto/sealed.ts';
import { strip } from '#worker/platform/http/strip.ts';
import { newestLines } from '#worker/told/repository.ts';

const ACTIONS: Readonly<Record<ClaimEvent['kind'], string>> = {
  submitted: 'Claim submitted',
  documents_added: 'Documents added to a claim',
  documents_requested: 'Documents requested for a claim',
  under_review: 'Claim under review',
  approved: 'Claim approved',
  confirmed: 'Claim payout confirmed by a second person',
  rejected: 'Claim rejected',
  processing_payment: 'Claim payout sent',
  paid: 'Claim paid',
  payment_undone: 'Claim payout reversed by the network',
  payment_failed: 'Claim payout did not arrive',
  payout_vetoed: 'Claim payout stopped',
  call_requested: 'Call requested about a claim',
  second_look: 'Second look at a claim asked for',
};

export const countClaims = (ctx: WalletCtx): Promise<number> => countOwn(ctx.db, ctx.actor.wallet);

/** The latest events of the actor's claims, newest first. */
export async function recentClaimEvents(ctx: WalletCtx, limit: number) {
  const rows = await newestLines(ctx.db, 'claims', ctx.actor.wallet, limit);
  return rows.map(({ id, kind, status, at, claim_id }) => ({
    id: `claim:${id}`,
    type: 'claim' as const,
    action: ACTIONS[kind],
    description: `${claimNumber(claim_id)}, ${CLAIM_LABELS[status]}`,
    timestamp: at,
  }));
}

/** All of the actor's claims with timelines, document names and decrypted call requests. */
export async function exportClaims(ctx: WalletCtx) {
  const { claims, events, documents, calls } = await readRecord(ctx.db, ctx.actor.wallet);
  return Promise.all(
    claims.map(async (claim) => ({
      ...strip(claimAnswer, presentClaim(claim)),
      decision_reason: claim.decision_reason,
      clause: claim.clause,
      second_look_at: claim.second_look_at,
      requested_documents: claim.requested_documents,
      timeline: strip(
        z.array(claimEvent),
        events.filter(({ claim_id }) => claim_id === claim.id).map(presentEvent),
      ),
      documents: strip(
        z.array(claimDocument),
        documents.filter(({ claim_id }) => claim_id === claim.id).map(presentDocument),
      ),
      calls: await Promise.all(
        calls
          .filter(({ claim_id }) => claim_id === claim.id)
          .map(async ({ preferred_at, created_at, sealed }) => ({
            preferred_at,
            asked_at: created_at,
            contact: await open(ctx.settings.detailsKeys, sealed, callBinding(claim)),
          })),
      ),
    })),
  );
}
