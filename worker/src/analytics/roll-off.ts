import { ANALYTICS_DAYS } from '#domain/admin/analytics-schema.ts';
import { dayOf, formatDay } from '#domain/days.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { deleteReports, firstCountedDay, takeOff } from './repository.ts';

/**
 * Takes the days that have left the last 30 off their sums, and forgets which reports were counted before yesterday.
 * @returns that there is nothing more to do today
 */
export async function rollOffCounts(ctx: Ctx): Promise<true> {
  const today = dayOf(ctx.clock());
  const oldest = formatDay(today - ANALYTICS_DAYS + 1);
  for (let day = await firstCountedDay(ctx.db); day !== null && day < oldest; ) {
    await takeOff(ctx.db, day);
    day = await firstCountedDay(ctx.db);
  }
  await deleteReports(ctx.db, formatDay(today - 1));
  return true;
}
