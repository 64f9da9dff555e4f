import { and, asc, eq, gte, inArray, lte, sql } from 'drizzle-orm';
import type { Aged } from '#domain/admin/books-schema.ts';
import { BOOK_FIGURES } from '#domain/admin/figures.ts';
import { addMonths, firstDay, lastDay } from '#domain/admin/periods.ts';
import { statusesWith } from '#domain/claims/lifecycle.ts';
import type { Cursor } from '#domain/page.ts';
import { NEVER_OWED } from '#domain/payments/reasons.ts';
import { figuresOf } from '#worker/admin/figures/repository.ts';
import { type Entry, entriesWhere, entryOf } from '#worker/money/entries/repository.ts';
import { claims } from '#worker/platform/db/claims-schema.ts';
import { among, type Database, readTogether, type Statement } from '#worker/platform/db/client.ts';
import { isRecord } from '#worker/platform/db/desk-schema.ts';
import { closedMonths, figureDays, figures } from '#worker/platform/db/figures-schema.ts';
import { findRows, guard } from '#worker/platform/db/guard.ts';
import { policies } from '#worker/platform/db/schema.ts';

/** What the books are computed from: roll-ups by month, closed months, and the rows of a month in their order. */

/** The accounts that anything was ever booked to, and those of closed months: few, however many rows there are. */
const ACCOUNTS = sql`(SELECT product FROM figures WHERE grain = 'all' AND figure IN ${[...BOOK_FIGURES]} AND product <> '')`;

const booked = (db: Database, grain: 'day' | 'month', from: string, to: string) =>
  db
    .select()
    .from(figures)
    .where(
      and(
        ...[eq(figures.grain, grain), inArray(figures.figure, [...BOOK_FIGURES])],
        ...[inArray(figures.product, ACCOUNTS), gte(figures.period, from), lte(figures.period, to)],
      ),
    );

/** Everything that `Books` needs up to a month, in one round trip. */
export function readBooks(db: Database, month: string) {
  const upTo = { to: month };
  return readTogether({
    sums: booked(db, 'month', '', month),
    steps: figuresOf(db, 'month', { figures: ['earning_step'], ...upTo }),
    weights: figuresOf(db, 'month', { figures: ['earning_weight'], ...upTo }),
    fees: figuresOf(db, 'month', { figures: ['gas'], ...upTo }),
    closed: db.select().from(closedMonths).orderBy(asc(closedMonths.month)),
  });
}

/** What the days of a month booked until one of them. */
export const readDays = (db: Database, from: string, to: string) => booked(db, 'day', from, to).all();

/** US cents per ether at the end of each month, by the last rate read until then. */
export async function readMonthRates(db: Database, months: readonly string[]): Promise<Map<string, number>> {
  const ends = JSON.stringify(months.map(lastDay));
  const rows = await db.all<{ month: string; rate: number | null }>(
    sql`SELECT substr(value, 1, 7) AS month,
      (SELECT usd_cents FROM eth_rates WHERE day <= value ORDER BY day DESC LIMIT 1) AS rate FROM json_each(${ends})`,
  );
  return new Map(rows.flatMap(({ month, rate }) => (rate === null ? [] : [[month, rate]])));
}

export const insertClosed = (db: Database, month: typeof closedMonths.$inferInsert): Statement =>
  db.insert(closedMonths).values(month);

const isDirtyUntil = (day: string) =>
  sql`EXISTS (SELECT 1 FROM ${figureDays} WHERE generation > computed AND day <= ${day})`;

/** Batch guard: every day until this one is counted. */
export const guardCounted = (db: Database, day: string): Statement =>
  guard(db, sql`NOT ${isDirtyUntil(day)}`);

/** Whether a day until this one waits to be counted. */
export async function isUncounted(db: Database, day: string): Promise<boolean> {
  const row = await db.get<{ dirty: number }>(sql`SELECT ${isDirtyUntil(day)} AS dirty`);
  return row?.dirty === 1;
}

