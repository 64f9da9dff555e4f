import * as claimsApi from '#domain/claims/api.ts';
import { AppError } from '#domain/errors.ts';
import { keyOfAddress } from '#worker/platform/chain/address.ts';
import { idCursor, readPage } from '#worker/platform/db/page.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { presentClaim } from './present.ts';
import { listOwn } from './repository.ts';

/** A page of the actor's claims, newest first; `before` is the last id seen. */
export const listClaims = serve(claimsApi.listClaims, async (ctx, input) => {
  const { wallet } = ctx.actor;
  if (keyOfAddress(input.wallet) !== wallet) {
    throw new AppError('not_found', 'No claims found for this wallet.');
  }
  const cursor = idCursor(input);
  const page = await readPage(
    input,
    cursor,
    (count) => listOwn(ctx.db, wallet, count, cursor),
    ({ id }) => ({ at: null, id }),
  );
  return { ...page, data: page.data.map(presentClaim) };
});
