import * as z from 'zod';
import { AppError } from '#domain/errors.ts';
import { NO_SHARE } from '#domain/policy/share-schema.ts';
import { isShareable } from '#domain/registry/field-label.ts';
import * as proofApi from '#domain/registry/proof-api.ts';
import { nowIso } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { proofOf } from '#worker/policies/details-proof.ts';
import { findById } from '#worker/policies/repository.ts';
import { shareId } from './link.ts';
import { findOpenShare } from './repository.ts';

/** The proof behind a link, for whoever has it. An unknown, expired or revoked link gets the same 404. */
export const readShare = serve(proofApi.getSharedProof, async (ctx, { token }) => {
  const share = await findOpenShare(ctx.db, await shareId(token), nowIso(ctx));
  const row = share && (await findById(ctx.db, share.policy_id));
  if (!share || row?.policy.wallet !== share.wallet) throw new AppError('not_found', NO_SHARE);
  const chosen = z.array(z.string()).parse(JSON.parse(share.fields));
  const proof = await proofOf(ctx, row);
  const fields = proof.fields.filter(
    ({ name }) => chosen.includes(name) && isShareable(row.policy.product, name),
  );
  return { proof: { ...proof, fields }, expires_at: share.expires_at };
});
