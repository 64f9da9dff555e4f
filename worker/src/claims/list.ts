import { walletKey } from '../../../domain/address.ts';
import type { ClaimAnswer } from '../../../domain/claims/schema.ts';
import { AppError } from '../../../domain/errors.ts';
import { MAX_PAGE_SIZE } from '../../../domain/page.ts';
import type { WalletCtx } from '../context.ts';
import { presentClaim } from './present.ts';
import { listOwn } from './repository.ts';

/** All claims of the actor's own wallet, newest first, at most 200; `before` is the last id seen. */
export async function listClaims(
  ctx: WalletCtx,
  input: { wallet: string; before?: number },
): Promise<ClaimAnswer[]> {
  if (walletKey(input.wallet) !== ctx.actor.wallet) {
    throw new AppError('not_found', 'There are no claims of this wallet that you can see.');
  }
  const rows = await listOwn(ctx.db, ctx.actor.wallet, MAX_PAGE_SIZE, input.before);
  return rows.map(presentClaim);
}
