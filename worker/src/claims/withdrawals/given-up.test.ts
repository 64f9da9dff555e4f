/** Whoever withdrew from a contract is paid nothing on it. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../../test/admin.ts';
import { claimBody, claimDetail, eventKinds, messagesOf, submit } from '../../../test/claims.ts';
import { decide, prepare, stateOf } from '../../../test/decided.ts';
import { awaitingReview, CLAIMS, deskCtx, insured, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import { type Customer, HOME, readChain, rows, runSchedule, scanFromHere } from '../../../test/harness.ts';
import { insuredOnPolkadot, sendFromRecipient } from '../../../test/polkadot.ts';
import { PolkadotDesk, policyDetail, type Ready } from '../../../test/polkadot-desk.ts';
import { detail, withdraw } from '../../../test/withdrawals.ts';

const NO = { clause: 'not_covered-2', admin_notes: 'The frames had rotted.' };
const LOOK = { body: { reason: 'The frames were new in June, and here is the invoice.' } };
const GONE = 'You withdrew from the contract of this policy, so no claim on it is paid.';

let hedy: Admin;
beforeAll(async () => {
  hedy = await Admin.arrive('Hedy Lamarr');
});
beforeEach(scanFromHere);

const look = (customer: Pick<Customer, 'call'>, id: number) =>
  customer.call<unknown>(`/claims/${id}/second-look`, LOOK);
const refundOf = async (policyId: number) => {
  await sendReady(await prepareRefund(deskCtx(), { policyId, outcome: 'rejected' }), UNDERWRITER);
  await readChain();
};

describe('a claim on a policy that its holder withdrew from', () => {
  test('is closed with a message by the submission, whether it was open or approved, and its amount goes back at once', async () => {
    const { customer, policy } = await insured();
    const { data: open } = await submit(customer, policy);
    const { data: approved } = await submit(customer, policy, { description: 'The storm broke a window.' });
    await decide(hedy, approved.id, 'approved');
    expect((await detail(customer, policy.id)).open_claims).toEqual([
      { id: open.id, claim_number: open.claim_number },
      { id: approved.id, claim_number: approved.claim_number },
    ]);
    expect((await withdraw(customer, policy.id)).data.state).toBe('recorded');
    for (const { id, claim_number: number } of [open, approved]) {
      expect(await stateOf(id)).toMatchObject({ status: 'rejected', payout_usd: null, reserve_cents: 0 });
      expect((await messagesOf(id)).at(-1)?.text).toBe(
        `You withdrew from the contract of policy ${policy.policy_number}, so your claim ${number} is closed and nothing is paid on it.`,
      );
      expect((await eventKinds(id)).at(-1)).toBe('rejected');
      expect((await claimDetail(customer, id)).second_look).toBeNull();
    }
    expect((await detail(customer, policy.id)).open_claims).toEqual([]);
    expect((await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' })).usd).toBe(1200);
    const body = { step: 'propose', new_holder: hedy.email };
    expect(await hedy.call(`/admin/policies/${policy.id}/holder-change`, { body })).toMatchObject({
      status: 409,
      message: expect.stringContaining('A refund of this policy is owed'),
    });
  });

  test('is neither looked at again, reviewed, approved nor paid, before the premium is back and after it', async () => {
    const { customer, policy } = await insured();
    const { data: claim } = await submit(customer, policy);
    const { data: other } = await submit(customer, policy, { description: 'The storm broke a window.' });
    await decide(hedy, claim.id, 'rejected', NO);
    expect((await claimDetail(customer, claim.id)).second_look?.open).toBe(true);
    await withdraw(customer, policy.id);
    const refused = async () => {
      expect(await look(customer, claim.id)).toMatchObject({ status: 409, message: GONE });
      expect(await look(customer, other.id)).toMatchObject({ status: 409 });
      expect((await claimDetail(customer, claim.id)).second_look).toBeNull();
      for (const status of ['under_review', 'approved'])
        expect((await decide(hedy, claim.id, status)).status).toBe(409);
      expect((await prepare(hedy, claim.id)).status).toBe(409);
    };
    await refused();
    await refundOf(policy.id);
    expect((await detail(customer, policy.id)).status).toBe('withdrawn');
    await refused();
    expect(await stateOf(claim.id)).toMatchObject({ status: 'rejected' });
  });

  test('can no longer be made while the premium is on its way back', async () => {
    const { customer, policy } = await insured();
    await withdraw(customer, policy.id);
    await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' });
    expect(await submit(customer, policy)).toMatchObject({ status: 422, message: GONE });
    expect(await detail(customer, policy.id)).toMatchObject({ status: 'active', in_force: false });
    await refundOf(policy.id);
    expect(await submit(customer, policy)).toMatchObject({ status: 422, message: GONE });
  });

  test('whose payout was prepared before is for a person, and stays as it is', async () => {
    const { customer, policy } = await insured();
    const { data: claim } = await submit(customer, policy);
    await decide(hedy, claim.id, 'approved');
    const { data: ready } = await prepare(hedy, claim.id);
    expect((await withdraw(customer, policy.id)).data.state).toBe('with_a_person');
    expect(await stateOf(claim.id)).toMatchObject({ status: 'approved' });
    await sendReady(ready, CLAIMS);
    await readChain();
    expect(await stateOf(claim.id)).toMatchObject({ status: 'paid' });
    expect(await detail(customer, policy.id)).toMatchObject({ status: 'active', refund: null });
  });

  test('that is paid first all the same hands the withdrawal to a person', async () => {
    const { customer, policy } = await insured();
    await withdraw(customer, policy.id);
    await rows('UPDATE policies SET paid_out_usd = 400 WHERE id = ? RETURNING id', policy.id);
    await runSchedule({}, {}, ['settle endings']);
    expect(await detail(customer, policy.id)).toMatchObject({
      refund: null,
      withdrawal: { state: 'with_a_person' },
    });
  });
});

describe('a withdrawal on a chain without a contract', () => {
  test('closes open claims, and no claim is made, looked at again or paid after it', async () => {
    const desk = await PolkadotDesk.open();
    const { customer, policy } = await insuredOnPolkadot();
    const claim = claimBody(policy);
    const { data: open } = await customer.call<{ id: number }>('/claims/submit', { body: claim });
    const other = { ...claim, description: 'The storm broke a window.' };
    const { data: rejected } = await customer.call<{ id: number }>('/claims/submit', { body: other });
    await desk.call(`/claims/${rejected.id}/status`, {
      method: 'PATCH',
      body: { status: 'rejected', ...NO },
    });
    const path = `/insurance/policy/${policy.id}/withdraw`;
    expect(await customer.call(path, { method: 'POST' })).toMatchObject({ data: { state: 'recorded' } });
    expect(await stateOf(open.id)).toMatchObject({ status: 'rejected' });
    const refused = async () => {
      expect((await look(customer, rejected.id)).status).toBe(409);
      const late = { ...claim, description: 'The cellar is under water.' };
      expect((await customer.call('/claims/submit', { body: late })).status).toBe(422);
      expect((await desk.prepareClaim(open.id)).status).toBe(409);
    };
    await refused();
    const ready = await desk.call<Ready>(`/policies/${policy.id}/refund`, { method: 'POST' });
    const sent = await sendFromRecipient(ready.data, customer.account);
    const body = { transaction_hash: sent.hash };
    expect((await desk.call(`/policies/${policy.id}/refund/confirm`, { body })).status).toBe(200);
    expect((await policyDetail(customer, policy.id)).status).toBe('withdrawn');
    await refused();
  });
});

describe('a policy on which a claim was made', () => {
  test('is never rejected by us, although the claim was rejected', async () => {
    const { customer, policy } = await awaitingReview();
    const { data: claim } = await submit(customer, policy);
    await decide(hedy, claim.id, 'rejected', NO);
    const body = { status: 'rejected', admin_notes: 'Too close to the river.' };
    const message =
      'A claim was made on this policy, so it cannot be rejected: its days until now stay covered and payable.';
    expect(await hedy.call(`/admin/policies/${policy.id}/status`, { method: 'PATCH', body })).toMatchObject({
      status: 409,
      message,
    });
    await expect(prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' })).rejects.toThrow(
      message,
    );
  });
});

describe('a wallet that withdrew twice from contracts for the same thing within twelve months', () => {
  test('has its next quote for it reviewed, and none for another home', async () => {
    const first = await insured();
    const { customer } = first;
    await withdraw(customer, first.policy.id);
    expect((await customer.quote()).data.review).toEqual([]);
    const { data: quote } = await customer.quote();
    const { data: second } = await customer.report(await customer.pay(quote));
    await withdraw(customer, second.id);
    expect((await customer.quote()).data.review).toEqual([
      'You withdrew from two policies for the same thing within the last twelve months.',
    ]);
    const other = { ...HOME, house_address: '7 Rope Walk, Bristol' };
    expect((await customer.quote({ details: other })).data.review).toEqual([]);
  });
});
