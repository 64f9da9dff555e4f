/** Refunds that need the holder's consent, given by signature or on chain, and payments we find late. */
import { env } from 'cloudflare:workers';
import { encodeFunctionData, type Hex } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi as abi } from '#domain/abi/insurance-payment.ts';
import type { PaymentException } from '#domain/payments/schema.ts';
import type { Settlement } from '#domain/payouts/schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { settleEndings } from '#worker/policies/settle-endings.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import {
  cancelPolicy,
  deskCtx,
  insured,
  paidTwice,
  sendReady,
  signConsent,
  UNDERWRITER,
} from '../../../test/desk.ts';
import {
  Customer,
  chain,
  type LocalChain,
  type Reach,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  stoppedWorker,
  TRAVEL,
  term,
  usual,
} from '../../../test/harness.ts';
import { beginEarlier, revertTo } from '../../../test/registry.ts';
import { type PreparedRefund, prepareRefund } from './prepare.ts';

beforeEach(scanFromHere);

const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const DAYS = 86_400;

/** The customer's own call to the contract. */
const callOn = (
  on: LocalChain,
  { account }: Customer,
  functionName: 'consentToCancellation' | 'revokeConsent',
  ...args: unknown[]
) => {
  const data = encodeFunctionData({ abi, functionName, args: args as never });
  return sendReady({ to: (on === chain ? usual : shaky).contract, data }, account, on);
};
const call = (customer: Customer, ...rest: [Parameters<typeof callOn>[2], ...unknown[]]) =>
  callOn(chain, customer, ...rest);

/** 364 of the 365 days of a home's premium of 0.6 ETH. */
const OWED = 598_356_164_383_561_643n;

describe('consents given on chain', () => {
  test('treats a consent on chain as a cancellation request and refunds it without a signature', async () => {
    const { customer, policy } = await insured();
    const until = inSeconds(10 * DAYS);
    await call(customer, 'consentToCancellation', policy.quote_id, OWED, BigInt(until));
    await readChains();
    expect((await detail(customer, policy.id)).cancellation).toMatchObject({
      kind: 'pro_rata',
      refund_amount: OWED.toString(),
      valid_until: new Date(until * 1000).toISOString(),
    });
    await sendReady(
      await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' }),
      UNDERWRITER,
    );
    await readChains();
    expect(await detail(customer, policy.id)).toMatchObject({ status: 'cancelled' });
  });

  test('ignores a consent on chain to more than canceling would refund', async () => {
    const { customer, policy } = await insured({
      insurance_type: 'travel',
      details: TRAVEL,
      ...term(10),
    });
    const until = BigInt(inSeconds(10 * DAYS));
    await call(customer, 'consentToCancellation', policy.quote_id, OWED, until);
    await readChains();
    expect((await detail(customer, policy.id)).cancellation).toBeNull();
  });

  test('closes the request when the holder revokes the consent on chain', async () => {
    const { customer, policy } = await insured();
    const until = BigInt(inSeconds(10 * DAYS));
    await call(customer, 'consentToCancellation', policy.quote_id, OWED, until);
    await readChains();
    await call(customer, 'revokeConsent', policy.quote_id, 0n);
    await readChains();
    const after = await detail(customer, policy.id);
    expect(after).toMatchObject({ status: 'active', cancellation: null });
    expect(after.timeline.at(-1)?.kind).toBe('cancellation_closed');
  });
});

test('closes the request of a signed consent when the holder revokes it, and the contract refuses the refund', async () => {
  const { customer, policy } = await insured();
  const asked = await cancelPolicy(customer, policy.id);
  const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
  const until = BigInt(Date.parse(asked.valid_until) / 1000);
  await call(customer, 'revokeConsent', policy.quote_id, until - 1n);
  await readChains();
  expect((await detail(customer, policy.id)).cancellation).not.toBeNull();
  await call(customer, 'revokeConsent', policy.quote_id, until);
  await expect(prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' })).rejects.toMatchObject(
    {
      message: "The holder's consent is missing, was revoked, or names another refund.",
    },
  );
  await readChains();
  expect((await detail(customer, policy.id)).cancellation).toBeNull();
  await sendReady(ready, UNDERWRITER);
  await readChains();
  expect((await detail(customer, policy.id)).status).toBe('active');
});

test('closes the request and prepares no refund when a claim is made after the consent', async () => {
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  const { data } = await submit(customer, policy);
  await env.DB.prepare("UPDATE claims SET status = 'rejected' WHERE id = ?").bind(data.id).run();
  await expect(prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' })).rejects.toMatchObject(
    { message: 'A claim was made since the holder asked to cancel this policy.' },
  );
  await settleEndings(deskCtx());
  expect((await detail(customer, policy.id)).cancellation).toBeNull();
  const texts = await rows<{ text: string }>(
    "SELECT text FROM thread_messages WHERE text LIKE 'We closed your request%' ORDER BY id DESC LIMIT 1",
  );
  expect(texts[0]?.text).toContain('A claim has been made on it since then.');
});

