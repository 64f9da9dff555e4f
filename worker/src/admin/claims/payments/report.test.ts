import { beforeEach, describe, expect, test } from 'vitest';
import { type PreparedPayout, preparePayout } from '#worker/settlement/payouts/payout.ts';
import type { Admin } from '../../../../test/admin.ts';
import { claimDetail, claimed, eventKinds } from '../../../../test/claims.ts';
import {
  actions,
  approvedBy,
  approvedTwins,
  lastMessage,
  prepare,
  report,
  sendUnmined,
  stateOf,
  twoAtTheDesk,
  UNKNOWN,
  unmined,
} from '../../../../test/decided.ts';
import { CLAIMS, deskCtx, evmCall, raced, sendReady } from '../../../../test/desk.ts';
import { noChain, readChains, rows, scanFromHere, shakyChain, workerWith } from '../../../../test/harness.ts';
import { revertTo } from '../../../../test/registry.ts';

let hedy: Admin;
let grace: Admin;

beforeEach(async () => {
  ({ hedy, grace } = await twoAtTheDesk());
});

describe('claim payment', () => {
  test('is refused when the claim is no longer as the administrator saw it', async () => {
    const { claim } = await approvedBy(hedy);
    const seen = { 'if-match': `"${(await stateOf(claim.id)).version}"` };
    const ready = await prepare(hedy, claim.id, seen);
    expect(ready.status).toBe(200);
    // Meanwhile somebody reopens the claim and approves less.
    await rows(
      'UPDATE claims SET payout_usd = 900, version = version + 1 WHERE id = ? RETURNING id',
      claim.id,
    );
    const stale = { status: 409, message: 'This claim was just changed. Please review it and try again.' };
    expect(await prepare(hedy, claim.id, seen)).toMatchObject(stale);
    expect(await report(hedy, claim.id, UNKNOWN, {}, seen)).toMatchObject(stale);
    const other = { payout_amount: 2500, payment_method: 'check', reference: 'CH-7' };
    expect(
      await hedy.call(`/admin/claims/${claim.id}/payment`, { body: other, headers: seen }),
    ).toMatchObject(stale);
    // What was handed out can still pay the earlier amount.
    expect(await prepare(hedy, claim.id)).toMatchObject({
      status: 409,
      code: 'already_prepared',
      message: expect.stringContaining('You prepared a payout of $2,500 for CLM-'),
    });
    expect(await actions(claim.id)).toEqual(['claim.approved', 'claim.payout_prepared']);
  });

  test('accepts a payment for approved claims only', async () => {
    const { claim } = await claimed();
    expect(await prepare(hedy, claim.id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('only an approved claim can be paid'),
    });
    expect((await report(hedy, claim.id, UNKNOWN)).status).toBe(409);
    expect((await prepare(hedy, 999_999)).status).toBe(404);
    expect((await report(hedy, 999_999, UNKNOWN)).status).toBe(404);
  });

  test('answers 422 for a payment by another event, another amount or a failed transaction @desk-12', async () => {
    const { policy, claim } = await approvedBy(hedy);
    const wrong = {
      policyId: policy.id,
      usd: 2499,
      incidentAt: String((await stateOf(claim.id)).incident_at),
    };
    const other = await sendReady(await preparePayout(deskCtx(), wrong), CLAIMS);
    expect(await report(hedy, claim.id, other)).toMatchObject({ status: 422, code: 'payment_mismatch' });
    expect(await report(hedy, claim.id, UNKNOWN, { payout_amount: 2499 })).toMatchObject({
      status: 422,
      issues: [{ path: 'payout_amount', message: 'This claim is approved for $2,500.' }],
    });
    expect((await report(hedy, claim.id, 'no hash')).status).toBe(422);
    expect((await stateOf(claim.id)).status).toBe('approved');
  });

  test('answers 202 and changes nothing while the chain is unreachable', async () => {
    const { claim } = await approvedBy(hedy);
    const reach = workerWith(noChain);
    const say = (transaction_hash: string) =>
      hedy.call(`/admin/claims/${claim.id}/payment`, { body: { transaction_hash } }, reach);
    expect((await say(UNKNOWN)).status).toBe(202);
    expect((await say(UNKNOWN)).status).toBe(202);
    expect((await say(`0x${'6e'.repeat(32)}`)).status).toBe(202);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'approved']);
    expect(await hedy.call(`/admin/claims/${claim.id}/payout`, { method: 'POST' }, reach)).toMatchObject({
      status: 503,
    });
  });

  test('ignores a made-up payment hash and tells the customer nothing', async () => {
    const { customer, claim } = await approvedBy(hedy);
    const text = (await lastMessage(claim.id))?.text;
    expect(await report(hedy, claim.id, UNKNOWN)).toMatchObject({
      status: 202,
      data: { status: 'approved' },
      message: expect.stringContaining('Nothing was changed'),
    });
    expect((await lastMessage(claim.id))?.text).toBe(text);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'approved']);
    // Neither does a pending transaction with another call, or one that pays another claim of the same
    // policy.
    const other = await approvedBy(hedy);
    await unmined(async () => {
      const gift = await sendUnmined({ to: customer.address, data: '0x' });
      const foreign = await sendUnmined((await prepare(hedy, other.claim.id)).data);
      for (const hash of [gift, foreign]) {
        expect(await report(hedy, claim.id, hash)).toMatchObject({
          status: 202,
          data: { status: 'approved' },
        });
      }
    });
  });

  test("recognizes a pending payment inside a wallet contract's call", async () => {
    const { claim } = await approvedBy(hedy);
    const ready = evmCall((await prepare(hedy, claim.id)).data);
    const wallet = `0x${'77'.repeat(20)}` as const;
    const inner = `${ready.to.slice(2).toLowerCase()}${'00'.repeat(12)}${ready.data.slice(2)}`;
    await unmined(async () => {
      const hash = await sendUnmined({ to: wallet, data: `0x6a761202${inner}` });
      expect(await report(hedy, claim.id, hash)).toMatchObject({
        status: 202,
        data: { status: 'processing_payment' },
      });
      expect((await report(hedy, claim.id, hash)).status).toBe(202);
    });
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'approved', 'processing_payment']);
  });

  test('does not prepare a payout twice while the registry shows an unrecorded one', async () => {
    const { claim } = await approvedBy(hedy);
    const ready = await prepare(hedy, claim.id);
    const hash = await sendReady(ready.data, CLAIMS);
    expect(await prepare(grace, claim.id)).toMatchObject({
      status: 409,
      message: expect.stringContaining('not confirmed here yet'),
    });
    expect((await report(hedy, claim.id, hash)).status).toBe(200);
  });

  test('finds an unreported payment in the scheduled run and pays its own claim of two alike @desk-14', async () => {
    const { policy, twins: pair } = await approvedTwins(hedy);
    const first = await sendReady((await prepare(hedy, pair[1].id)).data, CLAIMS);
    await Promise.all([readChains(), readChains()]);
    const statuses = async () => Promise.all(pair.map(async ({ id }) => (await stateOf(id)).status));
    expect(await statuses()).toEqual(['approved', 'paid']);
    expect(await report(hedy, pair[0].id, first)).toMatchObject({ status: 422, code: 'payment_mismatch' });
    await sendReady((await prepare(hedy, pair[0].id)).data, CLAIMS);
    await readChains();
    expect(await statuses()).toEqual(['paid', 'paid']);
    const ids = await rows('SELECT DISTINCT paid_event_id FROM claims WHERE policy_id = ?', policy.id);
    expect(ids).toHaveLength(2);
  });

  test('pays no claim for a payout event without a matching one', async () => {
    const { customer, policy, claim } = await claimed();
    const incidentAt = String((await stateOf(claim.id)).incident_at);
    await sendReady(await preparePayout(deskCtx(), { policyId: policy.id, usd: 2500, incidentAt }), CLAIMS);
    await readChains();
    expect((await stateOf(claim.id)).status).toBe('pending');
    expect((await claimDetail(customer, claim.id)).remaining_cover).toBe(497_500);
  });

  test('applies a payment to the claim as it is now, or on the next run', async () => {
    const { claim } = await approvedBy(hedy);
    const ready = await prepare(hedy, claim.id);
    await sendReady(ready.data, CLAIMS);
    const { scanChain } = await import('#worker/settlement/scan/scan.ts');
    const bump = 'UPDATE claims SET version = version + 1 WHERE id = ?';
    const ctx = deskCtx();
    const [ours] = ctx.chains;
    if (!ours) throw new Error('No chain is configured');
    await scanChain(raced(ctx, bump, claim.id), ours);
    expect((await stateOf(claim.id)).status).toBe('approved');
    await readChains();
    expect((await stateOf(claim.id)).status).toBe('paid');
    expect((await eventKinds(claim.id)).filter((kind) => kind === 'paid')).toHaveLength(1);
  });

  test('is payable again after a reorganization removes its payment @desk-14', async () => {
    await scanFromHere();
    const { customer, claim } = await approvedBy(hedy, {}, { on: shakyChain });
    const ready = await hedy.call<PreparedPayout>(
      `/admin/claims/${claim.id}/payout`,
      { method: 'POST' },
      workerWith({ clock: () => Date.now() + 600_000 }),
    );
    const send = () => sendReady(ready.data, CLAIMS, shakyChain);
    const snapshot = await shakyChain.snapshot();
    const hash = await send();
    expect(await report(hedy, claim.id, hash)).toMatchObject({ status: 202 });
    await shakyChain.mine({ blocks: 2 });
    expect((await report(hedy, claim.id, hash)).status).toBe(200);
    await revertTo(snapshot, 6);
    // Two runs in sequence: the second reverses what the first doubted.
    await readChains();
    await readChains();
    expect(await claimDetail(customer, claim.id)).toMatchObject({
      status: 'processing_payment',
      remaining_cover: 500_000,
      payout: { usd: 2500, amount: null, tx_hash: null },
      next: { actor: 'mooring', due: expect.any(String) },
    });
    expect((await lastMessage(claim.id))?.text).toContain('The network has replaced its latest blocks');
    await send();
    await shakyChain.mine({ blocks: 2 });
    await readChains();
    expect(await claimDetail(customer, claim.id)).toMatchObject({ status: 'paid', remaining_cover: 497_500 });
    expect(await eventKinds(claim.id)).toEqual([
      ...['submitted', 'approved', 'processing_payment', 'paid', 'payment_undone', 'paid'],
    ]);
  });
});
