import { beforeEach, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { claimDetail, claimed, eventKinds, submit } from '../../../test/claims.ts';
import { decide, lastMessage, prepare, report, stateOf, UNKNOWN } from '../../../test/decided.ts';
import { deskCtx, insured, raced } from '../../../test/desk.ts';
import { CAR, rows, scanFromHere, TRAVEL, term } from '../../../test/harness.ts';
import { type ClaimDecision, decideClaim } from './decide.ts';

let hedy: Admin;
let grace: Admin;

beforeEach(async () => {
  await scanFromHere();
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});

describe('payout amount', () => {
  test('pays the claim minus the deductible in whole dollars unless a reason is given', async () => {
    const { claim } = await claimed(
      { claim_amount: 1998.01 },
      { policy: { insurance_type: 'car', details: CAR, ...term(60) } },
    );
    expect(await decide(hedy, claim.id, 'approved', { payout_amount: 1500 })).toMatchObject({
      status: 422,
      issues: [{ path: 'admin_notes', message: expect.stringContaining('$1,499') }],
    });
    const yes = await decide(hedy, claim.id, 'approved', {
      payout_amount: 1500,
      admin_notes: 'In good will.',
    });
    expect(yes.data).toMatchObject({ payout_amount: 1500, suggested_payout: 1499 });
  });

  test('takes the deductible that the claim was made with, whatever its product has today', async () => {
    const { claim, customer } = await claimed({ claim_amount: 5000 });
    const stored = 'SELECT deductible_usd, reserve_cents FROM claims WHERE id = ?';
    expect(await rows(stored, claim.id)).toEqual([{ deductible_usd: 2500, reserve_cents: 250_000 }]);
    await rows('UPDATE claims SET deductible_usd = 1000 WHERE id = ? RETURNING id', claim.id);
    expect(await rows(stored, claim.id)).toEqual([{ deductible_usd: 1000, reserve_cents: 400_000 }]);
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      deductible: 1000,
      policy: { formatted_deductible: '$1,000' },
    });
    expect((await hedy.call(`/admin/claims/${claim.id}`)).data).toMatchObject({
      policy_facts: { deductible: 1000 },
      suggested_payout: 4000,
    });
    expect((await decide(hedy, claim.id, 'approved')).data).toMatchObject({ payout_amount: 4000 });
    expect((await lastMessage(claim.id))?.text).toContain('less the deductible of $1,000');
  });

  test('refuses to approve a payout of zero', async () => {
    const { claim } = await claimed({ claim_amount: 2500 });
    expect(await decide(hedy, claim.id, 'approved', { admin_notes: 'Yes.' })).toMatchObject({
      status: 422,
      issues: [
        {
          path: 'payout_amount',
          message:
            'The claim of $2,500 does not exceed the deductible of $2,500, so there is nothing to pay: this claim cannot be approved.',
        },
      ],
    });
    expect((await stateOf(claim.id)).status).toBe('pending');
  });

  test('limits a payout to the remaining cover minus other approved claims', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(20) });
    const [one, two] = [
      (await submit(customer, policy, { claim_amount: 95_000 })).data,
      (await submit(customer, policy, { claim_amount: 9000 })).data,
    ];
    expect(
      await decide(hedy, one.id, 'approved', { payout_amount: 100_001, admin_notes: 'x' }),
    ).toMatchObject({
      status: 422,
      issues: [
        { path: 'payout_amount', message: 'The claim is for $95,000, and a payout is never above it.' },
      ],
    });
    expect((await decide(hedy, one.id, 'approved')).status).toBe(200);
    expect(await decide(hedy, two.id, 'approved', { payout_amount: 9000 })).toMatchObject({
      status: 422,
      issues: [{ path: 'payout_amount', message: 'Only $5,000 of coverage remains for this claim.' }],
    });
    expect((await decide(hedy, two.id, 'approved')).data.payout_amount).toBe(5000);
    const three = (await submit(customer, policy, { claim_amount: 10 })).data;
    expect(await decide(hedy, three.id, 'approved')).toMatchObject({
      issues: [{ message: expect.stringContaining('No coverage remains') }],
    });
  });

  test('stays within the cover when two claims are approved at once', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(20) });
    const one = (await submit(customer, policy, { claim_amount: 60_000 })).data;
    const two = (await submit(customer, policy, { claim_amount: 70_000 })).data;
    const ctx = {
      ...deskCtx(),
      admin: { id: hedy.id, email: '', name: '', role: 'administrator' as const, jti: '' },
    };
    const other = "UPDATE claims SET status = 'approved', payout_usd = 60000 WHERE id = ?";
    const input = { id: two.id, status: 'approved', payout_amount: 70_000 } as ClaimDecision;
    await expect(decideClaim(raced(ctx, other, one.id), input)).rejects.toMatchObject({
      message: 'Only $40,000 of coverage remains for this claim.',
    });
    expect((await stateOf(two.id)).status).toBe('pending');
    // Without an amount it is what is left.
    await decideClaim(ctx, { id: two.id, status: 'approved' } as ClaimDecision);
    expect(await stateOf(two.id)).toMatchObject({ status: 'approved', payout_usd: 40_000 });
  });

  test('requires a second administrator above the limit @desk-13', async () => {
    const { claim } = await claimed({ claim_amount: 12_501 });
    const { id } = claim;
    const first = await decide(hedy, id, 'approved');
    expect(first.data).toMatchObject({ status: 'approved', payout_amount: 10_001, needs_confirmation: true });
    expect((await lastMessage(id))?.text).toContain('a second member of our team must confirm it first');
    expect(await prepare(hedy, id)).toMatchObject({
      status: 409,
      message: 'A second administrator must confirm this payout first.',
    });
    expect((await report(hedy, id, UNKNOWN)).status).toBe(409);
    expect(await decide(hedy, id, 'approved')).toMatchObject({
      status: 409,
      message: 'You have already approved this payout. A second administrator must confirm it.',
    });
    expect((await decide(grace, id, 'approved', { payout_amount: 10_000, admin_notes: 'x' })).status).toBe(
      409,
    );
    const second = await decide(grace, id, 'approved');
    expect(second).toMatchObject({ status: 200, data: { needs_confirmation: false, payout_amount: 10_001 } });
    expect((await decide(grace, id, 'approved')).status).toBe(200);
    expect(await eventKinds(id)).toEqual(['submitted', 'approved', 'confirmed']);
    expect(await stateOf(id)).toMatchObject({ decided_by: hedy.id, confirmed_by: grace.id });
    expect((await prepare(grace, id)).status).toBe(200);
  });

  test('does not accept as second administrator an account that the first one created, that created theirs, or that shares a creator', async () => {
    const { claim } = await claimed({ claim_amount: 12_501 });
    const child = await Admin.arrive('Child');
    const grandchild = await Admin.arrive('Grandchild');
    const sibling = await Admin.arrive('Sibling');
    const made = 'UPDATE admins SET created_by = ? WHERE id = ? RETURNING id';
    await rows(made, hedy.id, child.id);
    await rows(made, child.id, grandchild.id);
    await rows(made, hedy.id, sibling.id);
    await decide(child, claim.id, 'approved');
    for (const same of [hedy, grandchild, sibling]) {
      expect(await decide(same, claim.id, 'approved')).toMatchObject({
        status: 409,
        message:
          'Your account and Child’s come from one another or from the same administrator, so they count as one person. Someone else must confirm this.',
      });
    }
    expect((await stateOf(claim.id)).confirmed_by).toBeNull();
    expect((await decide(grace, claim.id, 'approved')).status).toBe(200);
  });

  test('requires one administrator for exactly the limit', async () => {
    const { claim } = await claimed({ claim_amount: 12_499.01 });
    expect((await decide(hedy, claim.id, 'approved')).data).toMatchObject({
      payout_amount: 10_000,
      needs_confirmation: false,
    });
  });
});

