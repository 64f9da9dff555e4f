import type { WalletCtx } from '../../platform/context.ts';
import { open } from '../../platform/crypto/sealed.ts';
import { callBinding } from '../call-binding.ts';
import { presentClaim, presentDocument, presentEvent } from '../present.ts';
import { readRecord } from './repository.ts';

/** All of the actor's claims with timelines, document names and decrypted call requests. */
export async function exportClaims(ctx: WalletCtx) {
  const { claims, events, documents, calls } = await readRecord(ctx.db, ctx.actor.wallet);
  return Promise.all(
    claims.map(async (claim) => ({
      ...presentClaim(claim),
      decision_reason: claim.decisionReason,
      requested_documents: claim.requestedDocuments,
      timeline: events.filter(({ claimId }) => claimId === claim.id).map(presentEvent),
      documents: documents.filter(({ claimId }) => claimId === claim.id).map(presentDocument),
      calls: await Promise.all(
        calls
          .filter(({ claimId }) => claimId === claim.id)
          .map(async ({ preferredAt, createdAt, sealed }) => ({
            preferred_at: preferredAt,
            asked_at: createdAt,
            contact: await open(ctx.settings.detailsKeys, sealed, callBinding(claim)),
          })),
      ),
    })),
  );
}
