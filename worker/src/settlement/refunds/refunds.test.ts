import { env } from 'cloudflare:workers';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { insurancePaymentAbi } from '#domain/abi/insurance-payment.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { CancellationPreview } from '#domain/policy/service-schema.ts';
import type { EvmPayment } from '#domain/quote/schema.ts';
import { preparePayout } from '#worker/settlement/payouts/payout.ts';
import {
  CLAIMS,
  cancelPolicy,
  deskCtx,
  evmCall,
  insured,
  paidTwice,
  sendReady,
  UNDERWRITER,
} from '../../../test/desk.ts';
import {
  Customer,
  chain,
  later,
  noChain,
  readChains,
  rows,
  scanFromHere,
  shaky,
  shakyChain,
  TRAVEL,
  term,
  usual,
} from '../../../test/harness.ts';
import { EXCEPTIONS } from '../../../test/registry.ts';
import { confirmRefund } from './confirm.ts';
import { prepareRefund } from './prepare.ts';

const DAY = 86_400_000;
const UNKNOWN = `0x${'7e'.repeat(32)}`;

beforeEach(scanFromHere);

const cancel = cancelPolicy;
const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
const inForce = () =>
  rows<{ usd: number; n: number }>(
    "SELECT sum(coverage_usd) usd, sum(policies) n FROM cover_days WHERE edge = 'ends' AND chain_id = '1337'",
  ).then(([row]) => row);

/** The policy of a wallet whose account waits for review, so that it is paid and pending. */
async function awaitingReview(changes: Record<string, unknown> = {}) {
  const customer = await Customer.arrive();
  const quote = (await customer.quote(changes)).data;
  const hash = await customer.pay(quote);
  await env.DB.prepare("UPDATE accounts SET status = 'inactive' WHERE wallet = ?")
    .bind(customer.address.toLowerCase())
    .run();
  await customer.report(hash);
  const [policy] = await customer.policies();
  if (!policy) throw new Error('The payment became no policy');
  expect(policy.status).toBe('pending');
  return { customer, quote, policy };
}

/** 364 of the 365 days of a home's premium of 0.6 ETH. */
const OWED = 598_356_164_383_561_643n;

