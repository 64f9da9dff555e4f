/** Policies that end and claims that are decided twice: what counts once, and what is owed of a premium. */
import { beforeAll, expect, test } from 'vitest';
import type { TrialBalance } from '#domain/admin/books-schema.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import type { Admin } from '../../../test/admin.ts';
import { buy, LOWER, quoteFor } from '../../../test/change.ts';
import { claimed } from '../../../test/claims.ts';
import { decide, twoAtTheDesk } from '../../../test/decided.ts';
import { cancelPolicy, deskCtx, insured } from '../../../test/desk.ts';
import { allFigures, kept, recomputeAll, recomputed } from '../../../test/figures.ts';
import { readChains, rows, scanFromHere } from '../../../test/harness.ts';
import { refund } from '../../../test/registry.ts';
import { withdraw } from '../../../test/withdrawals.ts';

let hedy: Admin;
let grace: Admin;
beforeAll(async () => {
  await scanFromHere();
  ({ hedy, grace } = await twoAtTheDesk());
});

/** Balances of refunds payable, premiums refunded and unearned premium. */
async function owed() {
  await recomputeAll();
  const { data } = await hedy.call<TrialBalance>('/admin/reports/trial-balance');
  return ['2200', '4010', '2000'].map(
    (code) => data.accounts.find((each) => each.code === code)?.balance ?? '0.00',
  );
}
const figure = async (path: string) => (await allFigures(hedy))[path];

test('a withdrawn contract is owed, not active and not earned from its submission on', async () => {
  const before = await Promise.all(
    ['insurance.total.earned', 'dashboard.overview.active_policies'].map(figure),
  );
  const { customer, policy } = await insured();
  expect(await owed()).toEqual(['0.00', '0.00', '-1200.00']);
  await withdraw(customer, policy.id);
  expect(await owed()).toEqual(['-1200.00', '1200.00', '0.00']);
  expect(
    await Promise.all(['insurance.total.earned', 'dashboard.overview.active_policies'].map(figure)),
  ).toEqual(before);
  expect(await figure('insurance.unearned_premium')).toBe('0.00');
  await refund(policy.id, undefined, 'rejected');
  await readChains();
  expect(await owed()).toEqual(['0.00', '1200.00', '0.00']);
  expect(await rows("SELECT cents FROM entries WHERE kind = 'refund_owed' ORDER BY id")).toEqual([
    { cents: 120_000 },
    { cents: -120_000 },
  ]);
  expect(await kept()).toEqual(await recomputed());
});

test('the unused part of a canceled premium is owed until its refund, and the policy is active until then', async () => {
  const { customer, policy } = await insured();
  const [none] = await owed();
  await cancelPolicy(customer, policy.id);
  expect((await owed())[0]).not.toBe(none);
  // 364 of 365 days.
  expect((await owed())[0]).toBe('-1196.71');
  expect(await figure('dashboard.overview.active_policies')).toBe(1);
  await refund(policy.id);
  await readChains();
  expect((await owed())[0]).toBe('0.00');
  expect(await figure('dashboard.overview.active_policies')).toBe(0);
});

test('a policy that a change of cover replaced counts once among the active ones, before its refund and after it', async () => {
  const { customer, policy } = await insured();
  // Sold on another day than it is replaced.
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString();
  await rows('UPDATE policies SET created_at = ? WHERE id = ? RETURNING id', day, policy.id);
  await markDays(deskCtx().db, day, new Date().toISOString());
  expect(await figure('dashboard.overview.active_policies')).toBe(1);
  await buy(customer, await quoteFor(customer, policy.id, LOWER));
  expect(await rows('SELECT status, refund_kind FROM policies ORDER BY id DESC LIMIT 2')).toEqual([
    { status: 'active', refund_kind: null },
    { status: 'active', refund_kind: 'replacement' },
  ]);
  expect(await figure('dashboard.overview.active_policies')).toBe(1);
  await refund(policy.id);
  await readChains();
  expect(await figure('dashboard.overview.active_policies')).toBe(1);
  expect(await kept()).toEqual(await recomputed());
});

test('a claim counts by its first decision, whatever a second look says', async () => {
  const [one, two] = [await claimed(), await claimed()];
  await decide(hedy, one.claim.id, 'approved');
  await decide(hedy, two.claim.id, 'rejected', { clause: 'not_covered-2', admin_notes: 'It had rotted.' });
  expect(await figure('report.kpis.approval_rate')).toBe(50);
  await two.customer.call(`/claims/${two.claim.id}/second-look`, { body: { reason: 'It was new in June.' } });
  await decide(grace, two.claim.id, 'approved');
  expect(await figure('report.kpis.approval_rate')).toBe(50);
  expect(await kept()).toEqual(await recomputed());
});

test('a contract that was bought on an earlier day loses what was earned of it', async () => {
  const before = await figure('insurance.total.earned');
  const { customer, policy } = await insured();
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString();
  await rows('UPDATE chain_events SET block_time = ? WHERE quote_id = ? RETURNING id', day, policy.quote_id);
  await rows('UPDATE entries SET at = ? WHERE policy_id = ? RETURNING id', day, policy.id);
  await markDays(deskCtx().db, day);
  expect(await figure('insurance.total.earned')).not.toBe(before);
  await withdraw(customer, policy.id);
  expect(await figure('insurance.total.earned')).toBe(before);
  expect(await kept()).toEqual(await recomputed());
});
