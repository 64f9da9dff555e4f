import type { Ctx } from '../../platform/context.ts';
import { paymentOfQuote } from './repository.ts';

/** Number of the block that holds the payment of a quote; null while no canonical block does. */
export async function blockOfPayment(ctx: Ctx, quoteId: string): Promise<number | null> {
  const payment = await paymentOfQuote(ctx.db, quoteId);
  return payment && payment.status !== 'orphaned' ? payment.blockNumber : null;
}
