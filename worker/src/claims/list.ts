import type { ClaimAnswer } from '../../../domain/claims/schema.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Page } from '../../../domain/page.ts';
import { keyOfAddress } from '../platform/chain/address.ts';
import type { WalletCtx } from '../platform/context.ts';
import { idCursor, type PageInput, readPage } from '../platform/db/page.ts';
import { presentClaim } from './present.ts';
import { listOwn } from './repository.ts';

/** A page of the actor's claims, newest first; `before` is the last id seen. */
export async function listClaims(
  ctx: WalletCtx,
  input: PageInput & { wallet: string; before?: number | undefined },
): Promise<Page<ClaimAnswer>> {
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
}
