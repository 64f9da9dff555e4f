import * as claimsApi from '#domain/claims/api.ts';
import { AppError } from '#domain/errors.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentDetail } from './present.ts';
import { type ClaimRow, findDetail, findOwn } from './repository.ts';

export const noClaim = () =>
  new AppError('not_found', 'Claim not found. Please check the claim ID and try again.');

/** The actor's claim with this id. 404 if missing or owned by another wallet. */
export async function ownClaim(ctx: WalletCtx, id: number): Promise<ClaimRow> {
  const row = await findOwn(ctx.db, id, ctx.actor.wallet);
  if (!row) throw noClaim();
  return row;
}

/** The actor's claim with its timeline and documents. 404 if missing or owned by another wallet. */
export const getClaim = serve(claimsApi.getClaim, async (ctx, { id }) => {
  const row = await findDetail(ctx.db, id, ctx.actor.wallet);
  if (!row) throw noClaim();
  return presentDetail(row, ctx.clock(), ctx.settings.operator);
});
