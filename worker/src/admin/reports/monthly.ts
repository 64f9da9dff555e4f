import { addMonths, firstDay, monthOf, today } from '#domain/admin/periods.ts';
import { isClean } from '#worker/admin/figures/days/repository.ts';
import { reportLetter } from '#worker/delivery/mail/letter.ts';
import { readersOf } from '#worker/delivery/mail/repository.ts';
import type { Ctx } from '#worker/platform/context.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { kpiLines, productLines } from './lines.ts';
import { getReport } from './report.ts';
import { isSettled } from './settled.ts';

/** Days of a month on which the report of the month before is still news. */
const FIRST_DAYS = 5;
/** From this day on, the report is written even if a chain can't be read. */
const WAITS_UNTIL = 2;
const MARK = 'monthly report';

/**
 * Writes the report of the month before to each administrator who wants it, once: as soon as every chain has confirmed what
 * happened in it, since a letter's figures stay as they are.
 * @returns whether there is nothing more to do today
 */
export async function writeMonthlyReports(ctx: Ctx): Promise<boolean> {
  const day = today(ctx.clock());
  const number = Number(day.slice(8));
  if (number > FIRST_DAYS) return true;
  const month = addMonths(monthOf(day), -1);
  if ((await readMark(ctx.db, MARK)) === month) return true;
  const isComplete = (await isSettled(ctx, `${day}T00:00:00.000Z`)) && (await isClean(ctx.db));
  if (number < WAITS_UNTIL && !isComplete) return false;
  const readers = await readersOf(ctx.db, 'monthly_report');
  const report = await getReport(ctx, { period: 'month', from: firstDay(month) });
  const lines = [...kpiLines(report), ...productLines(report)];
  const subject = `The report of ${month}`;
  await ctx.db.batch([
    moveMark(ctx.db, MARK, month),
    ...readers.map(({ id, email }) => reportLetter(ctx, { adminId: id, email, month, subject, lines })),
  ]);
  return true;
}
