import * as z from 'zod';
import type { FigureRow } from '#domain/admin/figure-totals.ts';
import {
  dirtyDay,
  FIGURES_CURRENT,
  type FigureDay,
  guardStep,
  isClean,
  moveFigures,
  readDay,
  readParts,
  setParts,
  storeDay,
} from '#worker/admin/figures/repository.ts';
import { type Place, readPage, SOURCES } from '#worker/admin/figures/sources/repository.ts';
import { sumEntries } from '#worker/money/entries/sums.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { Parts, rolledUp } from './parts.ts';

/** Rows of a source read at once, when it has more than the first trip brings. */
const PAGE = 2_000;
/** Rows of each source that the first trip asks for: most days have fewer, and are read by it. */
const FIRST_PAGE = 200;
/** What reading a whole day and storing it may take beside the rows of its sources. */
const STORING = { rows: 2_500, statements: 25 };

/** What a run may still read and send. The limits are 50,000 rows and 100 statements; these leave some room. */
export class Budget {
  rows = 45_000;
  statements = 95;

  take(rows: number, statements = 1): void {
    this.rows -= rows;
    this.statements -= statements;
  }

  /** Whether another day can be begun. */
  lasts(): boolean {
    return this.rows > STORING.rows && this.statements > STORING.statements;
  }
}

const figureRow = z.object({
  figure: z.string(),
  product: z.string(),
  period: z.string(),
  count: z.number(),
  value: z.number(),
  gwei: z.number(),
});
const progressSchema = z.object({
  generation: z.number(),
  source: z.number(),
  after: z.object({ at: z.string(), id: z.number() }),
  parts: z.array(figureRow),
});
type Progress = z.output<typeof progressSchema>;

const TURN = 'figures turn';

/**
 * Recomputes the dirty days, one after another, as far as a run's budget goes. What changes a day while it is read leaves
 * it dirty, so that it is read again.
 */
export async function recomputeFigures(ctx: Ctx, budget = new Budget()): Promise<void> {
  const began = nowIso(ctx);
  budget.take(4, 5);
  const [wasClean, turn] = await Promise.all([isClean(ctx.db), readMark(ctx.db, TURN)]);
  // Whatever books an entry marks its day.
  if (!wasClean) {
    const { rows, statements } = await sumEntries(ctx);
    budget.take(rows, statements);
  }
  const clean = wasClean || (await recomputeDirty(ctx, budget, turn ?? '9'));
  if (clean) await moveMark(ctx.db, FIGURES_CURRENT, began);
}

/** @returns whether no day is left that is dirty */
async function recomputeDirty(ctx: Ctx, budget: Budget, before: string): Promise<boolean> {
  let turn = before;
  let day: FigureDay | null | undefined;
  while (budget.lasts()) {
    day = await dirtyDay(ctx.db, turn);
    budget.take(2, 2);
    if (!day || !(await computeDay(ctx, day, budget))) break;
    turn = day.day;
  }
  if (turn !== before) await moveMark(ctx.db, TURN, turn);
  return day === null || isClean(ctx.db);
}

/**
 * Computes a day from its rows and stores it.
 * @returns what its parts had too little of before; null if the budget ended, or another run was first
 */
async function computeDay(ctx: Ctx, known: FigureDay, budget: Budget): Promise<FigureRow[] | null> {
  const day = { ...known };
  const progress = begin(day);
  const parts = new Parts(progress.parts);
  const [isRead, stored] = await Promise.all([
    readSources(ctx, day.day, progress, parts, budget),
    readParts(ctx.db, day.day),
  ]);
  budget.take(stored.length, 3);
  if (!isRead) {
    day.progress = JSON.stringify({ ...progress, parts: parts.rows() });
    await commit(ctx, [guardStep(ctx.db, day), storeDay(ctx.db, day)], () => false);
    return null;
  }
  const change = parts.minus(stored);
  const statements = [
    ...setParts(
      ctx.db,
      day.day,
      change.map((row) => parts.of(row)),
    ),
    ...moveFigures(ctx.db, rolledUp(change)),
  ];
  budget.take(0, statements.length + 1);
  const done = await commit(
    ctx,
    [
      guardStep(ctx.db, day),
      ...statements,
      storeDay(ctx.db, { ...day, computed: progress.generation, progress: null }),
    ],
    () => false,
  );
  return done ? change : null;
}

/** Where to resume a day: after the last run's progress, or at its start. */
function begin({ day, generation, progress }: FigureDay): Progress {
  if (progress !== null) return progressSchema.parse(JSON.parse(progress));
  return { generation, source: 0, after: { at: day, id: -1 }, parts: [] };
}

/** Adds the rest of a day's rows to its parts; false if the budget ends before. Moves `progress` with it. */
async function readSources(
  ctx: Ctx,
  day: string,
  progress: Progress,
  parts: Parts,
  budget: Budget,
): Promise<boolean> {
  const first: Place = { at: day, id: -1 };
  while (progress.source < SOURCES.length) {
    const isFirst = progress.after.id === first.id;
    const sources = SOURCES.slice(progress.source, isFirst ? undefined : progress.source + 1);
    const room = (budget.rows - STORING.rows) / sources.reduce((sum, { cost }) => sum + cost, 0);
    const limit = Math.min(isFirst ? FIRST_PAGE : PAGE, Math.floor(room));
    if (limit < 1 || budget.statements < STORING.statements - SOURCES.length) return false;
    const pages = await Promise.all(
      sources.map((source) => readPage(ctx.db, source, day, progress.after, limit)),
    );
    let hasMore = false;
    for (const [index, { name, cost }] of sources.entries()) {
      const rows = pages[index] ?? [];
      budget.take(rows.length * cost);
      // The next sources wait until this one is read to its end.
      if (hasMore) continue;
      for (const row of rows) parts.addRow(name, day, row);
      const last = rows.at(-1);
      hasMore = rows.length === limit;
      if (last && hasMore) progress.after = { at: last.at, id: last.id };
      else Object.assign(progress, { source: progress.source + 1, after: first });
    }
  }
  return true;
}

/** One day again, whether it is dirty or not. */
export const recomputeDay = async (ctx: Ctx, day: string, budget: Budget) => {
  const known = await readDay(ctx.db, day);
  budget.take(1);
  const change = await computeDay(ctx, known, budget);
  return change && { change, wasDirty: known.generation > known.computed };
};
