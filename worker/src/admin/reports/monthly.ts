import { addMonths, firstDay, monthOf, today } from '../../../../domain/admin/periods.ts';
import { reportLetter } from '../../delivery/mail/letter.ts';
import { readersOf } from '../../delivery/mail/repository.ts';
import type { Ctx } from '../../platform/context.ts';
import { moveMark, readMark } from '../../platform/db/job-marks.ts';
import { kpiLines, productLines } from './lines.ts';
import { getReport } from './report.ts';

/** Days of a month on which the report of the month before is still news. */
const FIRST_DAYS = 5;
const MARK = 'monthly report';

/**
 * Writes the report of the month before to each administrator who wants it, once.
 * @returns that there is nothing more to do today
 */
export async function writeMonthlyReports(ctx: Ctx): Promise<true> {
  const day = today(ctx.clock());
  if (Number(day.slice(8)) > FIRST_DAYS) return true;
  const month = addMonths(monthOf(day), -1);
  if ((await readMark(ctx.db, MARK)) === month) return true;
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
