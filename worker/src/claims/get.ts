import * as claimsApi from '#domain/claims/api.ts';
import { notFound, orNotFound } from '#domain/errors.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import type { WalletCtx } from '#worker/platform/context.ts';
import { readPageById } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentClaim, presentDetail } from './present.ts';
import { type ClaimRow, findDetail, findOwn, listOwn } from './repository.ts';

/** A claim that was looked for. 404 if there is none, or none that the caller may see. */
export const knownClaim = <Row>(found: Row | null): Row =>
  orNotFound(found, 'Claim not found. Please check the claim ID and try again.');

/** The actor's claim with this id. 404 if missing or owned by another wallet. */
export async function ownClaim(ctx: WalletCtx, id: number): Promise<ClaimRow> {
  return knownClaim(await findOwn(ctx.db, id, ctx.actor.wallet));
}

/** The actor's claim with its timeline and documents. 404 if missing or owned by another wallet. */
export const getClaim = serve(claimsApi.getClaim, async (ctx, { id }) => {
  const row = knownClaim(await findDetail(ctx.db, id, ctx.actor.wallet));
  return presentDetail(row, ctx.clock(), ctx.settings.operator);
});

/** A page of the actor's claims, newest first; `before` is the last id seen. */
export const listClaims = serve(claimsApi.listClaims, async (ctx, input) => {
  const { wallet } = ctx.actor;
  if (keyOfAddress(input.wallet) !== wallet) throw notFound('No claims found for this wallet.');
  const page = await readPageById(
    input,
    (count, cursor) => listOwn(ctx.db, wallet, count, cursor),
    ({ id }) => id,
  );
  return { ...page, data: page.data.map(presentClaim) };
});
