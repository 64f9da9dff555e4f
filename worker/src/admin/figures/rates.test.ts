/** Money that is booked before the rate of ether is known, and what becomes of it once there is one. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { keepRate } from '#worker/platform/db/figure-days.ts';
import { Admin } from '../../../test/admin.ts';
import { deskCtx, insured } from '../../../test/desk.ts';
import { allFigures, kept, movements, recomputed } from '../../../test/figures.ts';
import { runSchedule, scanFromHere } from '../../../test/harness.ts';
import { paidOutside } from '../../../test/money.ts';

let hedy: Admin;
let grace: Admin;
beforeAll(async () => {
  await scanFromHere();
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});

const TODAY = new Date().toISOString().slice(0, 10);
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const setRate = async (day: string, usdCents: number) => {
  const { db } = deskCtx();
  await db.batch(keepRate(db, { day, usd_cents: usdCents, source: 'test', at: '' }));
};
const revenue = async () => (await allFigures(hedy))['revenue.totalRevenue.eth'];
const gweiOf = async (wanted: string) =>
  (await movements()).filter(({ kind }) => kind === wanted).map(({ gwei }) => ({ gwei }));

test('a premium paid in dollars while no rate is known gets its value in ether with the first rate', async () => {
  const { pay } = await paidOutside(hedy);
  await env.DB.prepare('DELETE FROM eth_rates').run();
  await insured({ payment_currency: 'USDC' });
  for (const admin of [hedy, grace]) await pay(admin);
  expect(await gweiOf('claim_paid_other')).toEqual([{ gwei: 0 }]);
  // What was paid in ether is known.
  expect(await revenue()).toBe('0.600000000');
  await runSchedule();
  // $1,200 and $2,000 at 2,000 dollars an ether.
  expect(await revenue()).toBe('1.200000000');
  expect(await gweiOf('claim_paid_other')).toEqual([{ gwei: 1_000_000_000 }]);
  expect(await kept()).toEqual(await recomputed());
});

test('the money of a day is revalued when that day’s own rate arrives later', async () => {
  await env.DB.prepare('DELETE FROM eth_rates').run();
  await setRate(YESTERDAY, 100_000);
  await insured({ payment_currency: 'USDC' });
  const newest = async () => (await gweiOf('premium')).slice(-1);
  expect(await newest()).toEqual([{ gwei: 1_200_000_000 }]);
  await setRate(TODAY, 400_000);
  expect(await newest()).toEqual([{ gwei: 300_000_000 }]);
  expect(await kept()).toEqual(await recomputed());
});
