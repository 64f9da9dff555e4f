import { addDays, today } from '../../../../../domain/admin/periods.ts';
import type { Ctx } from '../../../platform/context.ts';
import { centsPaid } from '../../../settlement/exceptions/value.ts';
import { rebook } from '../sources/repository.ts';
import { paymentsWithoutValue, setCents, withoutValue } from './repository.ts';

/** Rows valued in one run, and open payments looked at for a value. */
const AT_ONCE = 100;

/**
 * Values what was booked before its rate was known: in ether while no rate was, or at the rate of a day before; and
 * payments without a policy that nothing had a rate for. A rebooked row moves its roll-ups.
 * @returns whether nothing is left that has a rate
 */
export async function revalue(ctx: Ctx): Promise<boolean> {
  await valuePayments(ctx);
  const due = await withoutValue(ctx.db, addDays(today(ctx.clock()), -1), AT_ONCE);
  const [first, ...rest] = due.map(({ event, claim }) => rebook(ctx.db, event, claim));
  if (first) await ctx.db.batch([first, ...rest]);
  return due.length < AT_ONCE;
}

/** The newest payments that wait for their refund, name no quote of ours and had no rate when they were seen. */
async function valuePayments(ctx: Ctx): Promise<void> {
  const updates = [];
  for (const event of await paymentsWithoutValue(ctx.db, AT_ONCE)) {
    const chain = ctx.chains.find(({ id }) => id === event.chainId);
    const payment = { token: event.token, amount: BigInt(event.amount ?? '0') };
    const usdCents = chain ? await centsPaid(ctx, chain, payment, null) : null;
    if (usdCents !== null) updates.push(setCents(ctx.db, event.id, usdCents));
  }
  const [first, ...rest] = updates;
  if (first) await ctx.db.batch([first, ...rest]);
}