describe('refunds of cancellations', () => {
  test('a cancellation refunds the unused days, and the policy ends with the event', async () => {
    const { customer, policy } = await insured();
    const before = await inForce();
    expect(await cancel(customer, policy.id)).toMatchObject({
      kind: 'pro_rata',
      refund_amount: OWED.toString(),
      refunded_at: null,
    });
    expect((await detail(customer, policy.id)).status).toBe('active');

    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    expect(ready).toMatchObject({
      amount: OWED.toString(),
      usd: 1196,
      currency: 'ETH',
      rate: '2000',
      value: '0',
    });
    const balance = await chain.getBalance({ address: customer.address });
    const hash = await sendReady(ready, UNDERWRITER);
    expect((await chain.getBalance({ address: customer.address })) - balance).toBe(OWED);
    expect((await detail(customer, policy.id)).status).toBe('active');

    const report = { policyId: policy.id, txHash: hash };
    expect(await confirmRefund(deskCtx(), report)).toMatchObject({
      status: 200,
      data: { tx_hash: hash, amount: OWED.toString(), outcome: 'cancelled' },
    });
    const after = await detail(customer, policy.id);
    expect(after).toMatchObject({
      status: 'cancelled',
      in_force: false,
      cancellation: { refund_tx_hash: hash, refund_amount: OWED.toString() },
    });
    expect(Date.parse(after.cover_until)).toBeGreaterThan(Date.parse(policy.cover_from ?? ''));
    expect(after.timeline.map(({ kind }) => kind)).toContain('cancelled');
    const sums = await inForce();
    expect({ usd: (before?.usd ?? 0) - (sums?.usd ?? 0), n: (before?.n ?? 0) - (sums?.n ?? 0) }).toEqual({
      usd: 500_000,
      n: 1,
    });
  });

  test('of a trip that has begun: the unused days, as consented to on the day of asking', async () => {
    const { customer, quote, policy } = await insured({
      insurance_type: 'travel',
      details: TRAVEL,
      ...term(10),
    });
    const asked = await cancel(customer, policy.id);
    const promised = (BigInt(quote.amount) * 72n) / 100n;
    expect(asked).toMatchObject({ kind: 'pro_rata', refund_amount: promised.toString() });
    // Three days later the promise still stands.
    const ready = await prepareRefund(deskCtx(later(3 * DAY)), { policyId: policy.id, outcome: 'cancelled' });
    expect(ready).toMatchObject({ amount: promised.toString(), usd: 5 });
    await sendReady(ready, UNDERWRITER);
    await Promise.all([readChains(), readChains(), readChains()]);
    expect(await detail(customer, policy.id)).toMatchObject({ status: 'cancelled' });
    const events = await rows(
      "SELECT kind, from_status, amount, usd FROM policy_history WHERE policy_id = ? AND kind = 'cancelled'",
      policy.id,
    );
    expect(events).toEqual([
      { kind: 'cancelled', from_status: 'active', amount: promised.toString(), usd: 5 },
    ]);
    expect(
      await rows(
        "SELECT status FROM chain_events WHERE kind = 'premium_refunded' AND quote_id = ?",
        policy.quote_id,
      ),
    ).toEqual([{ status: 'confirmed' }]);
  });

  test('a cancellation of a policy paid in a token refunds the same token', async () => {
    const { customer, policy } = await insured({ payment_currency: 'USDC' });
    await cancel(customer, policy.id);
    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    expect(ready).toMatchObject({ currency: 'USDC', amount: '1196712328' });
    await sendReady(ready, UNDERWRITER);
    const token = usual.currencies.find(({ symbol }) => symbol === 'USDC')?.token ?? '0x';
    const balance = await chain.readContract({
      address: token,
      abi: parseAbi(['function balanceOf(address) view returns (uint256)']),
      functionName: 'balanceOf',
      args: [customer.address],
    });
    expect(balance).toBe(1_196_712_328n);
  });

  test('a cancellation that nobody requested is not prepared', async () => {
    const { policy } = await insured();
    await expect(
      prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'The holder has not asked to cancel this policy.',
    });
  });

  test('a cancellation is refused after its refund or a claim was paid', async () => {
    const { customer, policy } = await insured();
    await cancel(customer, policy.id);
    const payout = await preparePayout(deskCtx(), {
      policyId: policy.id,
      usd: 100,
      incidentAt: policy.cover_from ?? '',
    });
    await sendReady(payout, CLAIMS);
    // The worker does not know of the payout yet, but the contract does.
    const input = { policyId: policy.id, outcome: 'cancelled' } as const;
    await expect(prepareRefund(deskCtx(), input)).rejects.toMatchObject({
      code: 'conflict',
      message: 'A claim was paid on this policy, so its premium cannot be refunded.',
    });
    await readChains();
    const { data } = await customer.call<CancellationPreview>(
      `/insurance/policy/${policy.id}/cancel?preview=true`,
      { method: 'POST' },
    );
    expect(data).toMatchObject({ possible: false });
    await expect(prepareRefund(deskCtx(), input)).rejects.toMatchObject({ code: 'conflict' });

    const other = await insured();
    await cancel(other.customer, other.policy.id);
    const again = { policyId: other.policy.id, outcome: 'cancelled' } as const;
    await sendReady(await prepareRefund(deskCtx(), again), UNDERWRITER);
    await expect(prepareRefund(deskCtx(), again)).rejects.toMatchObject({
      message: 'According to the registry, this policy was already refunded.',
    });
  });
});

describe('refunds of rejections', () => {
  test('rejecting a policy that awaits approval refunds the full premium', async () => {
    const { customer, quote, policy } = await awaitingReview();
    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' });
    expect(ready.amount).toBe(quote.amount);
    const txHash = await sendReady(ready, UNDERWRITER);
    const settled = await confirmRefund(deskCtx(), { policyId: policy.id, txHash });
    expect(settled).toMatchObject({ status: 200, data: { outcome: 'rejected' } });
    expect(await confirmRefund(deskCtx(), { policyId: policy.id, txHash })).toEqual(settled);
    expect((await detail(customer, policy.id)).status).toBe('rejected');
    expect(
      await rows("SELECT kind FROM policy_history WHERE policy_id = ? AND kind = 'rejected'", policy.id),
    ).toHaveLength(1);
  });

  test('an active policy and one with an unconfirmed payment cannot be rejected', async () => {
    const { policy } = await insured();
    await expect(
      prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' }),
    ).rejects.toMatchObject({
      message: 'Only a policy that awaits approval can be rejected.',
    });
    const customer = await Customer.arrive();
    const quote = (await customer.quote({ chain_id: shaky.chain_id })).data;
    const hash = await customer.pay(quote, shakyChain);
    await customer.report(hash, { chain_id: shaky.chain_id });
    const [young] = await customer.policies();
    await expect(
      prepareRefund(deskCtx(), { policyId: young?.id ?? 0, outcome: 'rejected' }),
    ).rejects.toMatchObject({ message: 'The network has not confirmed the payment of this policy yet.' });
  });

  test('of a trip that its holder canceled while it was under review refunds what any other does', async () => {
    const { customer, quote, policy } = await awaitingReview({
      insurance_type: 'travel',
      details: TRAVEL,
      ...term(10),
    });
    expect(await cancel(customer, policy.id)).toMatchObject({
      kind: 'pro_rata',
      refund_amount: ((BigInt(quote.amount) * 72n) / 100n).toString(),
    });
    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    await sendReady(ready, UNDERWRITER);
    await readChains();
    expect((await detail(customer, policy.id)).status).toBe('cancelled');
  });
});

