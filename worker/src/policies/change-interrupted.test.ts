import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyAnswer, PolicyDetailAnswer } from '../../../domain/policy/schema.ts';
import { Admin } from '../../test/admin.ts';
import {
  begunBefore,
  buy,
  changed,
  HIGHER,
  LOWER,
  previewOf,
  quoteFor,
  signedFor,
} from '../../test/change.ts';
import { submit } from '../../test/claims.ts';
import { decide } from '../../test/decided.ts';
import { asHolder, cancelPolicy, deskCtx, insured, raced, sendReady, UNDERWRITER } from '../../test/desk.ts';
import { type Customer, readChains, rows, scanFromHere, shakyChain } from '../../test/harness.ts';
import { history, revertTo, usualChain } from '../../test/registry.ts';
import type { Statements } from '../platform/db/client.ts';
import { commit } from '../platform/db/commit.ts';
import { prepareRefund } from '../settlement/refunds/prepare.ts';
import { scanChain } from '../settlement/scan/scan.ts';
import { requestChange } from './change.ts';
import { closeOverdueCancellations } from './close-cancellation.ts';
import { revokeWaiting } from './replace.ts';
import { findById } from './repository.ts';

beforeEach(scanFromHere);

const DAY = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
const messagesOf = ({ address }: Customer) =>
  rows<{ text: string }>(
    `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id WHERE t.wallet = ? ORDER BY m.id`,
    address.toLowerCase(),
  );
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
    await closeOverdueCancellations(deskCtx());
    expect((await submit(customer, policy)).status).toBe(201);
  });

  test('is completed by the scheduled run when the tab is closed after the payment', async () => {
    const { customer, policy } = await insured();
    await customer.pay(await quoteFor(customer, policy.id, LOWER));
    await readChains();
    expect((await detail(customer, policy.id)).replaced_by?.refund.state).toBe('due');
  });

  test('keeps both policies apart when a claim on the old one comes between signature and payment', async () => {
    const { customer, policy } = await insured();
    await begunBefore(policy.id, 20);
    const quote = await quoteFor(customer, policy.id, LOWER);
    const { data: claim } = await submit(customer, policy, { incident_date: dayAgo(3) });
    const successor = await buy(customer, quote);
    const state = async () => (await detail(customer, successor.id)).replaces?.refund;
    expect(await state()).toMatchObject({ state: 'closed', reason: 'claimed' });
    expect(await detail(customer, policy.id)).toMatchObject({ status: 'active', cancellation: null });
    const texts = (await messagesOf(customer)).map(({ text }) => text);
    expect(texts.some((text) => text.includes('It has a claim that is open or was paid'))).toBe(true);
    // Once it is decided without a payout, the holder can agree to the same refund again.
    await decide(await Admin.arrive(), claim.id, 'rejected', {
      clause: 'not_covered-2',
      admin_notes: 'Wear.',
    });
    const asked = await cancelPolicy(customer, policy.id);
    expect(asked).toMatchObject({ kind: 'pro_rata', refund_amount: '565479452054794520' });
    expect(await state()).toMatchObject({ state: 'due' });
  });

  /** A rejected claim on the policy, and the SQL that reopens it. */
  const reopening = async (customer: Customer, policy: PolicyAnswer) => {
    const { data } = await submit(customer, policy);
    await rows("UPDATE claims SET status = 'rejected' WHERE id = ?", data.id);
    return ["UPDATE claims SET status = 'pending' WHERE id = ?", data.id] as const;
  };

  test('is refused when a claim on the old policy is reopened while the change is signed', async () => {
    const { customer, policy } = await insured();
    const reopened = await reopening(customer, policy);
    const consent = await signedFor(customer, policy.id, LOWER);
    const late = requestChange(
      raced(asHolder(customer), ...reopened),
      policy.id,
      { ...LOWER, ...consent },
      async () => {},
    );
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows('SELECT * FROM policy_changes WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('asks for no refund when a claim on the old policy is reopened while the payment is recorded', async () => {
    const { customer, policy } = await insured();
    const reopened = await reopening(customer, policy);
    await customer.pay(await quoteFor(customer, policy.id, LOWER));
    await scanChain(raced(deskCtx(), ...reopened), usualChain());
    await readChains();
    expect((await detail(customer, policy.id)).replaced_by?.refund).toMatchObject({
      state: 'closed',
      reason: 'claimed',
    });
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
      `INSERT INTO cancellations (policy_id, requested_at, kind, unused_days, amount, signature, valid_until, request_id)
        VALUES (?, '2026-11-25T00:00:00.000Z', 'pro_rata', 1, '1', '0x', '2999-01-01T00:00:00.000Z', '') RETURNING policy_id`,
      policy.id,
    );
    expect(await commit(ctx, closing as unknown as Statements, () => false)).toBe(false);
    expect((await detail(customer, policy.id)).replaced_by?.refund.state).not.toBe('closed');
  });

  test('closes the refund with a message when a claim on the old policy comes after the payment', async () => {
    const { customer, policy } = await insured();
    await begunBefore(policy.id, 20);
    const successor = await buy(customer, await quoteFor(customer, policy.id, LOWER));
    expect((await submit(customer, policy, { incident_date: dayAgo(3) })).status).toBe(201);
    await closeOverdueCancellations(deskCtx());
    for (const [id, side] of [
      [policy.id, 'replaced_by'],
      [successor.id, 'replaces'],
    ] as const) {
      expect((await detail(customer, id))[side]?.refund).toMatchObject({
        state: 'closed',
        reason: 'claimed',
      });
    }
    const closed = (await messagesOf(customer))
      .map(({ text }) => text)
      .find((text) => /We closed/.test(text));
    expect(closed).toContain(`${successor.policy_number} replaced it and covers you alone.`);
  });

  test('says on both policies that the consent lapsed', async () => {
    const { customer, policy, successor } = await changed(LOWER);
    const past = new Date(Date.now() - 60_000).toISOString();
    await rows('UPDATE cancellations SET valid_until = ? WHERE policy_id = ? RETURNING 1', past, policy.id);
    await closeOverdueCancellations(deskCtx());
    expect((await detail(customer, policy.id)).replaced_by?.refund.reason).toBe('lapsed');
    expect((await detail(customer, successor.id)).replaces?.refund.reason).toBe('lapsed');
  });

  test('drops the request when the new policy is canceled before the old one is refunded', async () => {
    const { customer, policy, successor } = await changed(LOWER);
    await cancelPolicy(customer, successor.id);
    await sendReady(await refund(successor.id), UNDERWRITER);
    await readChains();
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'active',
      cancellation: null,
      replaced: false,
    });
    expect((await detail(customer, successor.id)).replaces?.refund).toMatchObject({ reason: 'undone' });
    // Its cover is void, so what happens belongs to the old policy again.
    expect((await submit(customer, policy)).status).toBe(201);
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
    [
      'a cancellation',
      `INSERT INTO cancellations SELECT ?, '2026-01-01', 'full', 1, '1', '', '2099-01-01', ''`,
    ],
    ['a payout', 'UPDATE policies SET paid_out_usd = 1 WHERE id = ?'],
  ])('makes no quote when %s comes at the same moment', async (_, sql) => {
    const { customer, policy } = await insured();
    const asked = { ...LOWER, ...(await signedFor(customer, policy.id, LOWER)) };
    const ctx = raced(asHolder(customer), sql, policy.id);
    await expect(requestChange(ctx, policy.id, asked, () => Promise.resolve())).rejects.toThrow(
      'This policy was just changed.',
    );
    expect(await rows('SELECT * FROM policy_changes WHERE policy_id = ?', policy.id)).toEqual([]);
  });
});

describe('a change while the pool is full', () => {
  test('is never refused for the pool’s capacity unless it wants more cover from the pool', async () => {
    const [high, low] = [await insured(), await insured(LOWER)];
    const fill = (currency: string) =>
      rows(
        `INSERT INTO exposures (chain_id, currency, end_date, coverage_usd) VALUES ('1337', ?, '2999-12-31', 1e12)
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
      await rows("DELETE FROM exposures WHERE end_date = '2999-12-31' RETURNING coverage_usd");
    }
  });
});
