import * as z from 'zod';
import { type figureCheck, figureDifference } from '../../../../../domain/admin/figures-check-schema.ts';
import { addMonths, today } from '../../../../../domain/admin/periods.ts';
import { type AdminCtx, type Ctx, nowIso } from '../../../platform/context.ts';
import type { Statement } from '../../../platform/db/client.ts';
import { commit } from '../../../platform/db/commit.ts';
import { readSources } from '../sources/repository.ts';
import { missing, missingPairs, rolledUp } from './compare.ts';
import {
  type CheckRow,
  guardCheck,
  mendFigure,
  mendOther,
  readAllTime,
  readCheck,
  readChecks,
  readMonth,
  readOthers,
  readRange,
  storeCheck,
} from './repository.ts';

type Difference = z.output<typeof figureDifference>;
const differences = z.array(figureDifference);

/** Months that one run compares. */
const MONTHS_PER_RUN = 3;
/** Differences that are logged and kept of a check; all are mended. */
const KEPT = 200;
/** Statements per batch: D1 allows 1000. */
const AT_ONCE = 500;

interface Found {
  differences: Difference[];
  statements: Statement[];
}

/**
 * Compares every roll-up with the rows that it counts, and those rows with the ledger, the claims and the policies that
 * they are kept from, once a day: a few months per run, then the sums of all time, the loss triangles and the cover by
 * month. A difference is logged and mended.
 * @returns whether today's check is finished
 */
export async function checkFigures(ctx: Ctx): Promise<boolean> {
  const day = today(ctx.clock());
  let check = await readCheck(ctx.db, day);
  if (check?.finishedAt) return true;
  const range = await readRange(ctx.db);
  let next = check?.month ? addMonths(check.month, 1) : range?.first;
  for (let lot = 0; lot < MONTHS_PER_RUN && range && next && next <= range.last; lot += 1) {
    const now = { day, month: next, finishedAt: null };
    check = await note(ctx, check, now, await monthDifferences(ctx, next));
    if (!check) return false;
    next = addMonths(next, 1);
  }
  if (range && next && next <= range.last) return false;
  const done = { day, month: check?.month ?? null, finishedAt: nowIso(ctx) };
  return (await note(ctx, check, done, await otherDifferences(ctx))) !== null;
}

/**
 * Keeps how far the check has come, with the differences found, and mends them. Null if another run was first: it has
 * mended the same.
 */
async function note(
  ctx: Ctx,
  known: CheckRow | null,
  now: Pick<CheckRow, 'day' | 'month' | 'finishedAt'>,
  found: Found,
): Promise<CheckRow | null> {
  const before = differences.parse(JSON.parse(known?.differences ?? '[]'));
  const row = { ...now, differences: JSON.stringify([...before, ...found.differences].slice(0, KEPT)) };
  const mends = found.statements;
  const first = mends.slice(0, AT_ONCE);
  const done = await commit(
    ctx,
    [guardCheck(ctx.db, now.day, known), storeCheck(ctx.db, row), ...first],
    () => false,
  );
  if (!done) return null;
  for (let start = AT_ONCE; start < mends.length; start += AT_ONCE) {
    const [next, ...rest] = mends.slice(start, start + AT_ONCE);
    if (next) await ctx.db.batch([next, ...rest]);
  }
  for (const difference of found.differences.slice(0, KEPT)) ctx.log.warn('figure_mended', { ...difference });
  return row;
}

/**
 * The rows of a month against what they are kept from, and its roll-ups against the rows as they are. Both are mended by
 * what is missing, and a mended row moves its roll-ups, so that the order does not matter.
 */
async function monthDifferences(ctx: Ctx, month: string): Promise<Found> {
  const sources = await readSources(ctx.db, month);
  const { stored, actual } = await readMonth(ctx.db, month);
  const wrong = missing(stored, rolledUp(month, actual));
  return {
    differences: [
      ...sources.map(({ row, count, value, gwei }) => ({ row, count, value, gwei })),
      ...[...wrong].map(([row, { count, value, gwei }]) => ({ row, count, value, gwei })),
    ],
    statements: [
      ...sources.map(({ mend }) => mend(ctx.db)),
      ...[...wrong.values()].map((row) => mendFigure(ctx.db, row)),
    ],
  };
}

async function otherDifferences(ctx: Ctx): Promise<Found> {
  const all = await readAllTime(ctx.db);
  const wrong = missing(
    all.stored,
    all.actual.map((row) => ({ ...row, grain: 'all' as const })),
  );
  const others = await readOthers(ctx.db);
  const pairs = (['loss_cells', 'exposure_months'] as const).flatMap((table) =>
    missingPairs(others[table].stored, others[table].actual).map((pair) => ({ table, pair })),
  );
  return {
    differences: [
      ...[...wrong].map(([row, { count, value, gwei }]) => ({ row, count, value, gwei })),
      ...pairs.map(({ table, pair: { key, a, b } }) => ({
        row: `${table} ${key}`,
        count: b,
        value: a,
        gwei: 0,
      })),
    ],
    statements: [
      ...[...wrong.values()].map((row) => mendFigure(ctx.db, row)),
      ...pairs.map(({ table, pair }) => mendOther(ctx.db, table, pair)),
    ],
  };
}

const present = (row: CheckRow | null) =>
  row && {
    day: row.day,
    checked_to: row.month,
    finished_at: row.finishedAt,
    differences: differences.parse(JSON.parse(row.differences)),
  };

/** The check under way or just done, and the last that came to its end. */
export async function getFigureCheck(ctx: AdminCtx): Promise<z.output<typeof figureCheck>> {
  const { current, last } = await readChecks(ctx.db);
  return { current: present(current), last: present(last) };
}
