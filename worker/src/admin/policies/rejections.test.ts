/** Policies that were rejected and whose refund is owed. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { PolicyRequestDetail, PolicyRequestEntry } from '../../../../domain/admin/policies-schema.ts';
import type { queueAnswer } from '../../../../domain/admin/records-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { deskCounts } from '../../../test/counts.ts';
import { awaitingReview, cancelPolicy, deskCtx, raced } from '../../../test/desk.ts';
import { later, type Reach, rows, scanFromHere, workerWith } from '../../../test/harness.ts';
import { decidePolicy } from './decide.ts';
import { preparePolicyRefund } from './refund.ts';

let grace: Admin;
beforeAll(async () => {
  grace = await Admin.arrive('Grace Hopper', 'underwriter');
});
beforeEach(scanFromHere);

const REASON = 'The house stands on a fault line.';
const decide = (id: number, body: Record<string, unknown>, headers = {}, reach?: Reach) =>
  grace.call<PolicyRequestEntry>(`/admin/policies/${id}/status`, { method: 'PATCH', body, headers }, reach);
const reject = (id: number, admin_notes = REASON) => decide(id, { status: 'rejected', admin_notes });
const takeBack = (id: number, reach?: Reach) =>
  decide(id, { status: 'approved', take_back: true }, {}, reach);
const prepare = (id: number, body: Record<string, unknown> = {}) =>
  grace.call<{ outcome: string }>(`/admin/policies/${id}/refund`, { method: 'POST', body });
const detail = async (id: number) => (await grace.call<PolicyRequestDetail>(`/admin/policies/${id}`)).data;
const asGrace = () =>
  ({ id: grace.id, email: grace.email, name: 'Grace Hopper', role: 'underwriter', jti: 'test' }) as const;

const actions = async (id: number) =>
  (
    await rows<{ action: string }>(
      'SELECT action FROM audit_log WHERE subject = ? ORDER BY id',
      `policy:${id}`,
    )
  ).map(({ action }) => action);
const messages = async (id: number) =>
  (
    await rows<{ text: string }>(
      'SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id WHERE t.policy_id = ? ORDER BY m.id',
      id,
    )
  ).map(({ text }) => text);
const letters = async (quoteId: string) =>
  (
    await rows<{ subject: string }>(
      "SELECT subject FROM outbox WHERE quote_id = ? AND kind IN ('policy_declined', 'policy_active') ORDER BY rowid",
      quoteId,
    )
  ).map(({ subject }) => subject);

async function queue() {
  const { data } = await grace.call<z.output<typeof queueAnswer>>('/admin/queue');
  const { counted, actual } = await deskCounts();
  expect(counted).toEqual(actual);
  const count = (section: string) => data.sections.find(({ key }) => key === section)?.count;
  return { refunds: count('refunds_owed'), reviews: count('policies_to_review'), items: data.items };
}
const owed = async () =>
  (
    await grace.call<{ policies: PolicyRequestEntry[]; pagination: { total_policies: number } }>(
      '/admin/policies?queue=refunds_owed',
    )
  ).data;

describe('a rejected policy', () => {
  test('waits for its refund with the promised day, and no longer for a review', async () => {
    const { policy } = await awaitingReview();
    const before = await queue();
    expect([before.refunds, before.reviews]).toEqual([0, 1]);
    expect((await reject(policy.id)).data).toMatchObject({ status: 'pending', needs_review: false });

    const { declined_at: at, declined } = await detail(policy.id);
    const days = (Date.parse(declined?.refund_due_at ?? '') - Date.parse(at ?? '')) / 86_400_000;
    expect(declined?.reason).toBe(REASON);
    // Five business days are a week, or a day or two less from a weekend on.
    expect([5, 6, 7]).toContain(days);
    const waiting = await queue();
    expect([waiting.refunds, waiting.reviews]).toEqual([1, 0]);
    expect(waiting.items.filter(({ id }) => id === String(policy.id))).toMatchObject([
      { section: 'refunds_owed', detail: 'Rejected', due_at: declined?.refund_due_at },
    ]);
    const list = await owed();
    expect(list.policies.map(({ id }) => id)).toEqual([policy.id]);
    expect(list.pagination.total_policies).toBe(1);

    await rows("UPDATE policies SET status = 'rejected' WHERE id = ?", policy.id);
    expect((await queue()).refunds).toBe(0);
    expect(await detail(policy.id)).toMatchObject({ declined_at: null, declined: null });
    // As when a reorganization takes the refund back.
    await rows("UPDATE policies SET status = 'pending' WHERE id = ?", policy.id);
    expect((await queue()).refunds).toBe(1);
    await takeBack(policy.id);
  });

  test('is rejected once, however often for the same reason', async () => {
    const { policy } = await awaitingReview();
    const seen = { 'if-match': '"1"' };
    const body = { status: 'rejected', admin_notes: REASON };
    const answers = await Promise.all([decide(policy.id, body, seen), decide(policy.id, body, seen)]);
    answers.push(await decide(policy.id, body, seen));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ message }) => message))).toEqual(
      new Set(['The decision is recorded. The policy ends with the refund, which you can prepare now.']),
    );
    expect(answers.map(({ headers }) => headers.get('etag'))).toEqual(['"2"', '"2"', '"2"']);
    expect(await actions(policy.id)).toEqual(['policy.rejected']);
    expect((await messages(policy.id)).filter((text) => text.includes('cannot accept'))).toHaveLength(1);
    expect(await letters(policy.quote_id)).toEqual([`We cannot accept policy ${policy.policy_number}`]);
    expect(await reject(policy.id, 'Another reason.')).toMatchObject({
      status: 409,
      message: `${policy.policy_number} is rejected already, and its holder was told another reason. Take back the rejection first.`,
    });
    expect((await detail(policy.id)).declined?.reason).toBe(REASON);
    await takeBack(policy.id);
  });

  test('is approved only by taking the rejection back, which its holder is told once', async () => {
    const { customer, policy } = await awaitingReview();
    expect(await takeBack(policy.id)).toMatchObject({
      status: 409,
      message: `${policy.policy_number} is not rejected.`,
    });
    await reject(policy.id);
    expect(await decide(policy.id, { status: 'approved' })).toMatchObject({
      status: 409,
      message: `${policy.policy_number} is rejected and its refund is owed. Take back the rejection to approve it.`,
    });
    expect(await takeBack(policy.id)).toMatchObject({
      ...{ status: 200, message: 'The policy is active.' },
      data: { status: 'approved', declined_at: null },
    });
    expect((await takeBack(policy.id)).status).toBe(409);
    expect((await customer.policies())[0]?.status).toBe('active');
    const told = (await messages(policy.id)).filter((text) => text.includes('taken back our rejection'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('so there is no refund');
    expect((await messages(policy.id)).at(-1)).toBe(told[0]);
    expect(await letters(policy.quote_id)).toEqual([
      `We cannot accept policy ${policy.policy_number}`,
      `We accept policy ${policy.policy_number} after all`,
    ]);
    expect(await actions(policy.id)).toEqual(['policy.rejected', 'policy.rejection_taken_back']);
    expect((await queue()).refunds).toBe(0);
  });

  test('gets back its whole premium, also if its holder asked to cancel', async () => {
    const { customer, policy } = await awaitingReview();
    await cancelPolicy(customer, policy.id);
    await reject(policy.id);
    expect((await queue()).refunds).toBe(1);
    expect((await prepare(policy.id)).data.outcome).toBe('rejected');
    // Its consent ends, and the refund of the rejection stays owed.
    await rows('DELETE FROM cancellations WHERE policy_id = ?', policy.id);
    expect((await queue()).refunds).toBe(1);
    await takeBack(policy.id, workerWith(later(3_601_000)));
  });
});

describe('taking back a rejection', () => {
  test('waits until a refund that was prepared can no longer be sent', async () => {
    const { policy } = await awaitingReview();
    await reject(policy.id);
    const at = Date.now();
    const stopped = (seconds: number) => workerWith({ clock: () => at + 1000 * seconds });
    await grace.call(`/admin/policies/${policy.id}/refund`, { method: 'POST' }, stopped(0));
    expect(await takeBack(policy.id, stopped(3600))).toMatchObject({
      status: 409,
      message: 'A refund was prepared in the last 60 minutes and may still be sent. Please try again later.',
    });
    expect((await takeBack(policy.id, stopped(3601))).status).toBe(200);
  });

  test('is refused when a refund is prepared at the same time, and so is the refund', async () => {
    const { policy } = await awaitingReview();
    await reject(policy.id);
    const changed = 'This policy has just changed. Please look at it again.';
    const prepared =
      "INSERT INTO audit_log (admin_id, action, subject, at, request_id) VALUES (1, 'policy.refund_prepared', ?, ?, 'r')";
    const overtaken = raced(deskCtx(), prepared, `policy:${policy.id}`, new Date().toISOString());
    const taken = decidePolicy(
      { ...overtaken, admin: asGrace() },
      { id: policy.id, status: 'approved', take_back: true },
    );
    await expect(taken).rejects.toMatchObject({ message: changed });
    await rows(
      "DELETE FROM audit_log WHERE action = 'policy.refund_prepared' AND subject = ?",
      `policy:${policy.id}`,
    );
    const decided = raced(deskCtx(), 'UPDATE policies SET version = version + 1 WHERE id = ?', policy.id);
    await expect(
      preparePolicyRefund({ ...decided, admin: asGrace() }, { id: policy.id }),
    ).rejects.toMatchObject({ message: changed });
    expect(await actions(policy.id)).toEqual(['policy.rejected']);
  });
});