describe('payout authority', () => {
  const limited = (usd: number | null) =>
    hedy.call<{ waits: boolean; payout_limit_usd: number | null }>(`/admin/admins/${grace.id}`, {
      method: 'PATCH',
      body: { payout_limit_usd: usd },
    });

  test('bounds what an administrator approves, and nobody else', async () => {
    const { claim } = await claimed({ claim_amount: 6_500 });
    expect((await limited(3_999)).data).toMatchObject({ waits: false, payout_limit_usd: 3_999 });
    expect((await grace.call('/admin/auth/profile')).data).toMatchObject({ payout_limit_usd: 3_999 });
    expect(await decide(grace, claim.id, 'approved')).toMatchObject({
      status: 403,
      message:
        'You may approve payouts up to $3,999. Please assign this claim to someone who may approve $4,000.',
      issues: [{ path: 'payout_amount' }],
    });
    expect((await stateOf(claim.id)).status).toBe('pending');
    const less = { payout_amount: 3_999, admin_notes: 'The door is two years old.' };
    expect((await decide(grace, claim.id, 'approved', less)).status).toBe(200);
    const other = await claimed({ claim_amount: 6_500 });
    expect((await decide(hedy, other.claim.id, 'approved')).status).toBe(200);
  });

  test('bounds what an administrator confirms as the second one', async () => {
    const { claim } = await claimed({ claim_amount: 12_501 });
    expect((await decide(hedy, claim.id, 'approved')).data).toMatchObject({ needs_confirmation: true });
    await limited(10_000);
    expect(await decide(grace, claim.id, 'approved')).toMatchObject({ status: 403 });
    expect((await stateOf(claim.id)).needs_confirmation).toBe(1);
    await limited(null);
    await (await Admin.arrive('Second')).confirmAll();
    expect((await decide(grace, claim.id, 'approved')).data).toMatchObject({ needs_confirmation: false });
  });
});
