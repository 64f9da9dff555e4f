import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Statement } from '../db/client.ts';
import { guard } from '../db/guard.ts';
import { drafts, exposures, policies, quotes, scanCursors } from '../db/schema.ts';

export type QuoteRow = typeof quotes.$inferSelect;
export type DraftRow = typeof drafts.$inferSelect;

export async function storeDraft(db: Database, row: DraftRow): Promise<void> {
  await db.insert(drafts).values(row);
}

/** The wallet's own draft, while it lasts. */
export async function findDraft(db: Database, id: string, wallet: string, now: string) {
  const own = and(eq(drafts.id, id), eq(drafts.wallet, wallet), gt(drafts.expiresAt, now));
  return (await db.select().from(drafts).where(own).get()) ?? null;
}

export const insertQuote = (db: Database, row: QuoteRow): Statement => db.insert(quotes).values(row);

/** The wallet's quotes that can still be paid and that no payment names. */
const live = (wallet: string, now: string) =>
  and(eq(quotes.wallet, wallet), gt(quotes.validUntil, now), isNotNull(quotes.purgeAt));

/** For the head of a batch: fails when the wallet has `most` live quotes or more. */
export const guardRoom = (db: Database, wallet: string, now: string, most: number): Statement =>
  guard(db, sql`(SELECT count(*) FROM ${quotes} WHERE ${live(wallet, now)}) < ${most}`);

/** When so many of the wallet's live quotes are left that one more makes `most`; null when there is room already. */
export async function roomAt(db: Database, wallet: string, now: string, most: number) {
  const row = await db
    .select({ validUntil: quotes.validUntil })
    .from(quotes)
    .where(live(wallet, now))
    .orderBy(desc(quotes.validUntil))
    .limit(1)
    .offset(most - 1)
    .get();
  return row?.validUntil ?? null;
}

/** Not scoped by an owner: for events that a chain itself reported. */
export async function findQuote(db: Database, id: string): Promise<QuoteRow | null> {
  return (await db.select().from(quotes).where(eq(quotes.id, id)).get()) ?? null;
}

/** End of the wallet's quote that can be bought longest on a chain, or null when it never had one there. */
export async function lastValidity(db: Database, wallet: string, chainId: string): Promise<string | null> {
  const row = await db
    .select({ validUntil: quotes.validUntil })
    .from(quotes)
    .where(and(eq(quotes.wallet, wallet), eq(quotes.chainId, chainId)))
    .orderBy(desc(quotes.validUntil))
    .limit(1)
    .get();
  return row?.validUntil ?? null;
}

/** Whole US dollars of cover on a chain that end on `today` or later; reads at most one row a day. */
export async function coverInForce(db: Database, chainId: string, today: string): Promise<number> {
  const row = await db
    .select({ total: sql<number>`coalesce(sum(${exposures.coverageUsd}), 0)` })
    .from(exposures)
    .where(and(eq(exposures.chainId, chainId), gte(exposures.endDate, today)))
    .get();
  return row?.total ?? 0;
}

export async function purgeDrafts(db: Database, now: string): Promise<void> {
  await db.delete(drafts).where(lt(drafts.expiresAt, now));
}

export const clearPurge = (db: Database, id: string) =>
  db.update(quotes).set({ purgeAt: null }).where(eq(quotes.id, id));

/**
 * Deletes quotes whose time has come, some at a time. One stays until its chain was read past its end, since a purchase
 * may still come to light; one that was bought has no such time, so that no run ever looks at it again.
 */
export async function purgeQuotes(db: Database, now: string, limit: number): Promise<void> {
  const due = db
    .select({ id: quotes.id })
    .from(quotes)
    .innerJoin(scanCursors, eq(scanCursors.chainId, quotes.chainId))
    .where(and(lt(quotes.purgeAt, now), gt(scanCursors.blockTime, quotes.validUntil)))
    .limit(limit);
  await db.delete(quotes).where(inArray(quotes.id, due));
}

/** The wallet's drafts, also expired ones that are not purged yet. */
export function draftsOf(db: Database, wallet: string): Promise<DraftRow[]> {
  return db.select().from(drafts).where(eq(drafts.wallet, wallet)).orderBy(asc(drafts.createdAt)).all();
}

/** Quotes that were made for the wallet, without those whose policy another wallet holds by now. */
export async function quotesOf(db: Database, wallet: string): Promise<QuoteRow[]> {
  const rows = await db
    .select({ quote: quotes })
    .from(quotes)
    .leftJoin(policies, eq(policies.quoteId, quotes.id))
    .where(and(eq(quotes.wallet, wallet), or(isNull(policies.wallet), eq(policies.wallet, wallet))))
    .orderBy(asc(quotes.createdAt));
  return rows.map(({ quote }) => quote);
}
