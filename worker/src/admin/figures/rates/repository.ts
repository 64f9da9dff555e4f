import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { ethRates } from '#worker/platform/db/figures-schema.ts';
import { type ChainEventRow, chainEvents } from '#worker/platform/db/registry-schema.ts';
import { paymentExceptions, quotes } from '#worker/platform/db/schema.ts';
import { lastRate } from '#worker/settlement/effects/repository.ts';
import { namedQuote } from '#worker/settlement/exceptions/repository.ts';

export async function hasRate(db: Database, day: string): Promise<boolean> {
  return (await db.select().from(ethRates).where(eq(ethRates.day, day)).get()) !== undefined;
}

/** US cents per ether on a day, or last before it; null if none was read yet. */
export const rateOn = async (db: Database, day: string): Promise<number | null> =>
  (await lastRate(db, day))?.usd_cents ?? null;

/** The newest payments that wait for their refund, name none of our quotes and have no value. */
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
    .innerJoin(chainEvents, eq(chainEvents.id, paymentExceptions.event_id))
    .leftJoin(quotes, eq(quotes.id, namedQuote))
    .where(and(inArray(paymentExceptions.id, newest), isNull(chainEvents.usd_cents), isNull(quotes.id)))
    .all();
  return rows.map(({ event }) => event);
}

export const setCents = (db: Database, eventId: number, usdCents: number): Statement =>
  db.update(chainEvents).set({ usd_cents: usdCents }).where(eq(chainEvents.id, eventId));
