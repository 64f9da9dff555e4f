/** Nothing is approved that can't be paid, and nothing is prepared that can't be paid anymore. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Admin } from '../../../test/admin.ts';
import { begunBefore, buy, LOWER, quoteFor } from '../../../test/change.ts';
import { claimed, eventKinds, submit } from '../../../test/claims.ts';
import { decide, prepare, stateOf, twoAtTheDesk } from '../../../test/decided.ts';
import { insured } from '../../../test/desk.ts';
import { rows } from '../../../test/harness.ts';
import { withdraw } from '../../../test/withdrawals.ts';

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  ({ hedy, grace } = await twoAtTheDesk());
});

const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

describe('an approval asks whether the claim can be paid', () => {
  test('not when the customer has withdrawn from the policy', async () => {
    const { customer, policy, claim } = await claimed();
    await decide(hedy, claim.id, 'rejected', { clause: 'not_covered-2', admin_notes: 'Wear.' });
    await withdraw(customer, policy.id);
    await decide(hedy, claim.id, 'under_review');
    expect((await decide(hedy, claim.id, 'approved')).status).toBe(409);
    expect(await eventKinds(claim.id)).not.toContain('approved');
  });

  test('not when the policy was replaced and its agreed refund is not sent yet', async () => {
    const { customer, policy } = await insured();
    await begunBefore(policy.id, 20);
    const successor = await buy(customer, await quoteFor(customer, policy.id, LOWER));
    const day = ago(48 * HOUR).slice(0, 10);
    const { data: claim } = await submit(customer, policy, { incident_date: day });
    expect(await decide(hedy, claim.id, 'approved')).toMatchObject({
      status: 409,
      message: `${successor.policy_number} replaced ${policy.policy_number}, and its refund was agreed. The refund is sent first; a claim can be paid after it.`,
    });
    expect((await stateOf(claim.id)).status).toBe('pending');
  });

  test.each([
    ['ended before the incident', 'cover_until', 'does not cover the time of the incident'],
    ['began after the incident', 'cover_from', 'does not cover the time of the incident'],
  ])('not when the cover %s by now', async (_, column, message) => {
    const { policy, claim } = await claimed();
    const at = column === 'cover_until' ? ago(30 * 24 * HOUR) : ago(-HOUR);
    await rows(`UPDATE policies SET ${column} = ? WHERE id = ?`, at, policy.id);
    expect(await decide(hedy, claim.id, 'approved')).toMatchObject({
      status: 409,
      message: expect.stringContaining(message),
    });
    expect((await stateOf(claim.id)).status).toBe('pending');
  });

  test('not while no block holds the payment of the policy', async () => {
    const { policy, claim } = await claimed();
    await rows('UPDATE policies SET cover_from = NULL WHERE id = ?', policy.id);
    expect(await decide(hedy, claim.id, 'approved')).toMatchObject({
      status: 409,
      message: expect.stringContaining('is not confirmed, so nothing is paid on it yet'),
    });
  });

  test('not when the cover is used up', async () => {
    const { policy, claim } = await claimed();
    await rows('UPDATE policies SET paid_out_usd = coverage_usd WHERE id = ?', policy.id);
    expect(await decide(hedy, claim.id, 'approved')).toMatchObject({
      status: 422,
      message: expect.stringContaining('No coverage remains'),
    });
  });

  test('and so do the second administrator’s confirmation, the payout and a payment by another method', async () => {
    const { policy, claim } = await claimed({ claim_amount: 12_501 });
    await decide(hedy, claim.id, 'approved');
    const withdrawn = (at: string | null) =>
      rows('UPDATE policies SET withdrawn_at = ? WHERE id = ?', at, policy.id);
    const message = 'The holder withdrew from the contract of this policy, so no claim on it is paid.';
    await withdrawn(ago(HOUR));
    expect(await decide(grace, claim.id, 'approved')).toMatchObject({ status: 409, message });
    await withdrawn(null);
    expect((await decide(grace, claim.id, 'approved')).status).toBe(200);
    await withdrawn(ago(HOUR));
    expect(await prepare(grace, claim.id)).toMatchObject({ status: 409, message });
    const transfer = { payout_amount: 10_001, payment_method: 'bank_transfer', reference: 'MT103 1' };
    expect(await grace.call(`/admin/claims/${claim.id}/payment`, { body: transfer })).toMatchObject({
      status: 409,
      message,
    });
    await withdrawn(null);
    expect((await prepare(grace, claim.id)).status).toBe(200);
  });
});
