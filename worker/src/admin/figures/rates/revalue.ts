import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { addDays, today } from '../../../../../domain/admin/periods.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Database, Statements } from '../../../platform/db/client.ts';
import { ethRates, moneyEvents } from '../../../platform/db/figures-schema.ts';
import { chainEvents } from '../../../platform/db/registry-schema.ts';
import { paymentExceptions, quotes } from '../../../platform/db/schema.ts';
import { namedQuote } from '../../../settlement/exceptions/repository.ts';
import { centsPaid } from '../../../settlement/exceptions/value.ts';
import { rebook } from '../check/sources.ts';

/** Rows valued in one run, and open payments looked at for a value. */
const AT_ONCE = 100;

/**
 * Values what was booked before its rate was known: in ether while no rate was, or at the rate of a day before; and
 * payments without a policy that nothing had a rate for. A rebooked row moves its roll-ups.
 * @returns whether nothing is left that has a rate
 */
export async function revalue(ctx: Ctx): Promise<boolean> {
  await valuePayments(ctx);
  const due = await withoutValue(ctx.db, addDays(today(ctx.clock()), -1));
  const [first, ...rest] = due.map(({ event, claim }) => rebook(ctx.db, event, claim));
  if (first) await ctx.db.batch([first, ...rest]);
  return due.length < AT_ONCE;
}

/** Rows booked without a rate, if there is one by now, and rows since a day that its own rate values otherwise. */
async function withoutValue(db: Database, since: string) {
  const which = { event: moneyEvents.eventId, claim: moneyEvents.otherClaimId };
  const known = sql`EXISTS (SELECT 1 FROM ${ethRates})`;
  const [none, other] = await db.batch([
    db.select(which).from(moneyEvents).where(sql`gwei = 0 AND usd_cents <> 0 AND ${known}`).limit(AT_ONCE),
    db
      .select(which)
      .from(moneyEvents)
      .innerJoin(ethRates, sql`${ethRates.day} = substr(${moneyEvents.at}, 1, 10)`)
      .where(
        sql`${moneyEvents.at} >= ${since} AND (${moneyEvents.currency} <> 'ETH' OR ${moneyEvents.amount} IS NULL)
          AND ${moneyEvents.gwei} <> 0 AND ${moneyEvents.gwei} <> ${moneyEvents.usdCents} * 1000000000 / ${ethRates.usdCents}`,
      )
      .limit(AT_ONCE),
  ]);
  return [...none, ...other].slice(0, AT_ONCE);
}

/** The newest payments that wait for their refund, name no quote of ours and had no rate when they were seen. */
async function valuePayments(ctx: Ctx): Promise<void> {
  const newest = ctx.db
    .select({ id: paymentExceptions.id })
    .from(paymentExceptions)
    .where(eq(paymentExceptions.status, 'open'))
    .orderBy(sql`${paymentExceptions.id} DESC`)
    .limit(AT_ONCE);
  const found = await ctx.db
    .select({ event: chainEvents })
    .from(paymentExceptions)
    .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.eventId))
    .leftJoin(quotes, eq(quotes.id, namedQuote))
    .where(and(inArray(paymentExceptions.id, newest), isNull(chainEvents.usdCents), isNull(quotes.id)))
    .all();
  const updates: Statements[number][] = [];
  for (const { event } of found) {
    const chain = ctx.chains.find(({ id }) => id === event.chainId);
    const payment = { token: event.token, amount: BigInt(event.amount ?? '0') };
    const usdCents = chain ? await centsPaid(ctx, chain, payment, null) : null;
    if (usdCents !== null)
      updates.push(ctx.db.update(chainEvents).set({ usdCents }).where(eq(chainEvents.id, event.id)));
  }
  const [first, ...rest] = updates;
  if (first) await ctx.db.batch([first, ...rest]);
}
