import { dayOf, formatDay } from '../../../domain/days.ts';
import type { Product } from '../../../domain/quote/products.ts';
import type { Ctx } from '../platform/context.ts';
import { heldProducts } from './repository.ts';

/** Products of which the wallet has a policy that has not ended. */
export function productsHeld(ctx: Ctx, wallet: string): Promise<Set<Product>> {
  return heldProducts(ctx.db, wallet, formatDay(dayOf(ctx.clock())));
}