/** Up to `count` entries of a month after a place, by time; with `back` those before it, nearest first. */
export async function readEntries(
  db: Database,
  month: string,
  cursor: Cursor | null,
  count: number,
): Promise<Entry[]> {
  const within = sql`n.at >= ${firstDay(month)} AND n.at < ${firstDay(addMonths(month, 1))}`;
  const [beyond, order] = cursor?.back ? [sql`<`, sql`DESC`] : [sql`>`, sql`ASC`];
  const rest = cursor ? sql`${within} AND (n.at, n.id) ${beyond} (${cursor.at}, ${cursor.id})` : within;
  const page = sql`${rest} ORDER BY n.at ${order}, n.id ${order} LIMIT ${count}`;
  return (await db.all(entriesWhere(page))).map(entryOf);
}

/** The policies and claims behind a page of the books. */

export type InsuredPolicy = typeof policies.$inferSelect;
export type InsuredClaim = typeof claims.$inferSelect;

const byId = <Row extends { id: number }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

export const readInsuredPolicies = async (db: Database, ids: readonly number[]) =>
  byId(await findRows(db, policies, inArray(policies.id, among(ids))));

export const readInsuredClaims = async (db: Database, ids: readonly number[]) =>
  byId(await findRows(db, claims, inArray(claims.id, among(ids))));

/** What waits for money or a decision, with its age. Reads only what waits. */

interface Waiting {
  kind: Aged;
  /** Index of its bucket. */
  bucket: number;
  count: number;
  cents: number;
}

interface Refund {
  bucket: number;
  premium_usd: number;
  paid: string;
  /** Null for all of it. */
  refund: string | null;
}

/** The bucket of what waits since then. */
const bucketOf = (since: string, now: string) =>
  sql`(SELECT (days > 30) + (days > 60) + (days > 90) FROM (SELECT julianday(${now}) - julianday(${sql.raw(since)}) AS days))`;

export async function readWaiting(db: Database, now: string): Promise<Waiting[]> {
  const aged = (kind: Aged, statuses: readonly string[], since: string, cents: string) =>
    sql`SELECT ${kind} AS kind, ${bucketOf(since, now)} AS bucket, count(*) AS count, coalesce(sum(${sql.raw(cents)}), 0) AS cents
      FROM desk CROSS JOIN claims ON ${isRecord(claims.id, 'claims')}
      WHERE desk.kind = 'claims' AND desk.status IN ${[...statuses]} GROUP BY 2`;
  const [sums, refunds] = await Promise.all([
    db.all<Waiting>(sql`${aged('claims', statusesWith('reserve', 'claimed'), 'created_at', 'reserve_cents')}
      UNION ALL ${aged('payouts', statusesWith('reserve', 'approved'), 'decided_at', 'payout_usd * 100')}
      UNION ALL SELECT 'exceptions', ${bucketOf('e.block_time', now)}, count(*),
        coalesce(sum(coalesce(e.usd_cents, q.premium_usd * 100)), 0)
      FROM payment_exceptions x JOIN chain_events e ON e.id = x.event_id
        LEFT JOIN quotes q ON q.id = coalesce(x.named_quote_id, e.quote_id)
      WHERE x.status = 'open' AND x.reason NOT IN ${[...NEVER_OWED]} GROUP BY 2`),
    db.all<Refund>(sql`SELECT ${bucketOf('p.refund_since', now)} AS bucket, p.premium_usd,
        q.amount AS paid, c.amount AS refund
      FROM policies p JOIN quotes q ON q.id = p.quote_id LEFT JOIN endings c
        ON c.policy_id = p.id AND c.due_from IS NOT NULL AND c.closed_at IS NULL
      WHERE p.refund_since IS NOT NULL AND (p.refund_until IS NULL OR p.refund_until > ${now})`),
  ]);
  return [...sums, ...refunds.map(waitingRefund)];
}

function waitingRefund({ bucket, premium_usd, paid, refund }: Refund): Waiting {
  const whole = BigInt(premium_usd) * 100n;
  const cents = refund === null ? whole : (BigInt(refund) * whole) / BigInt(paid);
  return { kind: 'refunds', bucket, count: 1, cents: Number(cents) };
}
