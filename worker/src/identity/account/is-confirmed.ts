import type { Ctx } from '../../platform/context.ts';
import { findConfirmed } from './repository.ts';

/** Whether somebody who reads the mail of this address has confirmed it for the wallet. */
export async function isConfirmed(ctx: Ctx, address: { wallet: string; mailbox: string }): Promise<boolean> {
  return (await findConfirmed(ctx.db, address)) !== null;
}
