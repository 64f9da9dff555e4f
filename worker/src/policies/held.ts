import { dayOf, formatDay } from '../../../domain/days.ts';
import type { ProductKey } from '../../../domain/products/index.ts';
import type { Ctx } from '../platform/context.ts';
import { heldProducts } from './repository.ts';

/** Products of which the wallet has a policy that has not ended. */
export function productsHeld(ctx: Ctx, wallet: string): Promise<Set<ProductKey>> {
  return heldProducts(ctx.db, wallet, formatDay(dayOf(ctx.clock())));
}
