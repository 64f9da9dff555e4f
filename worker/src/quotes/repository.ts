import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { statusesWith } from '#domain/claims/lifecycle.ts';
import { unitsToUsdCents } from '#domain/money.ts';
import type { ProductKey } from '#domain/products/index.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { type Database, oneValue, type Statement } from '#worker/platform/db/client.ts';
import { keepRate } from '#worker/platform/db/figure-days.ts';
import { deleteRows, findRow, findRows, guardFewer, matches, updateRows } from '#worker/platform/db/guard.ts';
import { endings } from '#worker/platform/db/registry-schema.ts';
import { coverDays, drafts, policies, quotes } from '#worker/platform/db/schema.ts';
import { forgetRecords } from '#worker/platform/db/write-keys.ts';

export type QuoteRow = typeof quotes.$inferSelect;
export type DraftRow = typeof drafts.$inferSelect;

export const insertDraft = (db: Database, row: DraftRow): Statement => db.insert(drafts).values(row);

/** Stores a draft in place of the one with its id, which is of the same wallet or expired. */
export const upsertDraft = (db: Database, row: DraftRow): Statement =>
  db.insert(drafts).values(row).onConflictDoUpdate({ target: drafts.id, set: row });

/** The wallet's draft, unless it has expired. */
export function findDraft(db: Database, id: string, wallet: string, now: string) {
  return findRow(db, drafts, [{ id, wallet }, gt(drafts.expires_at, now)]);
}

/** Stores a quote; one in ether brings the day's rate with it. */
export const insertQuote = (db: Database, row: QuoteRow): Statement[] => [
  db.insert(quotes).values(row),
  ...(row.currency === 'ETH' ? keepRate(db, rateOf(row)) : []),
];

const rateOf = ({ rate, rate_at: at, rate_source: source }: QuoteRow) => ({
  day: at.slice(0, 10),
  at,
  source,
  usd_cents: Number(unitsToUsdCents(10n ** 18n, rate, 18)),
});

/** The wallet's quote. */
export const findOwnQuote = (db: Database, id: string, wallet: string): Promise<QuoteRow | null> =>
  findRow(db, quotes, { id, wallet });

/** The wallet's unpaid quotes that can still be paid. */
const live = (wallet: string, now: string) =>
  and(eq(quotes.wallet, wallet), gt(quotes.valid_until, now), isNotNull(quotes.purge_at));

/** Batch guard: fails if the wallet has `most` live quotes or more. */
export const guardCapacity = (db: Database, wallet: string, now: string, most: number): Statement =>
  guardFewer(db, quotes, live(wallet, now), most);

/**
 * When enough of the wallet's live quotes expire to make room for one more; null if there is room already.
 */
export const capacityAt = (db: Database, wallet: string, now: string, most: number) =>
  oneValue(
    db
      .select({ value: quotes.valid_until })
      .from(quotes)
      .where(live(wallet, now))
      .orderBy(desc(quotes.valid_until))
      .limit(1)
      .offset(most - 1),
  );

/** The draft's group of a quote, for a query that doesn't wait for the quote. */
export const groupOf = (id: string): SQL =>
  sql`(SELECT ${quotes.group_id} FROM ${quotes} WHERE ${quotes.id} = ${id})`;

/** Not scoped by owner: for events reported by a chain. */
export const findQuote = (db: Database, id: string): Promise<QuoteRow | null> => findRow(db, quotes, { id });

/** The latest end of the wallet's quotes on a chain; null if it never had one there. */
export const lastValidity = (db: Database, wallet: string, chainId: string): Promise<string | null> =>
  oneValue(
    db
      .select({ value: quotes.valid_until })
      .from(quotes)
      .where(matches(quotes, { wallet, chain_id: chainId }))
      .orderBy(desc(quotes.valid_until))
      .limit(1),
  );

/** Whole US dollars of cover in a currency that end on `today` or later; reads at most one row per day. */
export async function coverInForce(
  db: Database,
  { chainId, currency }: { chainId: string; currency: string },
  today: string,
): Promise<number> {
  const row = await db
    .select({ total: sql<number>`coalesce(sum(${coverDays.coverage_usd}), 0)` })
    .from(coverDays)
    .where(matches(coverDays, { chain_id: chainId, currency, edge: 'ends' }, gte(coverDays.day, today)))
    .get();
  return row?.total ?? 0;
}

/** Deletes expired drafts with the idempotency keys that made them. */
export async function purgeDrafts(db: Database, now: string): Promise<void> {
  const expired = lt(drafts.expires_at, now);
  // Nearly every run finds none, and this reads the least.
  if (!(await db.select({ id: drafts.id }).from(drafts).where(expired).limit(1).get())) return;
  await db.batch([
    forgetRecords(db, sql`(SELECT ${drafts.id} FROM ${drafts} WHERE ${expired})`),
    deleteRows(db, drafts, expired),
  ]);
}

/** Sets when an unbought quote is deleted with its personal fields. */
export const setPurge = (db: Database, id: string, purgeAt: string) =>
  updateRows(db, quotes, { id }, { purge_at: purgeAt });

export const clearPurge = (db: Database, id: string) => updateRows(db, quotes, { id }, { purge_at: null });

/** A chain's unbought quotes that are due for deletion and ended before `final`, longest due first. */
export async function dueQuotes(
  db: Database,
  due: { chainId: string; now: string; final: string },
  limit: number,
): Promise<Pick<QuoteRow, 'id' | 'contract'>[]> {
  return db
    .select({ id: quotes.id, contract: quotes.contract })
    .from(quotes)
    .where(
      and(lt(quotes.purge_at, due.now), eq(quotes.chain_id, due.chainId), lt(quotes.valid_until, due.final)),
    )
    .orderBy(asc(quotes.purge_at))
    .limit(limit)
    .all();
}