describe('confirming a refund', () => {
  test('a refund report answers 202 while unmined or without a chain, and 422 for another event', async () => {
    const { customer, policy } = await insured();
    await cancel(customer, policy.id);
    const report = { policyId: policy.id, txHash: UNKNOWN };
    expect(await confirmRefund(deskCtx(), report)).toMatchObject({ status: 202, data: null });
    expect(await confirmRefund(deskCtx(noChain), report)).toMatchObject({ status: 202, data: null });

    const other = await insured();
    await cancel(other.customer, other.policy.id);
    const ready = await prepareRefund(deskCtx(), { policyId: other.policy.id, outcome: 'cancelled' });
    const txHash = await sendReady(ready, UNDERWRITER);
    await expect(confirmRefund(deskCtx(), { policyId: policy.id, txHash })).rejects.toMatchObject({
      code: 'payment_mismatch',
      status: 422,
    });
    await expect(confirmRefund(deskCtx(), { policyId: policy.id, txHash: other.hash })).rejects.toMatchObject(
      { code: 'payment_mismatch' },
    );
    expect((await detail(customer, policy.id)).status).toBe('active');
    await expect(confirmRefund(deskCtx(), { policyId: 999_999, txHash })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('the block number of a report reaches the chain, which may need it to find the transaction', async () => {
    const { customer, policy } = await insured();
    await cancel(customer, policy.id);
    const ctx = deskCtx();
    const asked: unknown[] = [];
    const chains = ctx.chains.map((each) =>
      Object.assign(Object.create(each) as typeof each, {
        transaction: async (...args: unknown[]) => {
          asked.push(args);
          return { state: 'unknown' };
        },
      }),
    );
    const report = { policyId: policy.id, txHash: UNKNOWN, at: 4711 };
    expect(await confirmRefund({ ...ctx, chains }, report)).toMatchObject({ status: 202, data: null });
    expect(asked).toEqual([[UNKNOWN, 4711]]);
  });

  test('a reverted refund answers 422', async () => {
    const { customer, policy } = await insured();
    await cancel(customer, policy.id);
    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    const txHash = await sendReady(ready, CLAIMS);
    await expect(confirmRefund(deskCtx(), { policyId: policy.id, txHash })).rejects.toMatchObject({
      message: 'The transaction failed on the network, so nothing changed.',
    });
  });

  test('a refund report waits for confirmations, and the scheduled run continues', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    expect(policy.status).toBe('active');
    await cancel(customer, policy.id);
    const ready = await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    const txHash = await sendReady(ready, UNDERWRITER, shakyChain);
    expect(await confirmRefund(deskCtx(), { policyId: policy.id, txHash })).toMatchObject({ status: 202 });
    expect((await detail(customer, policy.id)).status).toBe('active');
    await shakyChain.mine({ blocks: 2 });
    await Promise.all([
      readChains(),
      readChains(),
      confirmRefund(deskCtx(), { policyId: policy.id, txHash }),
    ]);
    expect((await detail(customer, policy.id)).status).toBe('cancelled');
    expect(
      await rows("SELECT kind FROM policy_history WHERE policy_id = ? AND kind = 'cancelled'", policy.id),
    ).toHaveLength(1);
  });
});

describe('refunds of payments without a policy', () => {
  const exceptionOf = async (quoteId: string) =>
    (
      await rows<{ id: number; status: string; reason: string }>(
        `SELECT id, status, reason FROM ${EXCEPTIONS} WHERE quote_id = ?`,
        quoteId,
      )
    )[0];

  test('a second payment of a draft is refunded in full and resolved by the event', async () => {
    const { customer, second } = await paidTwice();
    const exception = await exceptionOf(second.data.quote_id);
    expect(exception).toMatchObject({ status: 'open', reason: 'duplicate' });
    const input = { exceptionId: exception?.id ?? 0 };
    const ready = await prepareRefund(deskCtx(), input);
    expect(ready).toMatchObject({ amount: second.data.amount, usd: 25, rate: '2000' });
    const txHash = await sendReady(ready, UNDERWRITER);
    expect(await confirmRefund(deskCtx(), { ...input, txHash })).toMatchObject({ status: 200 });
    expect(await exceptionOf(second.data.quote_id)).toMatchObject({ status: 'resolved' });
    await expect(prepareRefund(deskCtx(), input)).rejects.toMatchObject({
      code: 'conflict',
      message: 'This payment was already refunded.',
    });
    expect(await customer.policies()).toMatchObject([{ status: 'active' }]);
  });

  test("a payment of a quote we no longer have is refunded from its call data at today's rate", async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote()).data;
    await env.DB.prepare('DELETE FROM quotes WHERE id = ?').bind(quote.quote_id).run();
    await customer.pay(quote);
    await readChains();
    const exception = await exceptionOf(quote.quote_id);
    expect(exception).toMatchObject({ reason: 'unknown_quote' });
    const ready = await prepareRefund(deskCtx(), { exceptionId: exception?.id ?? 0 });
    expect(ready).toMatchObject({ amount: quote.amount, usd: 1200, rate: '2000' });
    await sendReady(ready, UNDERWRITER);
    await readChains();
    expect(await exceptionOf(quote.quote_id)).toMatchObject({ status: 'resolved' });
  });

  test("a quote inside another contract's call is found, and its absence is explained", async () => {
    const customer = await Customer.arrive();
    const quote = (await customer.quote()).data;
    await env.DB.prepare('DELETE FROM quotes WHERE id = ?').bind(quote.quote_id).run();
    await customer.pay(quote);
    await readChains();
    const exception = await exceptionOf(quote.quote_id);
    const { to, data, value } = quote.payment as EvmPayment;
    const batch = encodeFunctionData({
      abi: parseAbi(['function execute((address to, uint256 value, bytes data)[] calls)']),
      args: [[{ to: to as Hex, value: BigInt(value), data: data as Hex }]],
    });
    const setInput = (input: string) =>
      env.DB.prepare('UPDATE payment_exceptions SET input = ? WHERE id = ?').bind(input, exception?.id).run();
    await setInput(batch);
    const ready = await prepareRefund(deskCtx(), { exceptionId: exception?.id ?? 0 });
    expect(ready.amount).toBe(quote.amount);

    const other = (await customer.quote()).data;
    await setInput((other.payment as EvmPayment).data);
    await expect(prepareRefund(deskCtx(), { exceptionId: exception?.id ?? 0 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('made by hand'),
    });
    await expect(prepareRefund(deskCtx(), { exceptionId: 999_999 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

test('a refund is prepared only while the chain answers', async () => {
  const { customer, policy } = await insured();
  await cancel(customer, policy.id);
  await expect(
    prepareRefund(deskCtx(noChain), { policyId: policy.id, outcome: 'cancelled' }),
  ).rejects.toMatchObject({ code: 'chain_unreachable', status: 503 });
});

test('a stored quote that no longer matches its id on the chain is not refunded', async () => {
  const { customer, policy } = await insured();
  await cancel(customer, policy.id);
  await env.DB.prepare('UPDATE quotes SET coverage_usd = coverage_usd + 1 WHERE id = ?')
    .bind(policy.quote_id)
    .run();
  await expect(prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' })).rejects.toMatchObject(
    { code: 'conflict', message: expect.stringContaining('does not match its id') },
  );
});

test('the refund call contains exactly the quote that was bought', async () => {
  const { customer, quote, policy } = await insured({ payment_currency: 'USDT' });
  await cancel(customer, policy.id);
  const { data } = evmCall(await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' }));
  const { message } = (quote.payment as EvmPayment).typed_data;
  const [row] = await rows<{ signature: string; valid_until: string }>(
    'SELECT consent_signature AS signature, consent_until AS valid_until FROM endings WHERE policy_id = ?',
    policy.id,
  );
  const validUntil = BigInt(Date.parse(row?.valid_until ?? '') / 1000);
  const args = [
    { ...message, premium: BigInt(quote.amount) },
    (BigInt(quote.amount) * 364n) / 365n,
    validUntil,
    row?.signature,
  ];
  expect(data).toBe(
    encodeFunctionData({ abi: insurancePaymentAbi, functionName: 'refund', args: args as never }),
  );
});
