/** The calls for any transfer: who may, and what each does for a claim, a policy, a payment without one and a bank. */
import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { transferAnswer, transferCall } from '#domain/admin/transfers-api.ts';
import { Admin } from '../../../test/admin.ts';
import { approvedBy, stateOf } from '../../../test/decided.ts';
import { CLAIMS, cancelPolicy, insured, paidTwice, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import { rows } from '../../../test/harness.ts';

let hedy: Admin;
let grace: Admin;
beforeEach(async () => {
  [hedy, grace] = [await Admin.arrive('Hedy Lamarr'), await Admin.arrive('Grace Hopper')];
});

const prepare = (by: Admin, body: object, headers = {}) =>
  by.call<z.output<typeof transferCall>>('/admin/transfers', { body, headers });
const act = (by: Admin, id: string, what: 'discard' | 'report', body: object) =>
  by.call<z.output<typeof transferAnswer>>(`/admin/transfers/${id}/${what}`, { body });

test('a payout is prepared for its claim, reported, and confirmed by its event', async () => {
  const { claim, policy } = await approvedBy(grace);
  const { status, data } = await prepare(hedy, { claim_id: claim.id });
  expect({ status, data }).toMatchObject({
    status: 200,
    data: { kind: 'evm', usd: 2500, claim_number: 1, step: 'pay', outcome: null },
  });
  const transaction_hash = await sendReady(data, CLAIMS);
  const reported = await act(hedy, data.transfer_id, 'report', { transaction_hash });
  expect(reported).toMatchObject({
    status: 200,
    data: {
      id: data.transfer_id,
      kind: 'payout',
      method: 'contract',
      state: 'confirmed',
      quote_id: policy.quote_id,
      claim_id: claim.id,
      policy_id: policy.id,
      exception_id: null,
      tx_hash: transaction_hash,
    },
  });
  expect((await act(hedy, data.transfer_id, 'report', { transaction_hash })).data).toEqual(reported.data);
  expect((await stateOf(claim.id)).status).toBe('paid');
});

test('a refund is prepared for the policy that its holder canceled, and once under a repeated key', async () => {
  const { customer, policy } = await insured();
  await cancelPolicy(customer, policy.id);
  const body = { policy_id: policy.id };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const { data } = await prepare(hedy, body, key);
  expect(data).toMatchObject({ outcome: 'cancelled', claim_number: null, step: null });
  expect((await prepare(hedy, body, key)).data).toEqual(data);
  expect(await act(hedy, data.transfer_id, 'report', {})).toMatchObject({
    status: 422,
    issues: [{ path: 'transaction_hash' }],
  });
  const transaction_hash = await sendReady(data, UNDERWRITER);
  expect(await act(hedy, data.transfer_id, 'report', { transaction_hash })).toMatchObject({
    status: 200,
    data: { kind: 'refund', state: 'confirmed', claim_id: null, policy_id: policy.id, usd: null },
  });
});

test('a refund is prepared for a payment without a policy', async () => {
  const { customer } = await paidTwice();
  const [owed] = await rows<{ id: number }>(
    'SELECT id FROM payment_exceptions WHERE wallet = ?',
    customer.address.toLowerCase(),
  );
  const { data } = await prepare(hedy, { exception_id: owed?.id });
  const transaction_hash = await sendReady(data, UNDERWRITER);
  expect(await act(hedy, data.transfer_id, 'report', { transaction_hash })).toMatchObject({
    status: 200,
    data: { state: 'confirmed', policy_id: null, exception_id: owed?.id },
  });
});

describe('discarding a transfer', () => {
  test('takes the word that nobody signed it, changes nothing the second time, and frees the claim', async () => {
    const { claim } = await approvedBy(grace);
    const { data } = await prepare(hedy, { claim_id: claim.id });
    expect(await act(hedy, data.transfer_id, 'discard', {})).toMatchObject({
      status: 422,
      issues: [{ path: 'not_signed' }],
    });
    const discarded = await act(hedy, data.transfer_id, 'discard', { not_signed: true });
    expect(discarded).toMatchObject({ status: 200, data: { state: 'discarded' } });
    expect((await act(hedy, data.transfer_id, 'discard', { not_signed: true })).data).toEqual(discarded.data);
    expect((await prepare(grace, { claim_id: claim.id })).status).toBe(200);
  });

  test('withdraws a bank payment that is not confirmed, and a second administrator confirms the next', async () => {
    const { claim } = await approvedBy(grace);
    const paid = { payout_amount: 2500, payment_method: 'bank_transfer' };
    const propose = async (reference: string) => {
      const body = { ...paid, reference };
      expect((await hedy.call(`/admin/claims/${claim.id}/payment`, { body })).status).toBe(202);
      const [row] = await rows<{ id: string }>('SELECT id FROM transfers WHERE reference = ?', reference);
      return row?.id ?? '';
    };
    const first = `MT103 ${crypto.randomUUID()}`;
    expect(await act(hedy, await propose(first), 'discard', {})).toMatchObject({
      data: { method: 'bank_transfer', state: 'discarded' },
    });
    // A withdrawn report frees its reference.
    const id = await propose(`MT104 ${crypto.randomUUID()}`);
    const [row] = await rows<{ reference: string }>('SELECT reference FROM transfers WHERE id = ?', id);
    const same = { ...paid, reference: row?.reference };
    expect(await act(hedy, id, 'report', same)).toMatchObject({ status: 202, data: { state: 'prepared' } });
    expect(await act(grace, id, 'report', same)).toMatchObject({ status: 200, data: { state: 'confirmed' } });
    expect((await stateOf(claim.id)).status).toBe('paid');
  });
});

describe('a role', () => {
  test('sends only what it may: claims the payouts, and an underwriter the refunds', async () => {
    const handler = await Admin.arrive('Clara Barton', 'claims');
    const underwriter = await Admin.arrive('Ursula Burns', 'underwriter');
    const { claim } = await approvedBy(grace);
    const { customer, policy } = await insured();
    await cancelPolicy(customer, policy.id);
    const payout = (await prepare(handler, { claim_id: claim.id })).data;
    const refund = (await prepare(underwriter, { policy_id: policy.id })).data;
    expect((await prepare(underwriter, { claim_id: claim.id })).status).toBe(403);
    expect((await prepare(handler, { policy_id: policy.id })).status).toBe(403);
    expect((await prepare(handler, { exception_id: 1 })).status).toBe(403);
    for (const [by, id] of [
      [underwriter, payout.transfer_id],
      [handler, refund.transfer_id],
    ] as const) {
      expect((await act(by, id, 'discard', { not_signed: true })).status).toBe(403);
      expect((await act(by, id, 'report', { transaction_hash: `0x${'1'.repeat(64)}` })).status).toBe(403);
    }
    expect((await act(handler, payout.transfer_id, 'discard', { not_signed: true })).status).toBe(200);
  });

  test('does not discard the transfers of another role by the calls of a claim or policy', async () => {
    const handler = await Admin.arrive('Clara Barton', 'claims');
    const underwriter = await Admin.arrive('Ursula Burns', 'underwriter');
    const { claim, policy } = await approvedBy(grace);
    const discard = (by: Admin, path: string) =>
      by.call(`/admin/${path}?not_signed=true`, { method: 'DELETE' });
    const states = () => rows('SELECT kind, state FROM transfers WHERE policy_id = ?', policy.id);
    await prepare(handler, { claim_id: claim.id });
    expect(await discard(underwriter, `policies/${policy.id}/refund`)).toMatchObject({
      status: 409,
      code: 'already_prepared',
    });
    expect(await states()).toEqual([{ kind: 'payout', state: 'prepared' }]);
    expect((await discard(handler, `claims/${claim.id}/payout`)).status).toBe(200);
    await rows(
      "UPDATE transfers SET kind = 'refund', claim_id = NULL, claim_number = NULL, state = 'prepared', ended_at = NULL WHERE policy_id = ?",
      policy.id,
    );
    expect((await discard(handler, `claims/${claim.id}/payout`)).status).toBe(409);
    expect(await states()).toEqual([{ kind: 'refund', state: 'prepared' }]);
  });

  test('gets 404 for a transfer that does not exist, and 422 for a request that names two records', async () => {
    const id = crypto.randomUUID();
    expect((await act(hedy, id, 'discard', { not_signed: true })).status).toBe(404);
    expect((await act(hedy, id, 'report', {})).status).toBe(404);
    expect((await prepare(hedy, { claim_id: 1, policy_id: 1 })).status).toBe(422);
    expect((await prepare(hedy, { exception_id: 999_999 })).status).toBe(404);
  });
});

describe('reporting', () => {
  test('confirms a refund that was discarded although it was sent', async () => {
    const { customer, policy } = await insured();
    await cancelPolicy(customer, policy.id);
    const { data } = await prepare(hedy, { policy_id: policy.id });
    const transaction_hash = await sendReady(data, UNDERWRITER);
    await act(hedy, data.transfer_id, 'discard', { not_signed: true });
    expect(await act(hedy, data.transfer_id, 'report', { transaction_hash })).toMatchObject({
      status: 200,
      data: { state: 'confirmed', tx_hash: transaction_hash },
    });
  });

  const bank = () => ({
    payout_amount: 2500,
    payment_method: 'bank_transfer',
    reference: `MT105 ${crypto.randomUUID()}`,
  });
  const ofClaim = (id: number) =>
    rows<{ id: string; state: string }>('SELECT id, state FROM transfers WHERE claim_id = ?', id);

  test('does not propose a bank payment again under the id of one that was withdrawn', async () => {
    const { claim } = await approvedBy(grace);
    const paid = bank();
    await hedy.call(`/admin/claims/${claim.id}/payment`, { body: paid });
    const [row] = await ofClaim(claim.id);
    const id = row?.id ?? '';
    await act(hedy, id, 'discard', {});
    expect((await act(hedy, id, 'report', paid)).status).toBe(409);
    expect(await ofClaim(claim.id)).toEqual([{ id, state: 'discarded' }]);
  });

  test('takes a bank payment for no transfer on a chain, and no transaction for a bank payment', async () => {
    const { claim } = await approvedBy(grace);
    const { data } = await prepare(hedy, { claim_id: claim.id });
    await act(hedy, data.transfer_id, 'discard', { not_signed: true });
    expect(await act(hedy, data.transfer_id, 'report', bank())).toMatchObject({
      status: 422,
      issues: [{ path: 'payment_method' }],
    });
    expect(await ofClaim(claim.id)).toEqual([{ id: data.transfer_id, state: 'discarded' }]);
    await hedy.call(`/admin/claims/${claim.id}/payment`, { body: bank() });
    const [, outside] = await ofClaim(claim.id);
    expect(
      await act(hedy, outside?.id ?? '', 'report', { transaction_hash: `0x${'1'.repeat(64)}` }),
    ).toMatchObject({ status: 422, issues: [{ path: 'payment_method' }] });
  });
});