describe('rejections after 30 days', () => {
  const late = async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote()).data;
    await customer.pay(quote);
    await env.DB.prepare("UPDATE accounts SET status = 'inactive' WHERE wallet = ?")
      .bind(customer.address.toLowerCase())
      .run();
    await readChains();
    const [policy] = await customer.policies();
    return { customer, quote, id: policy?.id ?? 0 };
  };

  test('rejects a policy until 30 days after the start of cover, and not later', async () => {
    const { customer, quote, id } = await late();
    const input = { policyId: id, outcome: 'rejected' } as const;
    await beginEarlier(quote.quote_id, customer.address, 29);
    expect((await prepareRefund(deskCtx(), input)).outcome).toBe('rejected');
    await beginEarlier(quote.quote_id, customer.address, 2);
    await expect(prepareRefund(deskCtx(), input)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Cover began more than 30 days ago'),
    });
  });
});

describe('second payments found late', () => {
  test('refunds a second payment after 30 days with the consent that the customer signs', async () => {
    const { customer, second } = await paidTwice();
    const path = `/insurance/payment-exceptions/${customer.address}`;
    const owed = async () => (await customer.call<PaymentException[]>(path)).data[0] as PaymentException;
    expect(await owed()).toMatchObject({ reason: 'duplicate', consent: null, consented_until: null });

    await beginEarlier(second.data.quote_id, customer.address, 31);
    const { id, consent } = await owed();
    const input = { exceptionId: id };
    await expect(prepareRefund(deskCtx(), input)).rejects.toMatchObject({
      message: expect.stringContaining('only with the holder'),
    });
    expect(consent?.consent).toMatchObject({
      typed_data: { message: { quoteId: second.data.quote_id, refund: second.data.amount } },
    });
    const signed = await signConsent(customer, consent as NonNullable<typeof consent>);
    const post = `/insurance/payment-exceptions/${id}/consent`;
    const eve = await Customer.arrive();
    expect((await eve.call(post, { body: signed })).status).toBe(404);
    expect(
      await customer.call(post, { body: { ...signed, signature: `0x${'11'.repeat(65)}` } }),
    ).toMatchObject({
      status: 422,
      issues: [{ path: 'signature' }],
    });
    expect(await customer.call<PaymentException>(post, { body: signed })).toMatchObject({
      status: 200,
      data: { consent: null, consented_until: signed.valid_until },
    });
    expect((await customer.call(post, { body: signed })).status).toBe(200);

    const before = await rows("SELECT id FROM policies WHERE status = 'active'");
    await sendReady(await prepareRefund(deskCtx(), input), UNDERWRITER);
    await readChains();
    expect(await owed()).toMatchObject({ status: 'refunded', consent: null });
    expect(await rows("SELECT id FROM policies WHERE status = 'active'")).toEqual(before);
    expect(await customer.call(post, { body: signed })).toMatchObject({ status: 409 });
  });

  /** A second payment that needs its payer's consent. */
  async function foundLate(on = chain) {
    const { customer, second } = await paidTwice(on);
    await beginEarlier(second.data.quote_id, customer.address, 31, on);
    const path = `/insurance/payment-exceptions/${customer.address}`;
    const owed = async () => (await customer.call<PaymentException[]>(path)).data[0] as PaymentException;
    const sign = async (reach?: Reach) => {
      const { id, consent } = (await customer.call<PaymentException[]>(path, {}, reach))
        .data[0] as PaymentException;
      const body = await signConsent(customer, consent as NonNullable<typeof consent>);
      const answer = await customer.call<PaymentException>(
        `/insurance/payment-exceptions/${id}/consent`,
        { body },
        reach,
      );
      expect(answer).toMatchObject({ status: 200, data: { consented_until: body.valid_until } });
      return BigInt(Date.parse(body.valid_until) / 1000);
    };
    return { customer, quote: second.data, owed, sign };
  }

  test('asks for a new consent when the customer revokes the signed one on chain, and refunds with that', async () => {
    const { customer, quote, owed, sign } = await foundLate();
    const until = await sign();
    await call(customer, 'revokeConsent', quote.quote_id, until - 1n);
    await readChains();
    expect((await owed()).consented_until).not.toBeNull();
    await call(customer, 'revokeConsent', quote.quote_id, until);
    await readChains();
    expect(await owed()).toMatchObject({
      consented_until: null,
      consent: { consent: { typed_data: { message: { quoteId: quote.quote_id, refund: quote.amount } } } },
    });
    const { id } = await owed();
    await expect(prepareRefund(deskCtx(), { exceptionId: id })).rejects.toMatchObject({ code: 'conflict' });
    // A consent that the revocation doesn't reach is valid for longer.
    await sign(stoppedWorker()(60_000));
    await sendReady(await prepareRefund(deskCtx(), { exceptionId: id }), UNDERWRITER);
    await readChains();
    expect(await owed()).toMatchObject({ status: 'refunded' });
  });

  test('forgets a consent given on chain when any revocation follows', async () => {
    const { customer, quote, owed } = await foundLate();
    const until = BigInt(inSeconds(10 * DAYS));
    await call(customer, 'consentToCancellation', quote.quote_id, BigInt(quote.amount), until);
    await readChains();
    expect(await owed()).toMatchObject({
      consent: null,
      consented_until: new Date(Number(until) * 1000).toISOString(),
    });
    await call(customer, 'revokeConsent', quote.quote_id, 0n);
    await readChains();
    expect((await owed()).consented_until).toBeNull();
  });

  const consentOnShaky = async (customer: Customer, quote: { quote_id: string; amount: string }) => {
    const until = BigInt(inSeconds(10 * DAYS));
    await callOn(shakyChain, customer, 'consentToCancellation', quote.quote_id, BigInt(quote.amount), until);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
  };

  test('forgets a consent given on chain that a reorganization removes', async () => {
    const { customer, quote, owed } = await foundLate(shakyChain);
    const snapshot = await shakyChain.snapshot();
    await consentOnShaky(customer, quote);
    expect(await owed()).toMatchObject({ consent: null, consented_until: expect.any(String) });
    await revertTo(snapshot, 6);
    await readChains();
    await readChains();
    expect(await owed()).toMatchObject({ consent: expect.any(Object), consented_until: null });
  });

  test('keeps the consent that was signed after one that a reorganization removes', async () => {
    const { customer, quote, owed, sign } = await foundLate(shakyChain);
    const snapshot = await shakyChain.snapshot();
    await consentOnShaky(customer, quote);
    await callOn(shakyChain, customer, 'revokeConsent', quote.quote_id, 0n);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    const until = await sign();
    await revertTo(snapshot, 8);
    await readChains();
    await readChains();
    expect((await owed()).consented_until).toBe(new Date(Number(until) * 1000).toISOString());
  });
});

