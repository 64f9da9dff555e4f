import type { Ctx } from '../../platform/context.ts';
import { findNewestConfirmed } from './repository.ts';

/** The address that was confirmed for the wallet last, as it was given; null when none was. */
export function confirmedAddress(ctx: Ctx, wallet: string): Promise<string | null> {
  return findNewestConfirmed(ctx.db, wallet);
}
