import * as z from 'zod';
import { figureDifference } from '#domain/admin/figures-check-schema.ts';
import {
  addDays,
  daysBetween,
  daysTo,
  firstDay,
  lastDay,
  monthOf,
  type Span,
  today,
} from '#domain/admin/periods.ts';
import * as adminRevenueApi from '#domain/admin/revenue-api.ts';
import { Budget } from '#worker/admin/figures/days/recompute.ts';
import { daysWithRows } from '#worker/admin/figures/sources/repository.ts';
import { type Ctx, nowIso } from '#worker/platform/context.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { serve } from '#worker/platform/http/serve.ts';
import { compare, compareSources, compareSums, type Found, NOTHING, recomputed } from './compare.ts';
import { type CheckRow, guardCheck, readCheck, readChecks, readRange, storeCheck } from './repository.ts';

const differences = z.array(figureDifference);

/** Differences that are logged and kept of a check; all are repaired. */
const KEPT = 200;

/**
 * Recomputes every day from its rows once a day, and compares it with what is kept, each roll-up with the parts that it
 * sums, the sums of cover and reserves with their policies and claims, and those of the entries with every entry. A difference is logged and repaired.
 * @param budget what the run may still read
 * @returns whether today's check is finished
 */
export async function checkFigures(ctx: Ctx, budget = new Budget()): Promise<boolean> {
  let check = await readCheck(ctx.db, today(ctx.clock()));
  if (check.finished_at) return true;
  const range = await readRange(ctx.db);
  budget.take(10, 6);
  /** Stores what was found and how far the check has come; false if another run was first. */
  const note = async (found: Found, to: Partial<CheckRow> = {}): Promise<boolean> => {
    const before = differences.parse(JSON.parse(check.differences));
    const kept = JSON.stringify([...before, ...found.differences].slice(0, KEPT));
    const next = { ...check, ...to, differences: kept, step: check.step + 1 };
    const statements = [guardCheck(ctx.db, check), storeCheck(ctx.db, next), ...found.repair] as const;
    budget.take(0, statements.length);
    if (!(await commit(ctx, [...statements], () => false))) return false;
    for (const difference of found.differences.slice(0, KEPT))
      ctx.log.warn('rollup_repaired', { ...difference });
    check = next;
    return true;
  };
  let next = check.checked_to ? addDays(check.checked_to, 1) : range?.first;
  while (range && next && next <= range.last) {
    if (!budget.lasts()) return false;
    const span = { from: next, to: earliest(endOfRange(next), range.last) };
    const sources = await compareSources(ctx, span, budget);
    if (sources.repair.length > 0 && !(await note(sources))) return false;
    const days = await compare(ctx, 'day', span, budget);
    if (days.repair.length > 0 && !(await note(days))) return false;
    for (const day of await daysWithRows(ctx.db, daysIn(span))) {
      const changed = await recomputed(ctx, day, budget);
      const checkedTo = day === next ? check.checked_to : addDays(day, -1);
      if (!changed) return (await note(NOTHING, { checked_to: checkedTo })) && false;
      if (changed.length > 0 && !(await note({ differences: changed, repair: [] }, { checked_to: day })))
        return false;
    }
    const month = { from: firstDay(monthOf(span.to)), to: lastDay(monthOf(span.to)) };
    const isLast = span.to === month.to || span.to === range.last;
    const sums = isLast ? await compare(ctx, 'month', month, budget) : NOTHING;
    if (!(await note(sums, { checked_to: span.to }))) return false;
    next = addDays(span.to, 1);
  }
  const all = await compare(ctx, 'all', null, budget);
  const cells = await compare(ctx, 'cell', null, budget);
  const rest = [all, cells, await compareSums(ctx, budget)];
  return note(
    {
      differences: rest.flatMap((each) => each.differences),
      repair: rest.flatMap((each) => each.repair),
    },
    { finished_at: nowIso(ctx) },
  );
}

const earliest = (a: string, b: string) => (a < b ? a : b);
/** Roll-ups are compared for at most eleven days at once: to the 10th, the 20th and the end of a month. */
const endOfRange = (day: string) => {
  const tens = Math.ceil(Number(day.slice(8)) / 10) * 10;
  return tens > 20 ? lastDay(monthOf(day)) : `${monthOf(day)}-${tens}`;
};
const daysIn = ({ from, to }: Span) => daysTo(to, daysBetween(from, to) + 1);

const present = (row: CheckRow | null) =>
  row && { ...row, differences: differences.parse(JSON.parse(row.differences)) };

/** The check under way or just done, and the last that came to its end. */
export const getFigureCheck = serve(adminRevenueApi.getFigureCheck, async (ctx) => {
  const { current, last } = await readChecks(ctx.db);
  return { current: present(current), last: present(last) };
});
