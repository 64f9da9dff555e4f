import type { Ctx } from '../../platform/context.ts';
import { purgeDone } from './repository.ts';

/** Days that a delivery can be looked at and repeated after its last attempt. */
export const KEPT_DAYS = 30;
const AT_ONCE = 500;

export function purgeDeliveries(ctx: Ctx): Promise<void> {
  return purgeDone(ctx.db, new Date(ctx.clock() - KEPT_DAYS * 86_400_000).toISOString(), AT_ONCE);
}