describe('the desk', () => {
  const prepare = (admin: Admin, id: number, body?: object) =>
    admin.call<PreparedRefund>(`/admin/policies/${id}/refund`, { method: 'POST', ...(body && { body }) });
  const confirm = (admin: Admin, id: number, hash: string) =>
    admin.call<Settlement>(`/admin/policies/${id}/refund/confirm`, { body: { transaction_hash: hash } });
  const logged = async (id: number) =>
    (
      await rows<{ action: string }>(
        'SELECT action FROM audit_log WHERE subject = ? ORDER BY id',
        `policy:${id}`,
      )
    ).map(({ action }) => action);

  test('refunds a cancellation: prepared, sent by the underwriter, confirmed once', async () => {
    const [admin, { customer, policy }] = await Promise.all([Admin.arrive(), insured()]);
    expect(await prepare(admin, policy.id, { outcome: 'cancelled' })).toMatchObject({
      status: 409,
      message: 'The holder has not asked to cancel this policy.',
    });
    await cancelPolicy(customer, policy.id);
    const ready = await prepare(admin, policy.id);
    expect(ready).toMatchObject({
      status: 200,
      data: {
        kind: 'evm',
        chain_id: 1337,
        outcome: 'cancelled',
        amount: OWED.toString(),
        usd: 1196,
        currency: 'ETH',
        rate: '2000',
        value: '0',
      },
    });
    const hash = await sendReady(ready.data as { to: Hex; data: Hex }, UNDERWRITER);
    expect(await confirm(admin, policy.id, hash)).toMatchObject({
      status: 200,
      data: { tx_hash: hash, amount: OWED.toString(), outcome: 'cancelled' },
    });
    expect((await confirm(admin, policy.id, hash)).status).toBe(200);
    expect((await detail(customer, policy.id)).status).toBe('cancelled');
    expect(await logged(policy.id)).toEqual(['policy.refund_prepared', 'policy.refund_confirmed']);
  });

  test('answers 202 for an unknown transaction, 422 for another one and 404 for an unknown policy', async () => {
    const [admin, { policy, hash }] = await Promise.all([Admin.arrive(), insured()]);
    expect(await confirm(admin, policy.id, `0x${'7d'.repeat(32)}`)).toMatchObject({
      status: 202,
      data: null,
    });
    expect(await confirm(admin, policy.id, hash)).toMatchObject({ status: 422 });
    expect((await confirm(admin, 999_999, hash)).status).toBe(404);
    expect((await prepare(admin, 999_999)).status).toBe(404);
    expect(await prepare(admin, policy.id)).toMatchObject({
      status: 409,
      message: 'Only a policy that awaits approval can be rejected.',
    });
    expect(await logged(policy.id)).toEqual([]);
  });
});
