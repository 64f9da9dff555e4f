import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database, Statement } from '../platform/db/client.ts';
import { guard } from '../platform/db/guard.ts';
import { drafts, exposures, policies, quotes } from '../platform/db/schema.ts';
import { forgetRecords } from '../platform/db/write-keys.ts';

export type QuoteRow = typeof quotes.$inferSelect;
export type DraftRow = typeof drafts.$inferSelect;

export const insertDraft = (db: Database, row: DraftRow): Statement => db.insert(drafts).values(row);

/** The wallet's own draft, while it lasts. */
export async function findDraft(db: Database, id: string, wallet: string, now: string) {
  const own = and(eq(drafts.id, id), eq(drafts.wallet, wallet), gt(drafts.expiresAt, now));
  return (await db.select().from(drafts).where(own).get()) ?? null;
}

export const insertQuote = (db: Database, row: QuoteRow): Statement => db.insert(quotes).values(row);

/** The wallet's own quote. */
export async function findOwnQuote(db: Database, id: string, wallet: string): Promise<QuoteRow | null> {
  const own = and(eq(quotes.id, id), eq(quotes.wallet, wallet));
  return (await db.select().from(quotes).where(own).get()) ?? null;
}

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

/** Deletes drafts that have expired, with the keys that they were written under. */
export async function purgeDrafts(db: Database, now: string): Promise<void> {
  const expired = lt(drafts.expiresAt, now);
  await db.batch([
    forgetRecords(db, sql`(SELECT ${drafts.id} FROM ${drafts} WHERE ${expired})`),
    db.delete(drafts).where(expired),
  ]);
}

/** From then on an unbought quote is deleted, with its personal fields. */
export const setPurge = (db: Database, id: string, purgeAt: string) =>
  db.update(quotes).set({ purgeAt }).where(eq(quotes.id, id));

export const clearPurge = (db: Database, id: string) =>
  db.update(quotes).set({ purgeAt: null }).where(eq(quotes.id, id));

/** Unbought quotes of a chain whose time has come and that ended before `final`, longest due first. */
export async function dueQuotes(
  db: Database,
  due: { chainId: string; now: string; final: string },
  limit: number,
): Promise<Pick<QuoteRow, 'id' | 'contract'>[]> {
  return db
    .select({ id: quotes.id, contract: quotes.contract })
    .from(quotes)
    .where(
      and(lt(quotes.purgeAt, due.now), eq(quotes.chainId, due.chainId), lt(quotes.validUntil, due.final)),
    )
    .orderBy(asc(quotes.purgeAt))
    .limit(limit)
    .all();
}

/** Deletes quotes, unless a payment has named one meanwhile; at most 90 of them. */
export async function deleteQuotes(db: Database, ids: readonly string[]): Promise<void> {
  const unbought = and(inArray(quotes.id, [...ids]), isNotNull(quotes.purgeAt));
  await db.batch([
    forgetRecords(db, sql`(SELECT ${quotes.id} FROM ${quotes} WHERE ${unbought})`),
    db.delete(quotes).where(unbought),
  ]);
}

export type PayableQuote = Pick<QuoteRow, 'id' | 'chainId' | 'contract'>;

/** Quotes of the wallet's draft that ended after `since`, newest first. */
export function payableOf(
  db: Database,
  wallet: string,
  groupId: string,
  since: string,
  limit: number,
): Promise<PayableQuote[]> {
  return db
    .select({ id: quotes.id, chainId: quotes.chainId, contract: quotes.contract })
    .from(quotes)
    .where(and(eq(quotes.groupId, groupId), eq(quotes.wallet, wallet), gt(quotes.validUntil, since)))
    .orderBy(desc(quotes.validUntil))
    .limit(limit)
    .all();
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
