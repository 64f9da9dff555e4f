/** Claims and cancellations on a chain without a contract: the transfers that pay them, and who consents. */
import { beforeAll, describe, expect, test } from 'vitest';
import { claimRemark, refundRemark } from '#domain/payouts/remark.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import { insured } from '../../../test/desk.ts';
import { fakeNode } from '../../../test/fake-node.ts';
import { rows } from '../../../test/harness.ts';
import {
  insuredOnPolkadot,
  newAccount,
  PolkadotCustomer,
  polkadotWorker,
  ROC,
  readPolkadot,
  sendFromRecipient,
} from '../../../test/polkadot.ts';
import {
  GENESIS,
  kindsOf,
  PolkadotDesk,
  PREMIUM,
  policyDetail,
  type Ready,
} from '../../../test/polkadot-desk.ts';
import { outlivePolkadot } from '../../../test/transfers.ts';

let desk: PolkadotDesk;
beforeAll(async () => {
  await fakeNode();
  desk = await PolkadotDesk.open();
});

describe('a claim on a chain without a contract', () => {
  test('is paid by the account that was paid, and seen in its block', async () => {
    const { customer, policy, quote } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    const ready = await desk.prepareClaim(claim.id);
    const incidentAt = Math.floor(
      Date.parse(
        (await rows<{ at: string }>('SELECT incident_at at FROM claims WHERE id = ?', claim.id))[0]?.at ?? '',
      ) / 1000,
    );
    expect(ready).toMatchObject({
      status: 200,
      data: {
        kind: 'substrate',
        genesis_hash: GENESIS,
        recipient: customer.address,
        usd: 2500,
        rate: '20',
        amount: (125n * ROC).toString(),
        step: 'pay',
        claim_number: 1,
        remark: claimRemark({ quoteId: quote.quote_id, claimNumber: 1, incidentAt, usd: 2500 }),
      },
    });
    const sent = await sendFromRecipient(ready.data, customer.account);
    expect(await desk.reportClaim(claim.id, sent.hash)).toMatchObject({
      status: 200,
      data: { status: 'paid' },
    });
    expect((await policyDetail(customer, policy.id)).paid_out_usd).toBe(2500);
    expect(await kindsOf(customer, policy.id)).toContain('claim_paid');
    expect((await desk.prepareClaim(claim.id)).status).toBe(409);
  });

  test('is recorded by the scheduled run when nobody reports it', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const claim = await desk.approvedClaim(customer, policy);
    await sendFromRecipient((await desk.prepareClaim(claim.id)).data, customer.account);
    await readPolkadot();
    const [row] = await rows<{ status: string }>('SELECT status FROM claims WHERE id = ?', claim.id);
    expect(row?.status).toBe('paid');
  });
});

/** 364 of the 365 days of the premium. */
const OWED = ((PREMIUM * 364n) / 365n).toString();

