/** What the figures' job reads after new sales, over a million policies. `npm run bench:figures` prints it. */
import { beforeAll, test } from 'vitest';
import { leanTables, sell, untilClean } from '../test/figures-volume.ts';

const POLICIES = 1_000_000;
const NEW = 10_000;
const [FIRST_DAY, DAYS] = ['2024-01-01', 1000];

const report = async (what: string) => {
  const { runs, rows, statements, allRows } = await untilClean();
  // biome-ignore lint/suspicious/noConsole: this is what the bench is for.
  console.info(
    `${what}: ${runs} runs until clean, at most ${rows} rows and ${statements} statements a run, ${allRows} rows in all`,
  );
};

beforeAll(async () => {
  await leanTables();
  await sell(1, POLICIES, FIRST_DAY, DAYS);
}, 3_600_000);

test('counts sales within the bounds of a run', { timeout: 3_600_000 }, async () => {
  await report(`${POLICIES} policies on ${DAYS} days, everything`);
  await sell(POLICIES + 1, NEW, FIRST_DAY, DAYS);
  await report(`${NEW} new ones, spread over all days`);
  await sell(POLICIES + NEW + 1, NEW, '2026-09-26', 1);
  await report(`${NEW} new ones on one day`);
});
