import { and, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import { type FigureRow, FigureTotals, type StoredRow } from '#domain/admin/figure-totals.ts';
import type { Figure } from '#domain/admin/figures.ts';
import { lastDay, monthOf } from '#domain/admin/periods.ts';
import { PRODUCT_KEYS, type ProductKey } from '#domain/products/index.ts';
import type { Database, Statement } from '#worker/platform/db/client.ts';
import { figureDays, figureParts, figures } from '#worker/platform/db/figures-schema.ts';
import { findRow, findRows, guard, hasRow, upsertRow } from '#worker/platform/db/guard.ts';
import { readMark } from '#worker/platform/db/job-marks.ts';

/** The roll-ups, read in few rows. */

type Row = typeof figures.$inferSelect;

interface Wanted {
  figures: readonly Figure[];
  /** Each of them or one; without it, all products together. */
  products?: 'each' | ProductKey;
  /** Days or months, both included; without them, all time. */
  from?: string;
  to?: string;
}

/** The mark that says up to when everything is counted. */
export const FIGURES_CURRENT = 'figures';

/** Up to when everything is counted in the figures; null before the first run of their job. */
export const readAsOf = (db: Database): Promise<string | null> => readMark(db, FIGURES_CURRENT);

/** Later than any day or month. */
const NEVER = '9';

/** Days, months or all time; `FigureTotals` takes the rows. */
export function figuresOf(db: Database, grain: Row['grain'], wanted: Wanted) {
  return db
    .select()
    .from(figures)
    .where(
      and(
        eq(figures.grain, grain),
        inArray(figures.figure, [...wanted.figures]),
        inArray(figures.product, wanted.products === 'each' ? [...PRODUCT_KEYS] : [wanted.products ?? '']),
        gte(figures.period, wanted.from ?? ''),
        lte(figures.period, wanted.to ?? NEVER),
      ),
    );
}

/** The totals of days, months or all time. */
export const totalsOf = async (db: Database, grain: Row['grain'], wanted: Wanted): Promise<FigureTotals> =>
  new FigureTotals(await figuresOf(db, grain, wanted));

/**
 * Statements that read the earning of each product from a month on: its steps by month, which reach as far ahead as cover
 * was sold, with their weights until the month `to`, the steps of this month's days to come, and all of them.
 */
export function earningOf(db: Database, from: string, to: string, day: string) {
  const products = 'each' as const;
  const ahead = { from: `${day}~`, to: lastDay(monthOf(day)) };
  return [
    figuresOf(db, 'month', { figures: ['earning_step'], from, products }),
    figuresOf(db, 'month', { figures: ['earning_weight'], from, to, products }),
    figuresOf(db, 'day', { figures: ['earning_step'], ...ahead, products }),
    figuresOf(db, 'all', { figures: ['earning_step'], products }),
  ] as const;
}

/** The weights of all products together in the months after one, which `Earning.unearned` needs. */
export const weightsAfter = (db: Database, month: string) =>
  figuresOf(db, 'month', { figures: ['earning_weight'], from: `${month}~` });

export type FigureDay = typeof figureDays.$inferSelect;

const isDirty = gt(figureDays.generation, figureDays.computed);

/** Dirty days, the newest first, beginning below `turn`; those above it come when there are none below. */
export async function dirtyDay(db: Database, turn: string): Promise<FigureDay | null> {
  const next = (rest?: SQL) => findRow(db, figureDays, and(isDirty, rest), desc(figureDays.day));
  const [below, newest] = await Promise.all([next(lt(figureDays.day, turn)), next()]);
  return below ?? newest;
}

export const isClean = async (db: Database): Promise<boolean> => !(await hasRow(db, figureDays, isDirty));

export async function readDay(db: Database, day: string): Promise<FigureDay> {
  const row = await findRow(db, figureDays, { day });
  return row ?? { day, generation: 0, computed: 0, step: 0, progress: null };
}

export const readParts = (db: Database, day: string) => findRows(db, figureParts, { day });

/** Batch guard: no other run has taken this day further. */
export const guardStep = (db: Database, { day, step }: FigureDay): Statement =>
  guard(
    db,
    sql`coalesce((SELECT ${figureDays.step} FROM ${figureDays} WHERE ${figureDays.day} = ${day}), 0) = ${step}`,
  );

/** Notes how far a day has come. `generation` stays what the writers made it. */
export const storeDay = (
  db: Database,
  { day, computed, step, progress }: Omit<FigureDay, 'generation'>,
): Statement => {
  const set = { computed, step: step + 1, progress };
  return upsertRow(db, figureDays, { day, generation: computed, ...set }, ['day'], set);
};

/** Rows per statement, which keeps its parameter below the limit of 2 MB. */
const AT_ONCE = 5_000;

function* chunks<Row>(rows: readonly Row[]): Generator<string> {
  for (let start = 0; start < rows.length; start += AT_ONCE)
    yield JSON.stringify(rows.slice(start, start + AT_ONCE));
}

const field = (name: string) => sql.raw(`value ->> '${name}'`);
const SUMS = sql`${field('count')}, ${field('value')}, ${field('gwei')}`;
const PLACE = sql`${field('figure')}, ${field('product')}, ${field('period')}`;

/** Sets a day's parts to these; parts that add nothing are deleted. */
export const setParts = (db: Database, day: string, rows: readonly FigureRow[]): Statement[] => {
  const isGone = ({ count, value, gwei }: FigureRow) => count === 0 && value === 0 && gwei === 0;
  return [
    ...[...chunks(rows.filter((row) => !isGone(row)))].map((json) =>
      db
        .insert(figureParts)
        .select(sql`SELECT ${day}, ${PLACE}, ${SUMS} FROM json_each(${json}) WHERE true`)
        .onConflictDoUpdate({
          target: [figureParts.day, figureParts.figure, figureParts.product, figureParts.period],
          set: { count: sql`excluded.count`, value: sql`excluded.value`, gwei: sql`excluded.gwei` },
        }),
    ),
    ...[...chunks(rows.filter(isGone))].map((json) =>
      db
        .delete(figureParts)
        .where(
          and(
            eq(figureParts.day, day),
            sql`(figure, product, period) IN (SELECT ${PLACE} FROM json_each(${json}))`,
          ),
        ),
    ),
  ];
};

/** Moves the roll-ups by what the parts of a day changed, which the same batch stores. */
export const moveFigures = (db: Database, rows: readonly StoredRow[]): Statement[] =>
  [...chunks(rows)].map((json) =>
    db
      .insert(figures)
      .select(sql`SELECT ${field('grain')}, ${PLACE}, ${SUMS} FROM json_each(${json}) WHERE true`)
      .onConflictDoUpdate({
        target: [figures.grain, figures.figure, figures.product, figures.period],
        set: {
          count: sql`${figures.count} + excluded.count`,
          value: sql`${figures.value} + excluded.value`,
          gwei: sql`${figures.gwei} + excluded.gwei`,
        },
      }),
  );
