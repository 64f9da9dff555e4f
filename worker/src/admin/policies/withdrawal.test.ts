/** Withdrawals by policy number and email address, as the desk checks them, and those that it enters itself. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PolicyRequestDetail, PolicyRequestEntry } from '#domain/admin/policies-schema.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../../test/admin.ts';
import { claimBody } from '../../../test/claims.ts';
import { awaitingReview, deskCtx, insured, raced, sendReady, UNDERWRITER } from '../../../test/desk.ts';
import { type Customer, call, readChain, rows, scanFromHere } from '../../../test/harness.ts';
import { queueOf } from '../../../test/queue.ts';
import { checkWithdrawal } from './withdrawal.ts';

let grace: Admin;
beforeAll(async () => {
  grace = await Admin.arrive('Grace Hopper', 'underwriter');
});
beforeEach(scanFromHere);

let serial = 0;
/** A policy that somebody withdrew from by form, from an address that its holder has not confirmed. */
async function toCheck(found?: Awaited<ReturnType<typeof insured>>) {
  const { customer, policy } = found ?? (await insured());
  serial += 1;
  const email = `sender-${serial}-${Date.now()}@example.com`;
  const body = { policy_number: policy.policy_number, email };
  const { data } = await call<{ submitted_at: string }>('/withdrawals', { body });
  const [one] = (await detail(policy.id)).withdrawals_to_check.slice(-1);
  if (!one) throw new Error('There is no withdrawal to check');
  return { customer, policy, email, one, submittedAt: data.submitted_at };
}
const detail = async (id: number) => (await grace.call<PolicyRequestDetail>(`/admin/policies/${id}`)).data;
const seen = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
const check = (policyId: number, id: number, decision: string, note = 'Called back, knows the address.') =>
  grace.call<PolicyRequestDetail>(`/admin/policies/${policyId}/withdrawals/${id}/check`, {
    body: { decision, note },
  });
const asGrace = () =>
  ({ id: grace.id, email: grace.email, name: 'Grace Hopper', role: 'underwriter', jti: 'test' }) as const;

