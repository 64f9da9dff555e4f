/** Money that is booked before the rate of ether is known, and what becomes of it once there is one. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import { Admin } from '../../../../test/admin.ts';
import { deskCtx, insured } from '../../../../test/desk.ts';
import { allFigures, kept, recomputed } from '../../../../test/figures.ts';
import { rows, runSchedule, scanFromHere } from '../../../../test/harness.ts';
import { paidOutside } from '../../../../test/money.ts';
import { revalue } from './revalue.ts';

let hedy: Admin;
let grace: Admin;
beforeAll(async () => {
  await scanFromHere();
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});

const TODAY = new Date().toISOString().slice(0, 10);
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const setRate = (day: string, cents: number) =>
  env.DB.prepare("INSERT INTO eth_rates VALUES (?, ?, 'test', '')").bind(day, cents).run();
const revenue = async () => (await allFigures(hedy))['revenue.totalRevenue.eth'];
const gweiOf = (kind: string) => rows('SELECT gwei FROM money_events WHERE kind = ?', kind);

test('a premium paid in dollars while no rate is known gets its value in ether with the first rate', async () => {
  const { pay } = await paidOutside(hedy);
  await env.DB.prepare('DELETE FROM eth_rates').run();
  await insured({ payment_currency: 'USDC' });
  for (const admin of [hedy, grace]) await pay(admin);
  expect(await gweiOf('claim_paid_other')).toEqual([{ gwei: 0 }]);
  // Without a rate there is nothing to do.
  expect(await revalue(deskCtx())).toBe(true);
  // What was paid in ether is known.
  expect(await revenue()).toBe('0.600000000');
  await runSchedule();
  // $1,200 and $2,000 at 2,000 dollars an ether.
  expect(await revenue()).toBe('1.200000000');
  expect(await gweiOf('claim_paid_other')).toEqual([{ gwei: 1_000_000_000 }]);
  expect(await kept()).toEqual(await recomputed());
});

test('money of a day is valued anew when the rate of its own day comes later', async () => {
  await env.DB.prepare('DELETE FROM eth_rates').run();
  await setRate(YESTERDAY, 100_000);
  await insured({ payment_currency: 'USDC' });
  const newest = () => rows('SELECT gwei FROM money_events ORDER BY event_id DESC LIMIT 1');
  expect(await newest()).toEqual([{ gwei: 1_200_000_000 }]);
  await setRate(TODAY, 400_000);
  expect(await revalue(deskCtx())).toBe(true);
  expect(await newest()).toEqual([{ gwei: 300_000_000 }]);
  expect(await kept()).toEqual(await recomputed());
});

test('a run values a hundred rows, and the next ones the rest', async () => {
  const row = env.DB.prepare(
    `INSERT INTO money_events (kind, event_id, at, chain_id, currency, product, amount, usd_cents, gwei, platform_fee_cents)
     VALUES ('claim_paid', ?, ?, 'x', 'USDC', 'car', '1', 100, 0, 0)`,
  );
  await env.DB.batch(
    Array.from({ length: 150 }, (_, n) => row.bind(1_000_000 + n, `${TODAY}T00:00:00.000Z`)),
  );
  const left = async () => (await rows('SELECT 1 FROM money_events WHERE gwei = 0')).length;
  expect(await revalue(deskCtx())).toBe(false);
  expect(await left()).toBe(50);
  expect(await revalue(deskCtx())).toBe(true);
  expect(await left()).toBe(0);
});
