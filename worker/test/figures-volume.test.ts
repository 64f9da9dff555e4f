/** What the figures' job reads, however many policies there are. `npm run bench:figures` sells a million. */

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { REBUILD } from '#worker/admin/figures/days/rebuild.ts';
import { kept } from './figures.ts';
import { type Cost, leanTables, sell, untilClean } from './figures-volume.ts';

const DAYS = 20;
const [BEFORE, NEW] = [4000, 10_000];

const expectBounded = ({ rows, statements }: Cost) => {
  expect(rows).toBeLessThanOrEqual(50_000);
  expect(statements).toBeLessThanOrEqual(100);
};
const premiums = async () => (await kept()).find((line) => line.startsWith('all premium * :'));

beforeAll(async () => {
  await leanTables();
  await sell(1, BEFORE, '2026-01-01', DAYS);
  expectBounded(await untilClean());
});

test('10,000 sales on one day are counted in several runs, each within 50,000 rows and 100 statements', async () => {
  await sell(BEFORE + 1, NEW, '2026-01-05', 1);
  const cost = await untilClean();
  expectBounded(cost);
  expect(cost.runs).toBeGreaterThan(1);
  expect(await premiums()).toMatch(new RegExp(`: ${BEFORE + NEW} `));
});

test('10,000 sales spread over days are counted within 50,000 rows and 100 statements a run', async () => {
  await sell(BEFORE + NEW + 1, NEW, '2026-01-01', DAYS);
  expectBounded(await untilClean());
  expect(await premiums()).toMatch(new RegExp(`: ${BEFORE + 2 * NEW} `));
});

test('a recomputation of everything gives the same numbers', async () => {
  const before = await kept();
  await env.DB.batch(REBUILD.map((sql) => env.DB.prepare(sql)));
  expectBounded(await untilClean());
  expect(await kept()).toEqual(before);
});
