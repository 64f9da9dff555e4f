import { AppError } from '../../../domain/errors.ts';
import type { WalletCtx } from '../platform/context.ts';
import { type ClaimRow, findOwn } from './repository.ts';

export const noClaim = () =>
  new AppError('not_found', 'Claim not found. Please check the claim ID and try again.');

/** The actor's claim with this id; 404 for another's as for none. */
export async function ownClaim(ctx: WalletCtx, id: number): Promise<ClaimRow> {
  const row = await findOwn(ctx.db, id, ctx.actor.wallet);
  if (!row) throw noClaim();
  return row;
}