describe('a cancellation on a chain without a contract', () => {
  const preview = async (customer: PolkadotCustomer, id: number) =>
    (
      await customer.call<CancellationPreview>(`/insurance/policy/${id}/cancel?preview=true`, {
        method: 'POST',
      })
    ).data;
  const cancel = async (customer: PolkadotCustomer, id: number) => {
    const signed = customer.sign(await preview(customer, id));
    return customer.call(`/insurance/policy/${id}/cancel`, { body: signed });
  };

  test('needs the signed text of its holder, and ends with the refund of exactly that', async () => {
    const { customer, policy, quote } = await insuredOnPolkadot();
    const offer = await preview(customer, policy.id);
    expect(offer).toMatchObject({ possible: true, kind: 'pro_rata', refund_amount: OWED });
    expect(offer.consent).toMatchObject({
      kind: 'substrate',
      message: expect.stringContaining(quote.quote_id),
    });
    const path = `/insurance/policy/${policy.id}/cancel`;
    const other = await PolkadotCustomer.arrive(await newAccount());
    const forged = await customer.call(path, { body: other.sign(offer) });
    expect(forged).toMatchObject({ status: 422, issues: [{ path: 'signature' }] });
    expect((await customer.call(path, { body: customer.sign(offer) })).status).toBe(200);

    const ready = await desk.call<Ready>(`/policies/${policy.id}/refund`, { method: 'POST' });
    expect(ready.data).toMatchObject({
      outcome: 'cancelled',
      amount: OWED,
      recipient: customer.address,
      remark: refundRemark({ quoteId: quote.quote_id, outcome: 'cancelled' }),
    });
    const sent = await sendFromRecipient(ready.data, customer.account);
    const confirmed = await desk.call(`/policies/${policy.id}/refund/confirm`, {
      body: { transaction_hash: sent.hash },
    });
    expect(confirmed.status).toBe(200);
    const ended = await policyDetail(customer, policy.id);
    expect(ended).toMatchObject({ status: 'cancelled', in_force: false });
    expect(ended.cancellation).toMatchObject({ refund_tx_hash: sent.hash });
  });

  test('gives way to a withdrawal from the contract, which returns the whole premium as a rejection does', async () => {
    const { customer, policy, quote } = await insuredOnPolkadot();
    const path = `/insurance/policy/${policy.id}`;
    expect((await cancel(customer, policy.id)).status).toBe(200);
    const asked = await customer.call(`${path}/withdraw`, { method: 'POST' });
    expect(asked).toMatchObject({ status: 200, data: { state: 'recorded' } });
    expect((await customer.call(`${path}/cancel`, { method: 'DELETE' })).status).toBe(409);
    const ready = await desk.call<Ready>(`/policies/${policy.id}/refund`, { method: 'POST' });
    expect(ready.data).toMatchObject({
      outcome: 'rejected',
      amount: PREMIUM.toString(),
      recipient: customer.address,
      remark: refundRemark({ quoteId: quote.quote_id, outcome: 'rejected' }),
    });
    const sent = await sendFromRecipient(ready.data, customer.account);
    const confirmed = await desk.call(`/policies/${policy.id}/refund/confirm`, {
      body: { transaction_hash: sent.hash },
    });
    expect(confirmed.status).toBe(200);
    expect((await policyDetail(customer, policy.id)).status).toBe('withdrawn');
  });

  test('is withdrawn by its holder, and nothing can be refunded then', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const path = `/insurance/policy/${policy.id}/cancel`;
    expect((await customer.call(path, { method: 'DELETE' })).status).toBe(409);
    await cancel(customer, policy.id);
    const stranger = await PolkadotCustomer.arrive(await newAccount());
    expect((await stranger.call(path, { method: 'DELETE' })).status).toBe(404);
    const withdrawn = await customer.call<PolicyDetailAnswer>(path, { method: 'DELETE' });
    expect(withdrawn).toMatchObject({ status: 200, data: { cancellation: null, status: 'active' } });
    expect(withdrawn.data.timeline.map(({ kind }) => kind)).toContain('cancellation_closed');
    const refused = await desk.call(`/policies/${policy.id}/refund`, {
      method: 'POST',
      body: { outcome: 'cancelled' },
    });
    expect(refused).toMatchObject({
      status: 409,
      message: 'The holder has not asked to cancel this policy.',
    });
  });

  test('is not withdrawn while a refund prepared with it can still arrive', async () => {
    const { customer, policy, quote } = await insuredOnPolkadot();
    const path = `/insurance/policy/${policy.id}/cancel`;
    await cancel(customer, policy.id);
    const now = Date.now();
    const frozen = polkadotWorker({ clock: () => now });
    const prepare = (over = frozen) =>
      desk.call<{ valid_until: string }>(
        `/policies/${policy.id}/refund`,
        { method: 'POST' },
        desk.admin,
        over,
      );
    const ready = await prepare();
    // It can be sent for an hour, and one signed at its end can be included for 64 blocks of 12 seconds.
    expect(Date.parse(ready.data.valid_until)).toBe(Math.floor(now / 1000) * 1000 + 3_600_000);
    const until = new Date(Date.parse(ready.data.valid_until) + 768_000);
    const [day, time] = [
      until.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
      until.toISOString().slice(11, 16),
    ];
    const withdraw = (at: number) => {
      const over = polkadotWorker({ clock: () => at });
      return customer.call<PolicyDetailAnswer>(path, { method: 'DELETE' }, over);
    };
    for (const at of [now, until.getTime()]) {
      expect(await withdraw(at)).toMatchObject({
        status: 409,
        message: `Your refund is prepared and can still reach you until ${day}, ${time} UTC. If it has not arrived by then, you can withdraw your consent.`,
      });
    }
    expect((await policyDetail(customer, policy.id)).cancellation).not.toBeNull();
    await outlivePolkadot(quote.quote_id);
    const withdrawn = await withdraw(now);
    expect(withdrawn).toMatchObject({ status: 200, data: { cancellation: null, status: 'active' } });
  });

  test('is either withdrawn or prepared for its refund, never both', async () => {
    const { customer, policy } = await insuredOnPolkadot();
    const path = `/insurance/policy/${policy.id}/cancel`;
    await cancel(customer, policy.id);
    const [ready, withdrawn] = await Promise.all([
      desk.call(`/policies/${policy.id}/refund`, { method: 'POST', body: { outcome: 'cancelled' } }),
      customer.call(path, { method: 'DELETE' }),
    ]);
    expect([ready.status, withdrawn.status].sort()).toEqual([200, 409]);
  });
});

describe('a cancellation where a contract keeps the consent', () => {
  test('is withdrawn only by the call of its holder', async () => {
    const { customer, policy } = await insured();
    const answer = await customer.call(`/insurance/policy/${policy.id}/cancel`, { method: 'DELETE' });
    expect(answer.status).toBe(409);
    expect(answer.message).toContain('call revokeConsent');
  });
});
