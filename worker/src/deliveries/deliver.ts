import type { Ctx } from '../context.ts';
import type { HandedDelivery } from './edge.ts';

/** Makes one attempt of a delivery. */
export async function deliver(ctx: Ctx, { delivery_id: id }: HandedDelivery): Promise<void> {
  ctx.log.warn('delivery_unsupported', { delivery: id });
}
