import { beforeEach, describe, expect, test } from 'vitest';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { CLAIMS, cancelPolicy, deskCtx, insured, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import { deployFeed } from '../../../test/feed.ts';
import {
  type Customer,
  chain,
  later,
  noChain,
  readChains,
  scanFromHere,
  shakyChain,
  usual,
} from '../../../test/harness.ts';
import { confirmPayout, preparePayout } from './payout.ts';

const DAY = 86_400_000;
const UNKNOWN = `0x${'7f'.repeat(32)}`;

beforeEach(scanFromHere);

type Insured = Awaited<ReturnType<typeof insured>>['policy'];
const claim = ({ id, cover_from }: Insured, usd = 1000) => ({
  policyId: id,
  usd,
  incidentAt: cover_from ?? '',
});
const paidOut = async (customer: Customer, { id }: Insured) =>
  (await customer.call<{ paid_out_usd: number }>(`/insurance/policy/${id}`)).data.paid_out_usd;

describe('preparing a payout', () => {
  test("a payout is prepared at today's rate, rounded down, and counts once by its event", async () => {
    const { customer, policy } = await insured();
    const ready = await preparePayout(deskCtx(), claim(policy, 12_345));
    expect(ready).toMatchObject({
      usd: 12_345,
      amount: '6172500000000000000',
      currency: 'ETH',
      rate: '2000',
      value: '0',
      claim_number: 1,
    });
    const seconds = (Date.parse(ready.valid_until) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    const before = await chain.getBalance({ address: customer.address });
    const txHash = await sendReady(ready, CLAIMS);
    expect((await chain.getBalance({ address: customer.address })) - before).toBe(BigInt(ready.amount));
    const report = { policyId: policy.id, claimNumber: 1, txHash };
    const [first, second] = await Promise.all([
      confirmPayout(deskCtx(), report),
      confirmPayout(deskCtx(), report),
    ]);
    await readChains();
    expect(await confirmPayout(deskCtx(), report)).toMatchObject({
      status: 200,
      data: { usd: 12_345, claim_number: 1, amount: ready.amount, tx_hash: txHash },
    });
    expect([first?.status, second?.status]).toContain(200);
    expect(await paidOut(customer, policy)).toBe(12_345);
  });

  test('a payout on a policy paid in a token is made in that token', async () => {
    const { policy } = await insured({ payment_currency: 'USDT' });
    const ready = await preparePayout(deskCtx(), claim(policy, 777));
    expect(ready).toMatchObject({ currency: 'USDT', amount: '777000000', rate: '1' });
    const txHash = await sendReady(ready, CLAIMS);
    expect(await confirmPayout(deskCtx(), { policyId: policy.id, claimNumber: 1, txHash })).toMatchObject({
      status: 200,
    });
  });

  test('a payout that does not come out even is rounded down to the base unit', async () => {
    const { policy } = await insured();
    const feed = await deployFeed({ answer: 1999_12345678n });
    const currencies = usual.currencies.map((each, index) => (index === 0 ? { ...each, feed } : each));
    const CHAINS = JSON.stringify([{ ...usual, currencies }]);
    const ctx = deskCtx({}, { RATE_SOURCE: 'chainlink', CHAINS });
    const { amount, rate } = await preparePayout(ctx, claim(policy, 1000));
    expect(rate).toBe('1999.12345678');
    const exact = 1000n * 10n ** 26n;
    expect(BigInt(amount) * 1999_12345678n).toBeLessThan(exact);
    expect((BigInt(amount) + 1n) * 1999_12345678n).toBeGreaterThan(exact);
  });

  test('a payout gets the next claim number and the remaining coverage from the registry', async () => {
    const { policy } = await insured({ insurance_type: 'home' });
    await sendReady(await preparePayout(deskCtx(), claim(policy, 499_000)), CLAIMS);
    await expect(preparePayout(deskCtx(), claim(policy, 1001))).rejects.toMatchObject({
      code: 'invalid',
      message: 'Only $1,000 of coverage remains.',
    });
    const rest = await preparePayout(deskCtx(), claim(policy, 1000));
    expect(rest.claim_number).toBe(2);
  });

  test.each([0, -5, 10.5, Number.NaN])('a payout of %s dollars is refused', async (usd) => {
    const { policy } = await insured();
    await expect(preparePayout(deskCtx(), claim(policy, usd))).rejects.toMatchObject({ code: 'invalid' });
  });

  test('a payout for an incident before, after or ahead of the cover is refused', async () => {
    const { policy } = await insured();
    const at = (incidentAt: string) => preparePayout(deskCtx(), { policyId: policy.id, usd: 1, incidentAt });
    const from = Date.parse(policy.cover_from ?? '');
    const outside = { code: 'invalid', message: 'The incident happened outside the cover period.' };
    await expect(at(new Date(from - 1000).toISOString())).rejects.toMatchObject(outside);
    await expect(at(policy.cover_until)).rejects.toMatchObject(outside);
    await expect(at('not a date')).rejects.toMatchObject(outside);
    await expect(at(new Date(from + 30 * DAY).toISOString())).rejects.toMatchObject({
      message: 'The incident is in the future.',
    });
  });

  test('a payout without a chain, a policy or a rate is refused before anything is sent', async () => {
    const { policy } = await insured();
    await expect(preparePayout(deskCtx(noChain), claim(policy))).rejects.toMatchObject({ status: 503 });
    await expect(preparePayout(deskCtx(), { ...claim(policy), policyId: 999_999 })).rejects.toMatchObject({
      code: 'not_found',
    });
    const CHAINS = JSON.stringify([
      { ...usual, currencies: usual.currencies.map((currency) => ({ ...currency, feed: null })) },
    ]);
    const noRate = deskCtx({}, { RATE_SOURCE: 'chainlink', CHAINS });
    await expect(preparePayout(noRate, claim(policy))).rejects.toMatchObject({
      message: expect.stringContaining('no reliable rate for ETH'),
    });
  });

  test('a payout that the contract would refuse answers 409 with the reason', async () => {
    const { policy } = await insured({ payment_currency: 'USDC' });
    // A rate of 2000 dollars would pay far too little of a dollar's token.
    const CHAINS = JSON.stringify([
      {
        ...usual,
        currencies: usual.currencies.map((each) => ({ ...each, feed: usual.currencies[0]?.feed })),
      },
    ]);
    const skewed = deskCtx({}, { RATE_SOURCE: 'chainlink', CHAINS });
    await expect(preparePayout(skewed, claim(policy))).rejects.toMatchObject({
      code: 'conflict',
      message: 'The rate has moved outside the bounds that the contract allows.',
    });
    const expired = deskCtx(later(-DAY));
    await expect(
      preparePayout(expired, { ...claim(policy), incidentAt: policy.cover_from ?? '' }),
    ).rejects.toMatchObject({ message: 'The incident is in the future.' });
  });
});

describe('confirming a payout', () => {
  test('a payout report answers 202 until it is mined, and 422 for another claim, policy or event', async () => {
    const { policy } = await insured();
    const report = { policyId: policy.id, claimNumber: 1 };
    expect(await confirmPayout(deskCtx(), { ...report, txHash: UNKNOWN })).toMatchObject({ status: 202 });
    const txHash = await sendReady(await preparePayout(deskCtx(), claim(policy)), CLAIMS);
    const mismatch = { code: 'payment_mismatch', status: 422 };
    await expect(confirmPayout(deskCtx(), { ...report, claimNumber: 2, txHash })).rejects.toMatchObject(
      mismatch,
    );
    const other = await insured();
    await expect(
      confirmPayout(deskCtx(), { ...report, policyId: other.policy.id, txHash }),
    ).rejects.toMatchObject(mismatch);
    await cancelPolicy(other.customer, other.policy.id);
    const refund = await prepareRefund(deskCtx(), { policyId: other.policy.id, outcome: 'cancelled' });
    const refundHash = await sendReady(refund, UNDERWRITER);
    await expect(
      confirmPayout(deskCtx(), { ...report, policyId: other.policy.id, txHash: refundHash }),
    ).rejects.toMatchObject(mismatch);
  });

  test('a payout report ignores the case of the hash', async () => {
    const { policy } = await insured();
    const hash = await sendReady(await preparePayout(deskCtx(), claim(policy)), CLAIMS);
    const txHash = `0x${hash.slice(2).toUpperCase()}`;
    expect(await confirmPayout(deskCtx(), { policyId: policy.id, claimNumber: 1, txHash })).toMatchObject({
      status: 200,
    });
  });

  test('a payout report waits for confirmations on a chain that needs more than one', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    // That chain runs ahead of the clock a little, after the reorganizations of other tests.
    const ready = await preparePayout(deskCtx(later(600_000)), claim(policy));
    const txHash = await sendReady(ready, CLAIMS, shakyChain);
    const report = { policyId: policy.id, claimNumber: 1, txHash };
    expect(await confirmPayout(deskCtx(), report)).toMatchObject({ status: 202, data: null });
    expect(await paidOut(customer, policy)).toBe(0);
    await shakyChain.mine({ blocks: 2 });
    expect(await confirmPayout(deskCtx(), report)).toMatchObject({ status: 200 });
    expect(await paidOut(customer, policy)).toBe(1000);
  });
});
