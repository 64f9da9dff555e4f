import { beforeEach, describe, expect, test } from 'vitest';
import { Admin } from '../../../test/admin.ts';
import { claimed, eventKinds, submit } from '../../../test/claims.ts';
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
      { claim_amount: 1999.99 },
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

  test('refuses to approve a payout of zero', async () => {
    const { claim } = await claimed({ claim_amount: 2500 });
    expect(await decide(hedy, claim.id, 'approved', { admin_notes: 'Yes.' })).toMatchObject({
      status: 422,
      issues: [
        {
          path: 'payout_amount',
          message:
            'The claim of $2,500 is not above the deductible of $2,500, so there is nothing to pay: this claim cannot be approved.',
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
      issues: [{ path: 'payout_amount', message: 'Only $100,000 of coverage remains for this claim.' }],
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
    const input = { id: two.id, status: 'approved' } as ClaimDecision;
    await expect(decideClaim(raced(ctx, other, one.id), input)).rejects.toMatchObject({ code: 'conflict' });
    expect((await stateOf(two.id)).status).toBe('pending');
  });

  test('requires a second administrator above the limit @desk-13', async () => {
    const { claim } = await claimed({ claim_amount: 12_501 });
    const { id } = claim;
    const first = await decide(hedy, id, 'approved');
    expect(first.data).toMatchObject({ status: 'approved', payout_amount: 10_001, needs_confirmation: true });
    expect((await lastMessage(id))?.text).toContain('a second member of our team must confirm it first');
    expect(await prepare(hedy, id)).toMatchObject({
      status: 409,
      message: 'A second administrator has to confirm this payout first.',
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
    expect((await prepare(hedy, id)).status).toBe(200);
  });

  test('takes no account that the first administrator created, that created theirs, or that shares a creator, for a second one', async () => {
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
          'Your account and Child’s come from one another or from the same administrator, so they count as one person. Someone else has to confirm this.',
      });
    }
    expect((await stateOf(claim.id)).confirmed_by).toBeNull();
    expect((await decide(grace, claim.id, 'approved')).status).toBe(200);
  });

  test('requires one administrator for exactly the limit', async () => {
    const { claim } = await claimed({ claim_amount: 12_500.99 });
    expect((await decide(hedy, claim.id, 'approved')).data).toMatchObject({
      payout_amount: 10_000,
      needs_confirmation: false,
    });
  });
});
