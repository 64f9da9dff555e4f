import * as claimsApi from '#domain/claims/api.ts';
import { getClaim } from '#worker/claims/get.ts';
import { chainName, nowIso } from '#worker/platform/context.ts';
import { pdfDownload } from '#worker/platform/http/download.ts';
import { serve } from '#worker/platform/http/serve.ts';

/** The summary of the actor's claim as a PDF. 404 if missing or owned by another wallet. */
export const getClaimSummary = serve(claimsApi.getClaimSummary, async (ctx, input) => {
  const claim = await getClaim(ctx, input);
  // PDF code and fonts are most of the worker's size, so they load on demand.
  const { renderSummary } = await import('./render.ts');
  const content = await renderSummary(
    { claim, chain_name: chainName(ctx, claim.payout?.chain_id ?? null), issued_at: nowIso(ctx) },
    ctx.fonts,
  );
  return pdfDownload(`Mooring-${claim.claim_number}.pdf`, content);
});
