import { dayOf, formatDay } from '#domain/days.ts';
import type { Database } from './db/client.ts';
import { moveMark, readMark } from './db/job-marks.ts';

/** Name of the mark that keeps the last day whose daily jobs are done. */
export const DAILY_MARK = 'daily jobs';

interface Run {
  db: Database;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** The UTC day whose daily jobs are due; null once they are all done. */
export async function dueDay({ db, clock }: Run): Promise<string | null> {
  const today = formatDay(dayOf(clock()));
  return (await readMark(db, DAILY_MARK)) === today ? null : today;
}

/** Notes that nothing is left to do on that day. */
export async function finishDay({ db }: Run, day: string): Promise<void> {
  await moveMark(db, DAILY_MARK, day);
}
