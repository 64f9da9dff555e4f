import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Statement } from '../../../platform/db/client.ts';
import { ethRates, moneyEvents } from '../../../platform/db/figures-schema.ts';
import { type ChainEventRow, chainEvents } from '../../../platform/db/registry-schema.ts';
import { paymentExceptions, quotes } from '../../../platform/db/schema.ts';
import { namedQuote } from '../../../settlement/exceptions/repository.ts';

export async function hasRate(db: Database, day: string): Promise<boolean> {
  return (await db.select().from(ethRates).where(eq(ethRates.day, day)).get()) !== undefined;
}

/** Keeps the first rate of a day. */
export async function insertRate(db: Database, row: typeof ethRates.$inferInsert): Promise<void> {
  await db.insert(ethRates).values(row).onConflictDoNothing();
}

/** US cents per ether on a day, or last before it; null if none was read yet. */
export async function rateOn(db: Database, day: string): Promise<number | null> {
  const row = await db
    .select()
    .from(ethRates)
    .where(lte(ethRates.day, day))
    .orderBy(desc(ethRates.day))
    .limit(1)
    .get();
  return row?.usdCents ?? null;
}

/** Rows booked without a rate, if there is one by now, and rows since a day that its own rate values otherwise. */
export async function withoutValue(db: Database, since: string, limit: number) {
  const which = { event: moneyEvents.eventId, claim: moneyEvents.otherClaimId };
  const known = sql`EXISTS (SELECT 1 FROM ${ethRates})`;
  const [none, other] = await db.batch([
    db.select(which).from(moneyEvents).where(sql`gwei = 0 AND usd_cents <> 0 AND ${known}`).limit(limit),
    db
      .select(which)
      .from(moneyEvents)
      .innerJoin(ethRates, sql`${ethRates.day} = substr(${moneyEvents.at}, 1, 10)`)
      .where(
        sql`${moneyEvents.at} >= ${since} AND (${moneyEvents.currency} <> 'ETH' OR ${moneyEvents.amount} IS NULL)
          AND ${moneyEvents.gwei} <> 0 AND ${moneyEvents.gwei} <> ${moneyEvents.usdCents} * 1000000000 / ${ethRates.usdCents}`,
      )
      .limit(limit),
  ]);
  return [...none, ...other].slice(0, limit);
}

/** The newest payments that wait for their refund, name no quote of ours and have no value. */
export async function paymentsWithoutValue(db: Database, limit: number): Promise<ChainEventRow[]> {
  const newest = db
    .select({ id: paymentExceptions.id })
    .from(paymentExceptions)
    .where(eq(paymentExceptions.status, 'open'))
    .orderBy(desc(paymentExceptions.id))
    .limit(limit);
  const rows = await db
    .select({ event: chainEvents })
    .from(paymentExceptions)
    .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.eventId))
    .leftJoin(quotes, eq(quotes.id, namedQuote))
    .where(and(inArray(paymentExceptions.id, newest), isNull(chainEvents.usdCents), isNull(quotes.id)))
    .all();
  return rows.map(({ event }) => event);
}

export const setCents = (db: Database, eventId: number, usdCents: number): Statement =>
  db.update(chainEvents).set({ usdCents }).where(eq(chainEvents.id, eventId));
