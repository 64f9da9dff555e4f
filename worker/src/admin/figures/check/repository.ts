/** The roll-ups beside what they should be, recomputed from the rows that they count. */
import { and, desc, eq, gte, isNotNull, lte, max, min, type SQL, sql } from 'drizzle-orm';
import type { FigureRow } from '../../../../../domain/admin/sums.ts';
import { claimEvents, claims } from '../../../platform/db/claims-schema.ts';
import type { Database, Statement } from '../../../platform/db/client.ts';
import {
  exposureMonths,
  failedPayments,
  figureChecks,
  figures,
  lossCells,
  moneyEvents,
  reserveEvents,
  transactionFees,
} from '../../../platform/db/figures-schema.ts';
import { guard } from '../../../platform/db/guard.ts';
import { accounts, exposures, policies } from '../../../platform/db/schema.ts';

/** Figures that other rows say: page views come from elsewhere. */
const ELSEWHERE = ['views', 'visitors'];
/** A premium's term can begin a year after its payment and last a year, so its steps come within this many days. */
const STEPS_DAYS = 750;
const day = (column: SQL | unknown) => sql`substr(${column}, 1, 10)`;
const NO_PRODUCT = sql`''`;

/** First and last moment of a month, as text: later than any moment in it. */
const within = (column: unknown, month: string) =>
  sql`${column} >= ${`${month}-01`} AND ${column} < ${`${month}-32`}`;

/** Each source's own figures of a month, by day and product. */
function sources(month: string): SQL[] {
  const from = sql`date(${`${month}-01`}, ${`-${STEPS_DAYS} days`})`;
  const to = sql`date(${`${month}-01`}, '+33 days')`;
  const near = sql`SELECT ${moneyEvents.id} FROM ${moneyEvents} WHERE ${moneyEvents.at} >= ${from} AND ${moneyEvents.at} < ${to}`;
  const money = sql`FROM ${moneyEvents} WHERE ${within(moneyEvents.at, month)}`;
  const decided = sql`FROM ${claimEvents} JOIN ${claims} ON ${claims.id} = ${claimEvents.claimId}
    WHERE ${claimEvents.kind} IN ('approved', 'rejected') AND ${within(claimEvents.at, month)}`;
  const left = sql`(CAST(julianday(${`${month}-01`}, '+1 month') - julianday(day) AS INTEGER))`;
  const minutes = sql`CAST(round((julianday(${claimEvents.at}) - julianday(${claims.createdAt})) * 1440) AS INTEGER)`;
  const sign = sql`iif(${moneyEvents.kind} = 'premium', 1, -1)`;
  return [
    sql`SELECT 'users' figure, ${day(accounts.createdAt)} day, ${NO_PRODUCT} product, 1 count, 0 value, 0 gwei FROM ${accounts} WHERE ${within(accounts.createdAt, month)}`,
    sql`SELECT 'policies' figure, ${day(policies.createdAt)} day, ${policies.product} product, 1 count, 0 value, 0 gwei FROM ${policies} WHERE ${within(policies.createdAt, month)}`,
    sql`SELECT 'active' figure, ${policies.endDate} day, ${policies.product} product, 1 count, ${policies.coverageUsd} * 100 value, 0 gwei FROM ${policies} WHERE ${within(policies.endDate, month)} AND ${policies.status} = 'active'`,
    sql`SELECT 'claims' figure, ${day(claims.createdAt)} day, ${claims.product} product, 1 count, ${claims.amountCents} value, 0 gwei FROM ${claims} WHERE ${within(claims.createdAt, month)}`,
    sql`SELECT 'reserve' figure, ${day(reserveEvents.at)} day, ${reserveEvents.product} product, 0 count, ${reserveEvents.cents} value, 0 gwei FROM ${reserveEvents} WHERE ${within(reserveEvents.at, month)}`,
    sql`SELECT 'claims_' || ${claimEvents.kind} figure, ${day(claimEvents.at)} day, ${claims.product} product, 1 count, 0 value, 0 gwei ${decided}`,
    sql`SELECT 'decision_time' figure, ${day(claimEvents.at)} day, ${claims.product} product, 1 count, ${minutes} value, 0 gwei ${decided}`,
    sql`SELECT 'gas' figure, ${day(transactionFees.at)} day, ${NO_PRODUCT} product, 1 count, ${transactionFees.usdMicros} value, ${transactionFees.gwei} gwei FROM ${transactionFees} WHERE ${within(transactionFees.at, month)}`,
    sql`SELECT 'failed_payment' figure, ${day(failedPayments.at)} day, ${NO_PRODUCT} product, 1 count, 0 value, 0 gwei FROM ${failedPayments} WHERE ${within(failedPayments.at, month)}`,
    sql`SELECT ${moneyEvents.kind} figure, ${day(moneyEvents.at)} day, ${moneyEvents.product} product, 1 count, ${moneyEvents.usdCents} value, ${moneyEvents.gwei} gwei ${money}`,
    sql`SELECT 'revenue' figure, ${day(moneyEvents.at)} day, ${moneyEvents.product} product, 0 count, ${sign} * ${moneyEvents.usdCents} value, ${sign} * ${moneyEvents.gwei} gwei ${money} AND ${moneyEvents.kind} IN ('premium', 'refund')`,
    sql`SELECT 'platform_fee' figure, ${day(moneyEvents.at)} day, ${moneyEvents.product} product, 0 count, ${moneyEvents.platformFeeCents} value, iif(${moneyEvents.usdCents} = 0, 0, ${moneyEvents.gwei} * ${moneyEvents.platformFeeCents} / ${moneyEvents.usdCents}) gwei ${money} AND ${moneyEvents.kind} IN ('premium', 'refund')`,
    // Both figures at once, since this reads the most: the weight is in the last column.
    sql`SELECT 'earning' figure, day, product, 0 count, cents value, cents * ${left} gwei FROM earning_steps WHERE id IN (${near}) AND ${within(sql`day`, month)} AND cents <> 0`,
  ];
}

