import { dayOf, formatDay, parseDay } from '../../../domain/days.ts';
import type { Ctx } from '../context.ts';
import { reminderPrefix, renewalReminder } from './policy-letters.ts';
import { moveMark, policiesEnding, readMark } from './repository.ts';

/** Days before the end on which a policy's holder is reminded. */
export const REMINDER_DAYS = [30, 7] as const;
/** A term shorter than this many times the step gets no reminder of it: it would come with the purchase. */
const SHORTEST_TERM = 2;
const AT_ONCE = 50;
const LOTS = 10;

/** Writes the reminders that are due, one a policy and step, for active policies whose holder confirmed an address. */
export async function remindOfRenewal(ctx: Ctx): Promise<void> {
  const [far, near] = REMINDER_DAYS;
  await remind(ctx, far, near);
  await remind(ctx, near, 0);
}

/** Goes through the last days of cover up to `step` days ahead, each once; a late run catches up, but not below `floor`. */
async function remind(ctx: Ctx, step: number, floor: number): Promise<void> {
  const today = dayOf(ctx.clock());
  const name = `renewal:${step}`;
  const mark = await readMark(ctx.db, name);
  const done = Math.max(today + floor, (mark === null ? null : parseDay(mark)) ?? 0);
  for (let day = done + 1; day <= today + step; day += 1) {
    if (!(await remindOfDay(ctx, formatDay(day), step))) return;
    await moveMark(ctx.db, name, formatDay(day));
  }
}

/** Whether all policies that end on this day have their reminder. */
async function remindOfDay(ctx: Ctx, endDate: string, step: number): Promise<boolean> {
  for (let lot = 0; lot < LOTS; lot += 1) {
    const due = await policiesEnding(
      ctx.db,
      { endDate, minDays: step * SHORTEST_TERM, keyPrefix: reminderPrefix(step) },
      AT_ONCE,
    );
    const [first, ...rest] = due.flatMap((policy) => renewalReminder(ctx, policy, step));
    if (!first) return true;
    await ctx.db.batch([first, ...rest]);
    if (due.length < AT_ONCE) return true;
  }
  return false;
}
