/** One incident is covered once, over all policies that changes of cover join, whatever was rejected and looked at again. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type ClaimDecision, decideClaim } from '#worker/admin/claims/decide.ts';
import { Admin } from '../../test/admin.ts';
import { begunBefore, buy, LOWER, quoteFor } from '../../test/change.ts';
import { submit } from '../../test/claims.ts';
import { decide, stateOf } from '../../test/decided.ts';
import { asHolder, deskCtx, insured, raced } from '../../test/desk.ts';
import { type Customer, rows, scanFromHere } from '../../test/harness.ts';
import { askSecondLook } from './second-look/ask.ts';

const REASON = 'The pipe was new in June, and here is the invoice.';
const NO = { clause: 'not_covered-2', admin_notes: 'Before the change.' };
const MOVED = { details: { house_address: '7 Rope Walk, Bristol' } };

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  await scanFromHere();
  [hedy, grace] = await Promise.all([Admin.arrive('Hedy Lamarr'), Admin.arrive('Grace Hopper')]);
});

const lookAgain = (customer: Customer, id: number) =>
  customer.call(`/claims/${id}/second-look`, { body: { reason: REASON } });

/** Three policies in a row that all cover today. */
async function threeInARow() {
  const { customer, policy: first } = await insured();
  await begunBefore(first.id, 20);
  const second = await buy(customer, await quoteFor(customer, first.id, LOWER));
  const third = await buy(customer, await quoteFor(customer, second.id, MOVED));
  return { customer, first, second, third };
}

describe('one incident on joined policies', () => {
  test.each([
    ['the next one', 'second'],
    ['the one after the next', 'third'],
  ] as const)('a claim on %s is rejected, the same day is claimed on the first, and the rejected one is not looked at again', async (_, which) => {
    const all = await threeInARow();
    const { customer, first } = all;
    const newer = all[which];
    await rows(
      'UPDATE policies SET cover_from = ? WHERE id <> ? AND wallet = ?',
      ...[new Date(Date.now() + 3_600_000).toISOString(), newer.id, customer.address.toLowerCase()],
    );
    const { data: one } = await submit(customer, newer);
    await decide(hedy, one.id, 'rejected', NO);
    await begunBefore(first.id, 20);
    const { data: two, status } = await submit(customer, first);
    expect(status).toBe(201);
    expect(await lookAgain(customer, one.id)).toMatchObject({
      status: 409,
      message: `You claimed for that day with ${two.claim_number} on ${first.policy_number}, and an incident is covered once. If something else happened on the same day, please tell us in a message about ${two.claim_number}.`,
    });
    expect(await stateOf(one.id)).toMatchObject({ status: 'rejected', second_look_at: null });
    // Rejected there as well, it can be looked at here.
    await decide(hedy, two.id, 'rejected', NO);
    expect((await lookAgain(customer, one.id)).status).toBe(201);
    expect((await lookAgain(customer, two.id)).status).toBe(409);
  });

  test('a second look that is asked for while the other claim is made leaves one of them', async () => {
    const { customer, first, third } = await threeInARow();
    const { data: one } = await submit(customer, first);
    await decide(hedy, one.id, 'rejected', NO);
    const { data: two } = await submit(customer, third);
    await rows("UPDATE claims SET status = 'rejected' WHERE id = ?", two.id);
    const late = raced(asHolder(customer), "UPDATE claims SET status = 'pending' WHERE id = ?", two.id);
    await expect(askSecondLook(late, { id: one.id, reason: REASON })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await stateOf(one.id)).toMatchObject({ status: 'rejected', second_look_at: null });
  });

  test('a claim that the desk reopens is not approved when the same day was approved on a joined policy', async () => {
    const { customer, first, third } = await threeInARow();
    const { data: one } = await submit(customer, third, { claim_amount: 7500 });
    await decide(hedy, one.id, 'rejected', NO);
    const { data: two } = await submit(customer, first);
    await decide(hedy, one.id, 'under_review');
    await rows("UPDATE claims SET status = 'approved', payout_usd = 2500 WHERE id = ?", two.id);
    expect(await decide(grace, one.id, 'approved')).toMatchObject({
      status: 409,
      message: `${two.claim_number} on ${first.policy_number} was approved for the same day, and an incident is covered once.`,
    });

    // The other one is approved between reading and writing.
    await rows("UPDATE claims SET status = 'pending' WHERE id = ?", two.id);
    const admin = { id: hedy.id, email: '', name: '', role: 'administrator' as const, jti: '' };
    const ctx = raced({ ...deskCtx(), admin }, "UPDATE claims SET status = 'approved' WHERE id = ?", two.id);
    await expect(decideClaim(ctx, { id: one.id, status: 'approved' } as ClaimDecision)).rejects.toMatchObject(
      {
        code: 'conflict',
      },
    );
    expect((await stateOf(one.id)).status).toBe('under_review');
  });

  test('an incident after two changes of cover is claimed on the third policy alone, also when the second is refunded', async () => {
    const { customer, first, second, third } = await threeInARow();
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await rows('UPDATE policies SET cover_from = ?, cover_until = ? WHERE id = ?', at(9), at(5), second.id);
    await rows('UPDATE policies SET cover_from = ? WHERE id = ?', at(5), third.id);
    const answer = await submit(customer, first);
    expect(answer).toMatchObject({ status: 422, issues: [{ path: 'incident_date' }] });
    expect(answer.message).toBe(
      `${third.policy_number} replaced this policy before that day. Please make the claim on ${third.policy_number}.`,
    );
  });
});
