import { addMonths, firstDay, monthOf, today } from '#domain/admin/periods.ts';
import { isClean } from '#worker/admin/figures/repository.ts';
import type { Chain } from '#worker/platform/chain/chain.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { Database } from '#worker/platform/db/client.ts';
import { moveMark, readMark } from '#worker/platform/db/job-marks.ts';
import { isConfirmed } from '#worker/settlement/ledger/blocks.ts';
import { readCursor } from '#worker/settlement/scan/repository.ts';
import { tell } from '#worker/told/tell.ts';
import { kpiLines, productLines } from './lines.ts';
import { getReport } from './report.ts';
import { isUnconfirmed } from './repository.ts';

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
  const report = await getReport(ctx, { period: 'month', from: firstDay(month) });
  const lines = [...kpiLines(report), ...productLines(report)];
  await ctx.db.batch([
    moveMark(ctx.db, MARK, month),
    ...tell(ctx, 'monthly_report', { wallet: null, key: `monthly_report:${month}` }, { month, lines }),
  ]);
  return true;
}

/** Whether every chain was read past a moment with confirmations, so that what happened before it is booked. */
async function isSettled(ctx: Ctx, moment: string): Promise<boolean> {
  const settled = await Promise.all(ctx.chains.map((chain) => isPast(ctx.db, chain, moment)));
  return settled.every(Boolean);
}

async function isPast(db: Database, chain: Chain, moment: string): Promise<boolean> {
  const cursor = await readCursor(db, chain.id);
  if (!cursor || cursor.block_time < moment) return false;
  const block = await firstSeen(db, chain.id, moment, cursor.block_number);
  return isConfirmed(chain, block, cursor.block_number) && !(await isUnconfirmed(db, chain.id, moment));
}

/** The first block past the moment that was seen: the cursor says only where it is now. */
async function firstSeen(db: Database, chainId: string, moment: string, now: number): Promise<number> {
  const name = `settled:${chainId}`;
  const [known, block] = ((await readMark(db, name)) ?? '').split(' ');
  if (known === moment) return Number(block);
  await moveMark(db, name, `${moment} ${now}`);
  return now;
}
