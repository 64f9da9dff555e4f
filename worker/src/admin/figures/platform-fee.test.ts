/** Our share of a premium: of the setting when the policy was opened, in every figure and for good. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { bookAll } from '../../../test/books-year.ts';
import { cancelPolicy, insured } from '../../../test/desk.ts';
import { allFigures, movements } from '../../../test/figures.ts';
import { runSchedule, scanFromHere } from '../../../test/harness.ts';
import { refund } from '../../../test/registry.ts';
import { put } from '../../../test/settings.ts';

let hedy: Admin;
beforeAll(async () => {
  await scanFromHere();
  hedy = await Admin.arrive('Hedy Lamarr');
});
afterEach(() => put('platform_fee_bps', '250'));

const fees = async () => (await allFigures(hedy))['revenue.platformFees.usd'];
const booked = async (policy: number) =>
  (await movements())
    .filter(({ policy_id }) => policy_id === policy)
    .map(({ kind, fee_cents }) => ({ kind, platform_fee_cents: fee_cents }));

test('a full refund reverses the fee that its premium was booked with, whatever the setting is by then', async () => {
  const { customer, policy } = await insured();
  expect(await fees()).toBe('30.00');
  await put('platform_fee_bps', '500');
  await cancelPolicy(customer, policy.id);
  await refund(policy.id);
  await runSchedule();
  // 2.5 percent of $1,200, and of the 364 days of 365 that were left.
  expect(await booked(policy.id)).toEqual([
    { kind: 'premium', platform_fee_cents: 3000 },
    { kind: 'refund', platform_fee_cents: -2991 },
  ]);
  expect(await fees()).toBe('0.09');
});

test('a premium that is reversed and confirmed again keeps its fee', async () => {
  const { policy } = await insured();
  await put('platform_fee_bps', '500');
  const itsEvent = `id = (SELECT purchase_event_id FROM policies WHERE id = ${policy.id})`;
  for (const status of ['orphaned', 'unconfirmed', 'confirmed']) {
    await env.DB.prepare(`UPDATE chain_events SET status = ? WHERE ${itsEvent}`).bind(status).run();
    await bookAll(itsEvent);
    expect(await booked(policy.id)).toEqual(
      status === 'confirmed' ? [{ kind: 'premium', platform_fee_cents: 3000 }] : [],
    );
  }
  expect(await fees()).toBe('30.09');
  // The next premium has the new one: 5 percent.
  expect(await booked((await insured()).policy.id)).toEqual([{ kind: 'premium', platform_fee_cents: 6000 }]);
});
