import type { Ctx } from '../../platform/context.ts';
import { findStatus } from './repository.ts';

/** Whether the wallet's account is active; one that never signed in has no account to deactivate. */
export async function isActive(ctx: Ctx, wallet: string): Promise<boolean> {
  return (await findStatus(ctx.db, wallet)) !== 'inactive';
}