describe('a withdrawal that a person checks', () => {
  test('shows the desk its sender, takes effect from its submission, and ends in the refund queue as Withdrawn', async () => {
    const { customer, policy, email, one, submittedAt } = await toCheck();
    expect(one).toEqual({
      id: one.id,
      email,
      submitted_at: submittedAt,
      link_followed_at: null,
      thread_id: expect.any(Number),
    });
    const [thread] = await rows(
      'SELECT subject, priority, waiting_since FROM threads WHERE id = ?',
      one.thread_id,
    );
    expect(thread).toEqual({
      subject: `Withdrawal from ${policy.policy_number}`,
      priority: 'high',
      waiting_since: expect.any(String),
    });
    const { status, data } = await check(policy.id, one.id, 'accepted');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: 'approved',
      withdrawals_to_check: [],
      withdrawal: { submitted_at: submittedAt },
      cancellation: null,
      rejectable_until: expect.any(String),
    });
    expect((await seen(customer, policy.id)).withdrawal).toMatchObject({
      submitted_at: submittedAt,
      state: 'recorded',
    });
    const { items } = await queueOf(grace);
    expect(items.find(({ id, kind }) => kind === 'refunds_owed' && id === String(policy.id))).toMatchObject({
      detail: '$1,200 premium, Withdrawn from',
      due_at: data.withdrawal?.refund_due_at,
    });
    const lines = await rows<{ admin_id: number; after: string }>(
      "SELECT admin_id, after FROM audit_log WHERE action = 'policy.withdrawal_accepted' AND subject = ?",
      `policy:${policy.id}`,
    );
    expect(lines.map(({ admin_id, after }) => [admin_id, JSON.parse(after).note])).toEqual([
      [grace.id, 'Called back, knows the address.'],
    ]);

    const ready = await grace.call<{ outcome: string }>(`/admin/policies/${policy.id}/refund`, {
      method: 'POST',
    });
    expect(ready.data.outcome).toBe('rejected');
    await sendReady(
      await prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' }),
      UNDERWRITER,
    );
    await readChain();
    expect(await detail(policy.id)).toMatchObject({ status: 'withdrawn', withdrawal: null });
    const list = await grace.call<{ policies: PolicyRequestEntry[] }>('/admin/policies?status=withdrawn');
    expect(list.data.policies.map(({ id }) => id)).toContain(policy.id);
  });

  test('changes nothing about the policy when it is refused, and is checked only once', async () => {
    const { customer, policy, one } = await toCheck();
    expect(await check(policy.id, one.id, 'refused', '')).toMatchObject({
      status: 422,
      message: 'Please say how you checked it.',
    });
    expect((await check(policy.id, one.id, 'refused', 'The holder knows nothing of it.')).status).toBe(200);
    expect(await seen(customer, policy.id)).toMatchObject({
      withdrawal: null,
      refund: null,
      status: 'active',
    });
    expect(await check(policy.id, one.id, 'accepted')).toMatchObject({ status: 409 });
    const [thread] = await rows('SELECT waiting_since FROM threads WHERE id = ?', one.thread_id);
    expect(thread?.waiting_since).not.toBeNull();
  });

  test('is not found on another policy, and neither are a holder’s own and an unknown one', async () => {
    const { policy, one } = await toCheck();
    const other = await insured();
    expect((await check(other.policy.id, one.id, 'accepted')).status).toBe(404);
    await other.customer.call(`/insurance/policy/${other.policy.id}/withdraw`, { method: 'POST' });
    const [own] = await rows<{ id: number }>('SELECT id FROM endings WHERE policy_id = ?', other.policy.id);
    expect((await check(other.policy.id, own?.id ?? 0, 'refused')).status).toBe(404);
    expect((await check(policy.id, 999_999, 'refused')).status).toBe(404);
  });

  test('is refused with the reason when the policy can no longer be withdrawn from', async () => {
    const { policy, one } = await toCheck();
    await rows(
      "UPDATE chain_events SET block_time = '2026-01-01T00:00:00.000Z' WHERE quote_id = ? RETURNING id",
      policy.quote_id,
    );
    expect(await check(policy.id, one.id, 'accepted')).toMatchObject({
      status: 409,
      message:
        'The 14 days to withdraw from this contract ended on January 15, 2026. You can still cancel the policy.',
    });
  });

  test('accepts one of two that come at the same moment, and closes an open claim', async () => {
    const { customer, policy, one } = await toCheck();
    await customer.call('/claims/submit', { body: claimBody(policy) });
    const both = await Promise.all([
      check(policy.id, one.id, 'accepted'),
      check(policy.id, one.id, 'accepted'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await seen(customer, policy.id)).withdrawal?.state).toBe('recorded');
    expect(await rows('SELECT status FROM claims WHERE policy_id = ?', policy.id)).toEqual([
      { status: 'rejected' },
    ]);
  });

  test('is not accepted over a check that somebody else made in between', async () => {
    const { policy, one } = await toCheck();
    const ctx = raced(
      { ...deskCtx(), admin: asGrace() },
      "UPDATE endings SET closed_at = asked_at, closed_as = 'refused' WHERE id = ?",
      one.id,
    );
    const input = { id: policy.id, withdrawal_id: one.id, decision: 'accepted', note: 'Called.' } as const;
    await expect(checkWithdrawal(ctx, input)).rejects.toMatchObject({ code: 'conflict' });
    expect(
      await rows('SELECT * FROM endings WHERE policy_id = ? AND due_from IS NOT NULL', policy.id),
    ).toEqual([]);
  });

  test('keeps an administrator from approving or rejecting a policy that was withdrawn from', async () => {
    const found = await awaitingReview();
    await found.customer.call(`/insurance/policy/${found.policy.id}/withdraw`, { method: 'POST' });
    expect(await detail(found.policy.id)).toMatchObject({ needs_review: false, status: 'pending' });
    for (const body of [{ status: 'approved' }, { status: 'rejected', admin_notes: 'No.' }]) {
      const path = `/admin/policies/${found.policy.id}/status`;
      expect(await grace.call(path, { method: 'PATCH', body })).toMatchObject({
        status: 409,
        message: 'The holder withdrew from this policy, so its whole premium is owed.',
      });
    }
  });
});

