import type { Ctx } from '#worker/platform/context.ts';
import { markQuote } from '#worker/platform/db/figure-days.ts';
import { centsPaid } from '#worker/settlement/exceptions/value.ts';
import { paymentsWithoutValue, setCents } from './repository.ts';

/** Open payments looked at for a value in one run. */
const AT_ONCE = 100;

/**
 * Values the newest payments that wait for their refund, name none of our quotes and had no rate when they were seen.
 * @returns that there is nothing more to do today
 */
export async function revalue(ctx: Ctx): Promise<true> {
  const updates = [];
  for (const event of await paymentsWithoutValue(ctx.db, AT_ONCE)) {
    const chain = ctx.chains.find(({ id }) => id === event.chain_id);
    const payment = { token: event.token, amount: BigInt(event.amount ?? '0') };
    const usdCents = chain ? await centsPaid(ctx, chain, payment, null) : null;
    if (usdCents !== null)
      updates.push(setCents(ctx.db, event.id, usdCents), markQuote(ctx.db, event.quote_id));
  }
  const [first, ...rest] = updates;
  if (first) await ctx.db.batch([first, ...rest]);
  return true;
}
