/** The largest policies that a pool may have to pay for at once. */
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod';
import type { exposure } from '../../../../domain/admin/insight-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { insured } from '../../../test/desk.ts';
import { rows, scanFromHere, TRAVEL, term } from '../../../test/harness.ts';
import { put } from '../../../test/settings.ts';

let hedy: Admin;
beforeAll(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});

const ether = async () => {
  const { data } = await hedy.call<z.output<typeof exposure>>('/admin/revenue/exposure');
  const [first] = data;
  if (!first) throw new Error('no pool');
  return first;
};

test('a paid policy under review is among the largest, and counts with those that are active', async () => {
  const trip = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(30) });
  await put('auto_approve_below_usd', '100');
  const home = await insured();
  await put('auto_approve_below_usd', '10000');
  expect(await rows('SELECT status, needs_review FROM policies ORDER BY id')).toEqual([
    { status: 'active', needs_review: 0 },
    { status: 'pending', needs_review: 1 },
  ]);
  const { largest, largest_usd, cover_usd } = await ether();
  expect(largest.map(({ policy_id, left_usd }) => [policy_id, left_usd])).toEqual([
    [home.policy.id, 500_000],
    [trip.policy.id, 100_000],
  ]);
  expect([largest_usd, cover_usd]).toEqual([600_000, 600_000]);
});

test('a policy whose payment left the chain is not among them', async () => {
  await env.DB.prepare("UPDATE policies SET cover_from = NULL WHERE status = 'pending'").run();
  expect((await ether()).largest_usd).toBe(100_000);
});

test('ten policies are shown of each pool, whatever their status', async () => {
  const copy = env.DB.prepare(
    `INSERT INTO policies (quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd, coverage_usd,
       currency, start_date, end_date, cover_from, cover_until, created_at, purchase_event_id, cover_start_date)
     SELECT 'q' || ?1, 'g' || ?1, wallet, kind, chain_id, product, ?2, needs_review, premium_usd, 200000 + ?1,
       currency, start_date, end_date, cover_from, cover_until, created_at, 1000 + ?1, cover_start_date FROM policies WHERE status = 'active' LIMIT 1`,
  );
  await env.DB.batch(Array.from({ length: 12 }, (_, n) => copy.bind(n, n % 2 ? 'pending' : 'active')));
  const { largest } = await ether();
  expect(largest.map(({ left_usd }) => left_usd)).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => 200_000 + n),
  );
});