const summed = (db: Database, source: SQL) =>
  db
    .select({
      figure: sql<string>`figure`,
      product: sql<string>`product`,
      period: sql<string>`day`,
      count: sql<number>`sum(count)`,
      value: sql<number>`sum(value)`,
      gwei: sql<number>`sum(gwei)`,
    })
    .from(sql`(${source})`)
    .groupBy(sql`1, 2, 3`);

export type StoredRow = FigureRow & { grain: 'day' | 'month' | 'all' };

function earningParts(row: FigureRow): FigureRow[] {
  if (row.figure !== 'earning') return [row];
  return [
    { ...row, figure: 'earning_step', gwei: 0 },
    { ...row, figure: 'earning_weight', value: row.gwei, gwei: 0 },
  ];
}

/** A month's roll-ups, and its rows by day and product, as they are at one moment. */
export async function readMonth(
  db: Database,
  month: string,
): Promise<{ stored: StoredRow[]; actual: FigureRow[] }> {
  const known = (grain: 'day' | 'month', from: string, to: string) =>
    db
      .select()
      .from(figures)
      .where(
        and(
          eq(figures.grain, grain),
          sql`${figures.figure} NOT IN (${sql.join(
            ELSEWHERE.map((each) => sql`${each}`),
            sql`, `,
          )})`,
          gte(figures.period, from),
          lte(figures.period, to),
        ),
      );
  const [days, months, ...read] = await db.batch([
    known('day', `${month}-01`, `${month}-31`),
    known('month', month, month),
    ...sources(month).map((source) => summed(db, source)),
  ]);
  return { stored: [...days, ...months] as StoredRow[], actual: read.flat().flatMap(earningParts) };
}

/** The sums of all time beside those of all months. */
export async function readAllTime(db: Database): Promise<{ stored: StoredRow[]; actual: FigureRow[] }> {
  const [stored, actual] = await db.batch([
    db.select().from(figures).where(eq(figures.grain, 'all')),
    db
      .select({
        figure: figures.figure,
        product: figures.product,
        period: sql<string>`''`,
        count: sql<number>`sum(${figures.count})`,
        value: sql<number>`sum(${figures.value})`,
        gwei: sql<number>`sum(${figures.gwei})`,
      })
      .from(figures)
      .where(eq(figures.grain, 'month'))
      .groupBy(figures.figure, figures.product),
  ]);
  return { stored, actual };
}

const KEY = '|';

/** Loss triangles and cover by month, each beside its rows: two numbers under a name. */
export async function readOthers(db: Database) {
  const cell = sql<string>`${lossCells.accidentQuarter} || ${KEY} || ${lossCells.quarter} || ${KEY} || ${lossCells.product}`;
  const edge = sql<string>`${exposureMonths.edge} || ${KEY} || ${exposureMonths.chainId} || ${KEY} || ${exposureMonths.currency} || ${KEY} || ${exposureMonths.month}`;
  const [cells, losses, months, ends, starts] = await db.batch([
    db.select({ key: cell, a: lossCells.paidCents, b: lossCells.reservedCents }).from(lossCells),
    db
      .select({
        key: sql<string>`accident_quarter || ${KEY} || quarter || ${KEY} || product`,
        a: sql<number>`sum(paid_cents)`,
        b: sql<number>`sum(reserved_cents)`,
      })
      .from(sql`loss_figures`)
      .groupBy(sql`1`),
    db.select({ key: edge, a: exposureMonths.coverageUsd, b: exposureMonths.policies }).from(exposureMonths),
    db
      .select({
        key: sql<string>`'end' || ${KEY} || ${exposures.chainId} || ${KEY} || ${exposures.currency} || ${KEY} || substr(${exposures.endDate}, 1, 7)`,
        a: sql<number>`sum(${exposures.coverageUsd})`,
        b: sql<number>`sum(${exposures.policies})`,
      })
      .from(exposures)
      .groupBy(sql`1`),
    db
      .select({
        key: sql<string>`'start' || ${KEY} || chain_id || ${KEY} || '' || ${KEY} || substr(start_date, 1, 7)`,
        a: sql<number>`sum(coverage_usd)`,
        b: sql<number>`sum(policies)`,
      })
      .from(sql`exposure_starts`)
      .groupBy(sql`1`),
  ]);
  return {
    loss_cells: { stored: cells, actual: losses },
    exposure_months: { stored: months, actual: [...ends, ...starts] },
  };
}