describe('a withdrawal that came by letter or plain email', () => {
  const NOTE = 'Letter of November 20, signature as on the certificate.';
  const today = () => new Date().toISOString().slice(0, 10);
  const enter = (policyId: number, received_on = today(), note = NOTE) =>
    grace.call<PolicyRequestDetail>(`/admin/policies/${policyId}/withdrawals`, {
      body: { received_on, note },
    });
  /** As if it had been bought that many days ago. */
  const boughtDaysAgo = (quoteId: string, days: number) =>
    rows(
      'UPDATE chain_events SET block_time = ? WHERE quote_id = ? RETURNING id',
      new Date(Date.now() - days * 86_400_000).toISOString(),
      quoteId,
    );
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  test('counts from the day it was received, owes the premium, and is acknowledged in writing', async () => {
    const { customer, policy } = await insured();
    await boughtDaysAgo(policy.quote_id, 20);
    const { status, data } = await enter(policy.id, day(7));
    expect(status).toBe(200);
    const submittedAt = `${day(7)}T00:00:00.000Z`;
    expect(data.withdrawal).toMatchObject({ submitted_at: submittedAt });
    expect((await seen(customer, policy.id)).withdrawal).toMatchObject({
      submitted_at: submittedAt,
      state: 'recorded',
    });
    const letters = await rows(
      "SELECT target FROM outbox WHERE kind = 'withdrawal_recorded' AND quote_id = ?",
      policy.quote_id,
    );
    expect(letters).toEqual([{ target: 'ada@example.com' }]);
    const [line] = await rows<{ admin_id: number; after: string }>(
      "SELECT admin_id, after FROM audit_log WHERE action = 'policy.withdrawal_accepted' AND subject = ?",
      `policy:${policy.id}`,
    );
    expect([line?.admin_id, JSON.parse(line?.after ?? '{}')]).toMatchObject([
      grace.id,
      { submitted_at: submittedAt, by: 'desk', note: NOTE },
    ]);
  });

  test('counts from the purchase when it came on the same day', async () => {
    const { policy } = await insured();
    const { data } = await enter(policy.id);
    const [bought] = await rows<{ block_time: string }>(
      'SELECT block_time FROM chain_events WHERE quote_id = ?',
      policy.quote_id,
    );
    expect(data.withdrawal?.submitted_at).toBe(bought?.block_time);
  });

  test('is refused before the purchase, in the future, after the 14 days, without a note, and a second time', async () => {
    const { policy } = await insured();
    await boughtDaysAgo(policy.quote_id, 20);
    expect(await enter(policy.id, day(21))).toMatchObject({
      status: 422,
      message: 'Please enter a day that is not before the purchase.',
    });
    expect(await enter(policy.id, day(-2))).toMatchObject({
      status: 422,
      message: 'Please enter a day that is not in the future.',
    });
    expect(await enter(policy.id, today(), ' ')).toMatchObject({
      status: 422,
      message: 'Please say how it came and how you checked it.',
    });
    expect(await enter(policy.id, day(4))).toMatchObject({
      status: 409,
      message: expect.stringContaining('The 14 days to withdraw from this contract ended on'),
    });
    expect((await enter(policy.id, day(6))).status).toBe(200);
    expect(await enter(policy.id, day(7))).toMatchObject({
      status: 409,
      message: 'The holder has already withdrawn from this policy.',
    });
    expect(await rows('SELECT id FROM endings WHERE policy_id = ?', policy.id)).toHaveLength(1);
  });

  test('is entered once by two people at the same moment', async () => {
    const { policy } = await insured();
    const both = await Promise.all([enter(policy.id), enter(policy.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await rows('SELECT id FROM endings WHERE policy_id = ?', policy.id)).toHaveLength(1);
  });

  test('is not entered by somebody who may not change policies', async () => {
    const { policy } = await insured();
    const carol = await Admin.arrive('Carol Shaw', 'claims');
    const body = { received_on: today(), note: NOTE };
    expect((await carol.call(`/admin/policies/${policy.id}/withdrawals`, { body })).status).toBe(403);
  });
});
