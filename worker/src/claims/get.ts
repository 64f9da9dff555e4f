import type { ClaimDetailAnswer } from '../../../domain/claims/schema.ts';
import type { WalletCtx } from '../platform/context.ts';
import { noClaim } from './own.ts';
import { presentDetail } from './present.ts';
import { findDetail } from './repository.ts';

/** One claim of the actor's with its timeline and documents; 404 for another's as for none. */
export async function getClaim(ctx: WalletCtx, id: number): Promise<ClaimDetailAnswer> {
  const row = await findDetail(ctx.db, id, ctx.actor.wallet);
  if (!row) throw noClaim();
  return presentDetail(row, ctx.clock());
}
