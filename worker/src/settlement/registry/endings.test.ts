/** Endings after a reorganization: as if the lost block had never been, and undone once a payment is lost for good. */
import { encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../../test/admin.ts';
import { LOWER, previewOf, quoteFor } from '../../../test/change.ts';
import {
  awaitingReview,
  cancelPolicy,
  deskCtx,
  insured,
  sendReady,
  UNDERWRITER,
} from '../../../test/desk.ts';
import { Customer, readChains, rows, scanFromHere, shaky, shakyChain } from '../../../test/harness.ts';
import { changeHolder, detail, payOut, refund, revertTo } from '../../../test/registry.ts';

/** Seconds after which no quote of a test can be bought anymore. */
const PAST_VALIDITY = 31 * 60;
let untouched: Hex;
beforeEach(async () => {
  await scanFromHere();
  untouched = await shakyChain.snapshot();
});
// Puts the chain's clock back as well.
afterEach(() => shakyChain.revert({ id: untouched }));

const twice = async () => {
  await readChains();
  await readChains();
};
const texts = ({ address }: Customer) =>
  rows<{ text: string }>(
    'SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id WHERE t.wallet = ? ORDER BY m.id',
    address.toLowerCase(),
  ).then((found) => found.map(({ text }) => text));
const requestOf = (id: number) =>
  rows(
    `SELECT due_from, amount, consent_signature, consent_until FROM endings
      WHERE policy_id = ? AND due_from IS NOT NULL AND closed_at IS NULL`,
    id,
  );

/** Z, and A that replaced it. */
async function replaced(review: string | null = null) {
  const { customer, policy: z } = await insured({}, shakyChain);
  const quote = await quoteFor(customer, z.id, LOWER);
  await rows('UPDATE quotes SET review = ? WHERE id = ? RETURNING id', review, quote.quote_id);
  const before = await shakyChain.snapshot();
  await customer.pay(quote, shakyChain);
  await shakyChain.mine({ blocks: 2 });
  await twice();
  const a = (await customer.policies()).find(({ quote_id }) => quote_id === quote.quote_id);
  if (!a) throw new Error('The new policy is not there');
  return { customer, z, a, before };
}

describe('a change of cover whose payment is lost for good', () => {
  /** Lets the chain's time pass the end of every quote. */
  async function passValidity() {
    const { timestamp } = await shakyChain.getBlock();
    const behind = Math.max(0, Math.floor(Date.now() / 1000) - Number(timestamp));
    await shakyChain.increaseTime({ seconds: PAST_VALIDITY + behind });
    await shakyChain.mine({ blocks: 4 });
    await twice();
  }

  test('leaves the old policy as it was, which its holder is told and can cancel, change and renew', async () => {
    const { customer, z, before } = await replaced();
    expect((await detail(customer, z.id)).replaced_by?.refund.state).toBe('due');
    await revertTo(before, 6);
    await twice();
    expect((await detail(customer, z.id)).replaced_by?.refund.state).toBe('waiting');
    await passValidity();
    expect(await detail(customer, z.id)).toMatchObject({
      status: 'active',
      replaced: false,
      replaced_by: null,
      cancellation: null,
      refund: null,
    });
    expect((await texts(customer)).at(-1)).toBe(
      `We do not send the refund for ${z.policy_number} that you agreed to with the change of cover. The cover that was to replace it is gone. ${z.policy_number} continues, and you remain covered by it.`,
    );
    expect((await previewOf(customer, z.id, LOWER)).data).toMatchObject({ possible: true });
    const renewal = await customer.call(`/insurance/policy/${z.id}/renew`, { method: 'POST' });
    expect(renewal.message).toContain('This policy can be renewed from');
    expect(await cancelPolicy(customer, z.id)).toMatchObject({ kind: 'pro_rata' });
  });

  test('after the old refund was sent tells its holder by message and letter that nobody is covered', async () => {
    const { customer, z, a, before } = await replaced();
    const ready = await prepareRefund(deskCtx(), { policyId: z.id, outcome: 'cancelled' });
    await shakyChain.revert({ id: before });
    await sendReady(ready, UNDERWRITER, shakyChain);
    await revertTo(await shakyChain.snapshot(), 6);
    await twice();
    expect((await detail(customer, z.id)).status).toBe('cancelled');
    await passValidity();
    expect((await texts(customer)).at(-1)).toMatch(
      new RegExp(
        `^The network reversed your payment for ${a.policy_number} for good, and ${z.policy_number}, which it replaced, has already ended`,
      ),
    );
    expect(
      await rows("SELECT target FROM outbox WHERE kind = 'cover_lost' AND quote_id = ?", z.quote_id),
    ).toEqual([{ target: 'ada@example.com' }]);
  });
});

describe('after a reorganization', () => {
  test('a request that the end of the replacing policy had closed is open again as it was', async () => {
    const { customer, z, a } = await replaced();
    const asked = await requestOf(z.id);
    expect(asked).toHaveLength(1);
    await rows("UPDATE policies SET status = 'pending' WHERE id = ? RETURNING id", a.id);
    const ready = await prepareRefund(deskCtx(), { policyId: a.id, outcome: 'rejected' });
    await rows("UPDATE policies SET status = 'active' WHERE id = ? RETURNING id", a.id);
    const before = await shakyChain.snapshot();
    await sendReady(ready, UNDERWRITER, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, a.id)).status).toBe('rejected');
    expect(await requestOf(z.id)).toEqual([]);
    expect((await detail(customer, z.id)).replaced).toBe(false);
    await revertTo(before, 6);
    await twice();
    expect((await detail(customer, a.id)).status).toBe('active');
    expect(await requestOf(z.id)).toEqual(asked);
    expect((await detail(customer, a.id)).replaces?.refund).toMatchObject({ state: 'due', reason: null });
    expect((await texts(customer)).at(-1)).toContain('Your request is open again');
  });

  /** A policy that awaits review although its holder asked to cancel it. */
  async function askedInReview() {
    const { customer, policy } = await awaitingReview(shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await twice();
    await cancelPolicy(customer, policy.id);
    return { customer, policy };
  }
  async function reject(id: number) {
    const grace = await Admin.arrive('Grace Hopper');
    const body = { status: 'rejected', admin_notes: 'Too close to the river.' };
    expect((await grace.call(`/admin/policies/${id}/status`, { method: 'PATCH', body })).status).toBe(200);
  }
  const statesOf = (id: number) =>
    rows('SELECT kind, closed_as AS state FROM endings WHERE policy_id = ? ORDER BY id', id);

  test('a request that a change of holder had closed stays closed while a rejection since then is owed', async () => {
    const { policy } = await askedInReview();
    const before = await shakyChain.snapshot();
    await changeHolder(policy.quote_id, (await Customer.arrive()).address, shakyChain);
    await readChains();
    await reject(policy.id);
    await revertTo(before, 6);
    await twice();
    expect(await statesOf(policy.id)).toEqual([
      { kind: 'cancellation', state: 'superseded' },
      { kind: 'rejection', state: null },
    ]);
  });

  test('a request is superseded by a rejection that only the chain knows, and owed again without it', async () => {
    const { policy } = await askedInReview();
    const before = await shakyChain.snapshot();
    await refund(policy.id, shakyChain, 'rejected');
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect(await statesOf(policy.id)).toEqual([{ kind: 'cancellation', state: 'superseded' }]);
    await revertTo(before, 6);
    await twice();
    expect(await statesOf(policy.id)).toEqual([{ kind: 'cancellation', state: null }]);
  });

  test('a reorganization that takes the refund of a rejection away makes it owed again, but not the request that it had closed', async () => {
    const { customer, policy } = await askedInReview();
    await reject(policy.id);
    const states = () => statesOf(policy.id);
    const before = await shakyChain.snapshot();
    await refund(policy.id, shakyChain, 'rejected');
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, policy.id)).status).toBe('rejected');
    const request = { kind: 'cancellation', state: 'superseded' };
    expect(await states()).toEqual([request, { kind: 'rejection', state: 'sent' }]);
    await revertTo(before, 6);
    await twice();
    expect(await detail(customer, policy.id)).toMatchObject({ status: 'pending', cancellation: null });
    expect(await states()).toEqual([request, { kind: 'rejection', state: null }]);
    expect(await rows('SELECT queue FROM policies WHERE id = ?', policy.id)).toEqual([
      { queue: 'refunds_owed' },
    ]);
  });

  test('a consent that waited for a policy whose rejection is gone waits again', async () => {
    const { customer, z, a } = await replaced('["Large."]');
    await reject(a.id);
    const before = await shakyChain.snapshot();
    await refund(a.id, shakyChain, 'rejected');
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, a.id)).replaces?.refund.state).toBe('closed');
    await revertTo(before, 6);
    await twice();
    expect((await detail(customer, a.id)).replaces?.refund.state).toBe('waiting');
    expect((await detail(customer, z.id)).replaced_by?.refund.state).toBe('waiting');
  });

  test('a request from before the payment of a change stands, also once the replacing policy is rejected', async () => {
    const { customer, policy: z } = await insured({}, shakyChain);
    const quote = await quoteFor(customer, z.id, LOWER);
    await cancelPolicy(customer, z.id);
    const asked = await requestOf(z.id);
    await rows(`UPDATE quotes SET review = '["Large."]' WHERE id = ? RETURNING id`, quote.quote_id);
    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await twice();
    const a = (await customer.policies()).find(({ quote_id }) => quote_id === quote.quote_id);
    expect(a?.status).toBe('pending');
    const before = await shakyChain.snapshot();
    await refund(a?.id ?? 0, shakyChain, 'rejected');
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, a?.id ?? 0)).status).toBe('rejected');
    expect(await requestOf(z.id)).toEqual(asked);
    await revertTo(before, 6);
    await twice();
    expect((await detail(customer, a?.id ?? 0)).status).toBe('pending');
    expect(await requestOf(z.id)).toEqual(asked);
  });

  test('a request that a change of holder had closed, with a message to both, is open again', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    const heir = await Customer.arrive();
    await cancelPolicy(customer, policy.id);
    const asked = await requestOf(policy.id);
    const before = await shakyChain.snapshot();
    await changeHolder(policy.quote_id, heir.address, shakyChain);
    await readChains();
    expect(await requestOf(policy.id)).toEqual([]);
    expect((await texts(customer)).at(-1)).toContain('The policy has moved to another wallet');
    expect((await texts(heir)).at(-1)).toContain('Its earlier holder had asked to cancel it');
    await revertTo(before, 6);
    await twice();
    expect(await requestOf(policy.id)).toEqual(asked);
    expect((await detail(customer, policy.id)).cancellation).toMatchObject({ refunded_at: null });
    expect((await texts(customer)).at(-1)).toContain('Your request is open again');
  });

  test('a request of another holder stands when the earlier one pays for a change of cover', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    const quote = await quoteFor(customer, policy.id, LOWER);
    const heir = await Customer.arrive();
    await changeHolder(policy.quote_id, heir.address, shakyChain);
    await readChains();
    await cancelPolicy(heir, policy.id);
    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await twice();
    expect(await statesOf(policy.id)).toEqual([
      { kind: 'replacement', state: 'moved' },
      { kind: 'cancellation', state: null },
    ]);
  });

  test('what a payment closed without owing a refund is open again without it', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    const quote = await quoteFor(customer, policy.id, LOWER);
    await cancelPolicy(customer, policy.id);
    await payOut(policy, 400, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await twice();
    const before = await shakyChain.snapshot();
    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await twice();
    expect(await statesOf(policy.id)).toEqual([
      { kind: 'replacement', state: 'claimed' },
      { kind: 'cancellation', state: 'superseded' },
    ]);
    await revertTo(before, 6);
    await twice();
    expect(await statesOf(policy.id)).toEqual([
      { kind: 'replacement', state: null },
      { kind: 'cancellation', state: null },
    ]);
  });

  test('a request that a revoked consent had closed is open again', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    await cancelPolicy(customer, policy.id);
    const asked = await requestOf(policy.id);
    const before = await shakyChain.snapshot();
    const args = [policy.quote_id as Hex, maxUint256] as const;
    const data = encodeFunctionData({ abi, functionName: 'revokeConsent', args });
    await sendReady({ to: shaky.contract, data }, customer.account, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect(await requestOf(policy.id)).toEqual([]);
    await revertTo(before, 6);
    await twice();
    expect(await requestOf(policy.id)).toEqual(asked);
  });

  test('a refund that is gone is due again, and one that was sent is no longer', async () => {
    const { customer, z, a } = await replaced();
    const before = await shakyChain.snapshot();
    await refund(z.id, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, z.id)).refund).toBeNull();
    expect((await detail(customer, a.id)).replaces?.refund).toMatchObject({ state: 'sent', due_at: null });
    await revertTo(before, 6);
    await twice();
    expect((await detail(customer, a.id)).replaces?.refund.state).toBe('due');
  });

  test('a refund that is gone together with the payment of the replacing policy waits for that policy again', async () => {
    const { customer, z, a, before } = await replaced();
    await refund(z.id, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect((await detail(customer, z.id)).status).toBe('cancelled');
    await revertTo(before, 6);
    await twice();
    expect(await detail(customer, z.id)).toMatchObject({
      status: 'active',
      refund: null,
      cancellation: null,
    });
    expect((await detail(customer, a.id)).replaces?.refund.state).toBe('waiting');
    expect(await requestOf(z.id)).toEqual([]);
  });

  test('a request that the payment of a change of cover had closed is open again', async () => {
    const { customer, policy: z } = await insured({}, shakyChain);
    const quote = await quoteFor(customer, z.id, LOWER);
    await cancelPolicy(customer, z.id);
    const asked = await requestOf(z.id);
    const before = await shakyChain.snapshot();
    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await twice();
    expect((await detail(customer, z.id)).replaced_by?.refund.state).toBe('due');
    expect(await requestOf(z.id)).not.toEqual(asked);
    await revertTo(before, 6);
    await twice();
    expect(await requestOf(z.id)).toEqual(asked);
    expect((await texts(customer)).at(-1)).toContain('Your request is open again');
    // It is closed again with the payment, and what was agreed with the change is owed.
    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await twice();
    expect(await requestOf(z.id)).toHaveLength(1);
    expect(await requestOf(z.id)).not.toEqual(asked);
  });
});
