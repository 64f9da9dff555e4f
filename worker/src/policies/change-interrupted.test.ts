import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyAnswer, PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { Statements } from '#worker/platform/db/client.ts';
import { commit } from '#worker/platform/db/guard.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { buy, changed, HIGHER, LOWER, previewOf, quoteFor, signedFor } from '../../test/change.ts';
import { setClaimStatus, submit } from '../../test/claims.ts';
import { asHolder, deskCtx, insured, raced } from '../../test/desk.ts';
import { type Customer, readChains, rows, scanFromHere, shakyChain } from '../../test/harness.ts';
import { history, revertTo } from '../../test/registry.ts';
import { requestChange } from './change.ts';
import { revokeWaiting } from './replace.ts';
import { findById } from './repository.ts';
import { settleEndings } from './settle-endings.ts';

beforeEach(scanFromHere);

const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
const refund = (policyId: number) => prepareRefund(deskCtx(), { policyId, outcome: 'cancelled' });

describe('a change that is interrupted', () => {
  test('leaves the old policy alone when the wallet refuses the payment or the tab is closed', async () => {
    const { customer, policy } = await insured();
    await quoteFor(customer, policy.id, LOWER);
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'active',
      cancellation: null,
      replaced: false,
    });
    await settleEndings(deskCtx());
    expect((await submit(customer, policy)).status).toBe(201);
  });

  test('is completed by the scheduled run when the tab is closed after the payment', async () => {
    const { customer, policy } = await insured();
    await customer.pay(await quoteFor(customer, policy.id, LOWER));
    await readChains();
    expect((await detail(customer, policy.id)).replaced_by?.refund.state).toBe('due');
  });

  /** A rejected claim on the policy; returns what reopens it. */
  const reopening = async (customer: Customer, policy: PolicyAnswer) => {
    const { data } = await submit(customer, policy);
    await setClaimStatus(data.id, 'rejected');
    return () => setClaimStatus(data.id, 'pending');
  };

  test('is refused when a claim on the old policy is reopened while the change is signed', async () => {
    const { customer, policy } = await insured();
    const reopened = await reopening(customer, policy);
    const consent = await signedFor(customer, policy.id, LOWER);
    const late = requestChange(
      raced(asHolder(customer), reopened),
      policy.id,
      { ...LOWER, ...consent },
      async () => {},
    );
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows('SELECT * FROM endings WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('does not close a waiting consent that has become a request meanwhile', async () => {
    const { customer, policy } = await insured();
    const quote = await quoteFor(customer, policy.id, LOWER);
    await rows("UPDATE accounts SET status = 'inactive' WHERE wallet = ?", customer.address.toLowerCase());
    await buy(customer, quote);
    const ctx = deskCtx();
    const row = await findById(ctx.db, policy.id);
    const closing = row && (await revokeWaiting(ctx, row, () => true));
    if (!closing) throw new Error('No consent waits');
    await rows(
      "UPDATE endings SET due_from = '2026-11-25T00:00:00.000Z' WHERE policy_id = ? RETURNING policy_id",
      policy.id,
    );
    expect(await commit(ctx, closing as unknown as Statements, () => false)).toBe(false);
    expect((await detail(customer, policy.id)).replaced_by?.refund.state).not.toBe('closed');
  });

  test('says on both policies that the consent lapsed', async () => {
    const { customer, policy, successor } = await changed(LOWER);
    const past = new Date(Date.now() - 60_000).toISOString();
    await rows('UPDATE endings SET consent_until = ? WHERE policy_id = ? RETURNING 1', past, policy.id);
    await settleEndings(deskCtx());
    expect((await detail(customer, policy.id)).replaced_by?.refund.reason).toBe('lapsed');
    expect((await detail(customer, successor.id)).replaces?.refund.reason).toBe('lapsed');
  });

  test('takes the request back when a reorganization removes the payment, and makes it again with the payment', async () => {
    const { customer, policy } = await insured({}, shakyChain);
    const quote = await quoteFor(customer, policy.id, LOWER);
    const refundNow = async () => (await detail(customer, policy.id)).replaced_by?.refund.state;
    const snapshot = await shakyChain.snapshot();
    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    await readChains();
    expect(await refundNow()).toBe('due');
    await revertTo(snapshot, 6);
    await readChains();
    await readChains();
    expect(await refundNow()).toBe('waiting');
    await expect(refund(policy.id)).rejects.toThrow('is not active yet');
    await customer.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    await readChains();
    expect(await refundNow()).toBe('due');
    expect((await history(policy.id)).slice(-4)).toEqual([
      ...['replaced active', 'cancellation_requested active'],
      ...['cancellation_closed active', 'cancellation_requested active'],
    ]);
  });

  test.each([
    ['a cancellation', "UPDATE endings SET due_from = '2026-01-01' WHERE policy_id = ?"],
    ['a payout', 'UPDATE policies SET paid_out_usd = 1, version = version + 1 WHERE id = ?'],
  ])('makes no quote when %s comes at the same moment', async (_, sql) => {
    const { customer, policy } = await insured();
    const asked = { ...LOWER, ...(await signedFor(customer, policy.id, LOWER)) };
    await rows(
      "INSERT INTO endings (policy_id, kind, asked_at) VALUES (?, 'cancellation', '2026-01-01') RETURNING id",
      policy.id,
    );
    const ctx = raced(asHolder(customer), sql, policy.id);
    await expect(requestChange(ctx, policy.id, asked, () => Promise.resolve())).rejects.toThrow(
      'This policy was just changed.',
    );
    expect(
      await rows("SELECT * FROM endings WHERE policy_id = ? AND kind = 'replacement'", policy.id),
    ).toEqual([]);
  });
});

describe('a change while the pool is full', () => {
  test('is never refused for the pool’s capacity unless it wants more cover from the pool', async () => {
    const [high, low] = [await insured(), await insured(LOWER)];
    const fill = (currency: string) =>
      rows(
        `INSERT INTO cover_days (chain_id, currency, edge, day, coverage_usd) VALUES ('1337', ?, 'ends', '2999-12-31', 1e12)
          RETURNING coverage_usd`,
        currency,
      );
    await fill('ETH');
    await fill('USDC');
    try {
      const wanted = async ({ customer, policy }: typeof high, change: object) =>
        (await previewOf(customer, policy.id, change)).code ?? 'possible';
      expect(await wanted(high, LOWER)).toBe('possible');
      expect(await wanted(high, HIGHER)).toBe('possible');
      expect(await wanted(low, HIGHER)).toBe('no_capacity');
      expect(await wanted(high, { ...LOWER, payment_currency: 'USDC' })).toBe('no_capacity');
      expect((await quoteFor(high.customer, high.policy.id, LOWER)).coverage_usd).toBe(200_000);
    } finally {
      await rows("DELETE FROM cover_days WHERE day = '2999-12-31' RETURNING coverage_usd");
    }
  });
});
