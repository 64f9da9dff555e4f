/** The cause of loss and the reserve of a claim, at the desk and in the figures. */
import { beforeEach, expect, test } from 'vitest';
import type { AdminClaimDetail } from '#domain/admin/claims-schema.ts';
import { markDays } from '#worker/platform/db/figure-days.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed, submit } from '../../../test/claims.ts';
import { deskCtx } from '../../../test/desk.ts';
import { moved, recomputeAll } from '../../../test/figures.ts';
import { rows } from '../../../test/harness.ts';

let hedy: Admin;
beforeEach(async () => {
  hedy = await Admin.arrive('Hedy Lamarr');
});

const detail = async (id: number) => (await hedy.call<AdminClaimDetail>(`/admin/claims/${id}`)).data;
const patch = (id: number, what: 'cause' | 'reserve', body: object, admin = hedy, headers = {}) =>
  admin.call(`/admin/claims/${id}/${what}`, { method: 'PATCH', body: { ...body }, headers });
const lines = (id: number) =>
  rows<{ action: string; before: string; after: string }>(
    'SELECT action, before, after FROM audit_log WHERE subject = ? ORDER BY id',
    `claim:${id}`,
  );

test('the customer names the cause of loss, and only one of the product’s list', async () => {
  const { customer, policy, claim } = await claimed({ cause: 'storm' });
  expect((await detail(claim.id)).cause).toBe('storm');
  const wrong = await submit(customer, policy, { cause: 'luggage' });
  expect(wrong.status).toBe(422);
  expect(wrong.message).toBe('Please choose a cause from the list.');
  expect((await submit(customer, policy, { cause: 'constructor' })).status).toBe(422);
});

test('a handler corrects the cause, and the figures count the claim under it', async () => {
  const { claim } = await claimed({ cause: 'fire', claim_amount: 4321 });
  const change = await moved(hedy, () => patch(claim.id, 'cause', { cause: 'water' }));
  expect(change).toEqual({ 'insurance.causes.last.label': 'Fire or smoke → Water inside the home' });
  expect((await detail(claim.id)).cause).toBe('water');
  expect((await patch(claim.id, 'cause', { cause: 'water' })).status).toBe(200);
  expect(await lines(claim.id)).toEqual([
    { action: 'claim.cause_corrected', before: '{"cause":"fire"}', after: '{"cause":"water"}' },
  ]);
  expect((await patch(claim.id, 'cause', { cause: 'glass' })).status).toBe(422);
  expect((await patch(claim.id, 'cause', { cause: 'theft' }, hedy, { 'if-match': '"1"' })).status).toBe(409);
  const support = await Admin.arrive('Sam', 'support');
  expect((await patch(claim.id, 'cause', { cause: 'theft' }, support)).status).toBe(403);
});

test('a decision names the cause that nobody named, the figures follow, and undoing it takes the cause back', async () => {
  const { claim } = await claimed({ cause: undefined, claim_amount: 4321 });
  // It counts on the day when it was made, which is not the day of the decision.
  const { db } = deskCtx();
  const dayBefore = new Date(Date.parse(claim.created_at) - 86_400_000).toISOString();
  await rows('UPDATE claims SET created_at = ? WHERE id = ? RETURNING id', dayBefore, claim.id);
  await db.batch([markDays(db, dayBefore, claim.created_at)]);
  await recomputeAll();
  const decide = (body: object) =>
    hedy.call(`/admin/claims/${claim.id}/status`, { method: 'PATCH', body: { status: 'approved', ...body } });
  expect(await decide({ cause: 'glass' })).toMatchObject({ status: 422, issues: [{ path: 'cause' }] });
  expect((await detail(claim.id)).status).toBe('pending');
  const named = await moved(hedy, () => decide({ cause: 'storm' }));
  expect(named).toMatchObject({ 'insurance.causes.1.label': 'Not named → –' });
  expect(await detail(claim.id)).toMatchObject({ status: 'approved', cause: 'storm' });
  expect((await decide({ cause: 'storm' })).status).toBe(200);
  expect((await decide({ cause: 'fire' })).status).toBe(409);
  const [line] = (await lines(claim.id)).slice(-1);
  expect([line?.action, JSON.parse(line?.before ?? '').cause, JSON.parse(line?.after ?? '').cause]).toEqual([
    'claim.approved',
    null,
    'storm',
  ]);
  const undone = await moved(hedy, () =>
    hedy.call(`/admin/claims/${claim.id}/status/undo`, { method: 'PATCH' }),
  );
  expect(undone).toMatchObject({ 'insurance.causes.1.label': '– → Not named' });
  expect(await detail(claim.id)).toMatchObject({ status: 'pending', cause: null });
});

test('the rules suggest a reserve, a handler changes it with a reason, and the figures follow', async () => {
  const { claim } = await claimed({ claim_amount: 6100 });
  const rule = { usd: 3600, suggested_usd: 3600, changed: false, open: true };
  expect((await detail(claim.id)).reserve).toEqual(rule);
  expect((await patch(claim.id, 'reserve', { reserve_usd: 5200, reason: ' ' })).status).toBe(422);
  const tooMuch = await patch(claim.id, 'reserve', { reserve_usd: 500_001, reason: 'All of it.' });
  expect(tooMuch.message).toBe('Only $500,000 of coverage remains for this claim.');

  const more = { reserve_usd: 5200, reason: 'The floor has to go too.' };
  const change = await moved(hedy, () => patch(claim.id, 'reserve', more));
  const [before, after] = (change['insurance.outstanding_reserves'] ?? '').split(' → ').map(Number);
  expect((after ?? 0) - (before ?? 0)).toBe(1600);
  expect((await detail(claim.id)).reserve).toEqual({ ...rule, usd: 5200, changed: true });
  expect(await lines(claim.id)).toEqual([
    {
      action: 'claim.reserve_changed',
      before: '{"reserve_usd":null}',
      after: '{"reserve_usd":5200,"reason":"The floor has to go too."}',
    },
  ]);
  const back = await moved(hedy, () =>
    patch(claim.id, 'reserve', { reserve_usd: null, reason: 'By the rules after all.' }),
  );
  expect(back['insurance.outstanding_reserves']).toBe(`${after?.toFixed(2)} → ${before?.toFixed(2)}`);

  await hedy.call(`/admin/claims/${claim.id}/status`, { method: 'PATCH', body: { status: 'approved' } });
  expect((await detail(claim.id)).reserve).toEqual({
    usd: 3600,
    suggested_usd: 3600,
    changed: false,
    open: false,
  });
  const late = await patch(claim.id, 'reserve', { reserve_usd: 1, reason: 'Late.' });
  expect(late.status).toBe(409);
  expect(late.message).toBe(`${claim.claim_number} is decided, so its reserve follows the decision.`);
});