/** Adds what is missing. What is booked meanwhile is neither lost nor counted twice, since only the difference is added. */
export const mendFigure = (db: Database, row: StoredRow): Statement =>
  db
    .insert(figures)
    .values(row)
    .onConflictDoUpdate({
      target: [figures.grain, figures.figure, figures.product, figures.period],
      set: {
        count: sql`${figures.count} + excluded.count`,
        value: sql`${figures.value} + excluded.value`,
        gwei: sql`${figures.gwei} + excluded.gwei`,
      },
    });

/** The same for a cell of the loss triangles or a month of cover. */
export function mendOther(
  db: Database,
  table: 'loss_cells' | 'exposure_months',
  { key, a, b }: { key: string; a: number; b: number },
): Statement {
  const [first = '', second = '', third = '', fourth = ''] = key.split(KEY);
  if (table === 'loss_cells') {
    return db
      .insert(lossCells)
      .values({ accidentQuarter: first, quarter: second, product: third, paidCents: a, reservedCents: b })
      .onConflictDoUpdate({
        target: [lossCells.accidentQuarter, lossCells.quarter, lossCells.product],
        set: {
          paidCents: sql`${lossCells.paidCents} + excluded.paid_cents`,
          reservedCents: sql`${lossCells.reservedCents} + excluded.reserved_cents`,
        },
      });
  }
  return db
    .insert(exposureMonths)
    .values({
      edge: first === 'start' ? 'start' : 'end',
      ...{ chainId: second, currency: third, month: fourth, coverageUsd: a, policies: b },
    })
    .onConflictDoUpdate({
      target: [exposureMonths.edge, exposureMonths.chainId, exposureMonths.currency, exposureMonths.month],
      set: {
        coverageUsd: sql`${exposureMonths.coverageUsd} + excluded.coverage_usd`,
        policies: sql`${exposureMonths.policies} + excluded.policies`,
      },
    });
}

/** The first and last month that anything could be counted in. */
export async function readRange(db: Database): Promise<{ first: string; last: string } | null> {
  const [counted, rows] = await db.batch([
    db
      .select({ first: min(figures.period), last: max(figures.period) })
      .from(figures)
      .where(eq(figures.grain, 'month')),
    db
      .select({
        first: sql<
          string | null
        >`nullif(min(coalesce((SELECT min(${moneyEvents.at}) FROM ${moneyEvents}), '9'), coalesce((SELECT min(${accounts.createdAt}) FROM ${accounts}), '9')), '9')`,
        last: sql<string | null>`(SELECT max(${policies.endDate}) FROM ${policies})`,
      })
      .from(sql`(SELECT 1)`),
  ]);
  const all = [counted[0]?.first, counted[0]?.last, rows[0]?.first, rows[0]?.last];
  const months = all.flatMap((each) => (each ? [each.slice(0, 7)] : [])).sort();
  const [first, last] = [months[0], months.at(-1)];
  return first && last ? { first, last } : null;
}

export type CheckRow = typeof figureChecks.$inferSelect;

export async function readCheck(db: Database, of: string): Promise<CheckRow | null> {
  return (await db.select().from(figureChecks).where(eq(figureChecks.day, of)).get()) ?? null;
}

/** The newest check, whether it is finished or not, and the newest that is. */
export async function readChecks(db: Database) {
  const newest = db.select().from(figureChecks).orderBy(desc(figureChecks.day)).limit(1);
  const finished = db
    .select()
    .from(figureChecks)
    .where(isNotNull(figureChecks.finishedAt))
    .orderBy(desc(figureChecks.day))
    .limit(1);
  const [[current], [last]] = await db.batch([newest, finished]);
  return { current: current ?? null, last: last ?? null };
}

/** Batch guard: no other run has taken the check further. */
export const guardCheck = (db: Database, of: string, known: CheckRow | null): Statement => {
  const row = sql`SELECT 1 FROM ${figureChecks} WHERE ${figureChecks.day} = ${of}`;
  return guard(
    db,
    known
      ? sql`EXISTS (${row} AND ${figureChecks.month} IS ${known.month} AND ${figureChecks.finishedAt} IS NULL)`
      : sql`NOT EXISTS (${row})`,
  );
};

export const storeCheck = (db: Database, row: CheckRow): Statement =>
  db
    .insert(figureChecks)
    .values(row)
    .onConflictDoUpdate({
      target: figureChecks.day,
      set: { month: row.month, differences: row.differences, finishedAt: row.finishedAt },
    });
