/** What the daily check compares: each comparison says what differs, and how to repair it. */
import type * as z from 'zod';
import type { StoredRow } from '#domain/admin/figure-totals.ts';
import type { figureDifference } from '#domain/admin/figures-check-schema.ts';
import type { Span } from '#domain/admin/periods.ts';
import { Parts, rolledUp } from '#worker/admin/figures/days/parts.ts';
import { type Budget, recomputeDay } from '#worker/admin/figures/days/recompute.ts';
import { moveFigures } from '#worker/admin/figures/repository.ts';
import { findWrongSums } from '#worker/money/entries/sums.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import type { Statement } from '#worker/platform/db/client.ts';
import { readCover, readMisbooked, readParts, readReserves, readSums, type Wrong } from './repository.ts';

export type Difference = z.output<typeof figureDifference>;

export interface Found {
  differences: Difference[];
  repair: Statement[];
}

export const NOTHING: Found = { differences: [], repair: [] };

const wrongly = (wrong: readonly Wrong[]): Found => ({
  differences: wrong.map(({ row, count, value }) => ({ row, count, value, gwei: 0 })),
  repair: wrong.flatMap(({ repair }) => repair),
});

/** What writers book and set, against the events, policies and claims of some days. */
export async function compareSources(ctx: Ctx, span: Span, budget: Budget): Promise<Found> {
  const cover = await readCover(ctx.db, span);
  const entries = await readMisbooked(ctx.db, span, nowIso(ctx));
  budget.take(1_000 + cover.reads + entries.reads, 6);
  return wrongly([...entries.wrong, ...(await readReserves(ctx.db, span)), ...cover.wrong]);
}

/** A day from its own rows: how what is kept of it differed, unless it was dirty. Null if the budget ended before. */
export async function recomputed(ctx: Ctx, day: string, budget: Budget): Promise<Difference[] | null> {
  const done = await recomputeDay(ctx, day, budget);
  if (!done) return null;
  return (done.wasDirty ? [] : done.change).map(({ figure, product, period, ...sums }) => ({
    row: ['part', figure, product || 'all', period, ...(period === day ? [] : ['of', day])].join(' '),
    ...sums,
  }));
}

/** The sums of the entries against every entry. */
export async function compareSums(ctx: Ctx, budget: Budget): Promise<Found> {
  const { wrong, read, repair } = await findWrongSums(ctx);
  budget.take(read, 3);
  const differences = wrong.map(({ key, count, cents }) => ({
    row: `sum of ${key}`,
    count,
    value: cents,
    gwei: 0,
  }));
  return { differences, repair };
}

const nameOf = ({ grain, figure, product, period }: StoredRow) =>
  [grain, figure, product || 'all', period || 'all time'].join(' ');

/**
 * Roll-ups of one grain against what they sum. What is missing is added: a day stored meanwhile moves both sides alike.
 */
export async function compare(
  ctx: Ctx,
  grain: StoredRow['grain'],
  span: Span | null,
  budget: Budget,
): Promise<Found> {
  const ofParts = grain === 'day' || grain === 'cell';
  const { stored, parts } = await (ofParts ? readParts(ctx.db, span) : readSums(ctx.db, span));
  // Parts are of one product each; days and months have the sums of all products as well.
  const expected = ofParts ? rolledUp(parts).filter((row) => row.grain === grain) : parts;
  const missing = new Parts(expected).minus(stored).map((row): StoredRow => ({ ...row, grain }));
  budget.take(stored.length + parts.length, 2);
  return {
    differences: missing.map((row) => {
      const { count, value, gwei } = row;
      return { row: nameOf(row), count, value, gwei };
    }),
    repair: moveFigures(ctx.db, missing),
  };
}