/** Deletes at most 90 quotes, except those with a payment by now. */
export async function deleteQuotes(db: Database, ids: readonly string[]): Promise<void> {
  const unbought = and(inArray(quotes.id, [...ids]), isNotNull(quotes.purge_at));
  await db.batch([
    forgetRecords(db, sql`(SELECT ${quotes.id} FROM ${quotes} WHERE ${unbought})`),
    db
      .delete(endings)
      .where(sql`${endings.successor_quote} IN (SELECT ${quotes.id} FROM ${quotes} WHERE ${unbought})`),
    deleteRows(db, quotes, unbought),
  ]);
}

export type PayableQuote = Pick<QuoteRow, 'id' | 'chain_id' | 'contract'>;

/** Quotes of the wallet's draft that end after `since`, newest first. */
export function payableOf(
  db: Database,
  wallet: string,
  groupId: string,
  since: string,
  limit: number,
): Promise<PayableQuote[]> {
  return db
    .select({ id: quotes.id, chain_id: quotes.chain_id, contract: quotes.contract })
    .from(quotes)
    .where(matches(quotes, { group_id: groupId, wallet }, gt(quotes.valid_until, since)))
    .orderBy(desc(quotes.valid_until))
    .limit(limit)
    .all();
}

/** The wallet's drafts, including expired ones not yet purged. */
export function draftsOf(db: Database, wallet: string): Promise<DraftRow[]> {
  return findRows(db, drafts, { wallet }, [asc(drafts.created_at)]);
}

/** Quotes made for the wallet, except those whose policy another wallet now holds. */
export async function quotesOf(db: Database, wallet: string): Promise<QuoteRow[]> {
  const rows = await db
    .select({ quote: quotes })
    .from(quotes)
    .leftJoin(policies, eq(policies.quote_id, quotes.id))
    .where(and(eq(quotes.wallet, wallet), or(isNull(policies.wallet), eq(policies.wallet, wallet))))
    .orderBy(asc(quotes.created_at));
  return rows.map(({ quote }) => quote);
}

/** The newest policies of a wallet that are looked at. */
const NEWEST = 200;

/**
 * What a product's newest policies of the wallet covered, and what the wallets covered that held one of them before. Their
 * details are sealed for `policy.wallet`.
 */
export function earlierPolicies(db: Database, wallet: string | SQL, product: ProductKey | SQL) {
  // One IN, so that the index by wallet is read once for each of them.
  const wallets = sql`(SELECT ${wallet} UNION SELECT bought.wallet FROM policies held
    JOIN quotes bought ON bought.id = held.quote_id WHERE held.wallet = ${wallet})`;
  const ofClaims = eq(claims.policy_id, policies.id);
  return db
    .select({
      policyId: policies.id,
      wallet: policies.wallet,
      status: policies.status,
      withdrawn_at: policies.withdrawn_at,
      start_date: policies.start_date,
      end_date: policies.end_date,
      cover_from: policies.cover_from,
      cover_until: policies.cover_until,
      paid_out_usd: policies.paid_out_usd,
      refund_kind: policies.refund_kind,
      id: quotes.id,
      /** The policy that it replaced by a change of cover. */
      replaced: sql<number | null>`(SELECT policy_id FROM endings WHERE successor_quote = ${quotes.id})`,
      details: quotes.details,
      sealed: quotes.sealed,
      paidAt: sql<string | null>`(SELECT max(coalesce(paid.block_time, outside.ended_at)) FROM ${claims}
        LEFT JOIN chain_events paid ON paid.id = ${claims.paid_event_id}
        LEFT JOIN transfers outside ON outside.claim_id = ${claims.id} AND outside.reference IS NOT NULL AND outside.state = 'confirmed'
        WHERE ${ofClaims} AND ${claims.status} = 'paid')`,
      openClaim: sql<number>`EXISTS (SELECT 1 FROM ${claims} WHERE ${ofClaims}
        AND ${inArray(claims.status, statusesWith('open', true))})`,
    })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .where(
      matches(
        policies,
        { product, status: ['pending', 'active', 'cancelled'], withdrawn_at: null },
        sql`${policies.wallet} IN ${wallets}`,
      ),
    )
    .orderBy(desc(policies.id))
    .limit(NEWEST);
}

/** A product's newest policies that their wallet withdrew from since then. */
export const withdrawnSince = (db: Database, wallet: string, product: ProductKey, since: string) =>
  db
    .select({ wallet: policies.wallet, id: quotes.id, details: quotes.details, sealed: quotes.sealed })
    .from(policies)
    .innerJoin(quotes, eq(quotes.id, policies.quote_id))
    .where(matches(policies, { wallet, product }, gte(policies.withdrawn_at, since)))
    .orderBy(desc(policies.id))
    .limit(NEWEST)
    .all();

/** How many of the wallet's newest policies are for a product and have cover that has not ended by a day, but for one. */
export async function heldPolicies(
  db: Database,
  {
    wallet,
    product,
    startDate,
    replaces,
  }: { wallet: string; product: ProductKey; startDate: string; replaces: number | null },
): Promise<number> {
  const { id, status, end_date } = policies;
  const newest = await db
    .select({ id, product: policies.product, status, endDate: end_date })
    .from(policies)
    .where(eq(policies.wallet, wallet))
    .orderBy(desc(id))
    .limit(NEWEST)
    .all();
  const runs = (row: (typeof newest)[number]) =>
    (row.status === 'pending' || row.status === 'active') && row.endDate >= startDate;
  return newest.filter((row) => row.product === product && runs(row) && row.id !== replaces).length;
}
