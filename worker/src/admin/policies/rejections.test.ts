/** Policies that were rejected and whose refund is owed. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PolicyRequestDetail, PolicyRequestEntry } from '#domain/admin/policies-schema.ts';
import { Admin } from '../../../test/admin.ts';
import { submit } from '../../../test/claims.ts';
import { deskCounts } from '../../../test/counts.ts';
import { awaitingReview, cancelPolicy, consentTo, deskCtx, raced } from '../../../test/desk.ts';
import {
  chain,
  later,
  type Reach,
  rows,
  runSchedule,
  scanFromHere,
  workerWith,
} from '../../../test/harness.ts';
import { countOf, queueOf } from '../../../test/queue.ts';
import { outlive } from '../../../test/transfers.ts';
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
const endingsOf = (id: number) =>
  rows('SELECT kind, reason, decided_by, closed_as FROM endings WHERE policy_id = ? ORDER BY id', id);
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
      "SELECT subject FROM outbox WHERE quote_id = ? AND kind IN ('policy_rejected', 'policy_active', 'rejection_withdrawn') ORDER BY rowid",
      quoteId,
    )
  ).map(({ subject }) => subject);

async function queue() {
  const work = await queueOf(grace);
  const { counted, actual } = await deskCounts();
  expect(counted).toEqual(actual);
  const [refunds, reviews] = [countOf(work, 'refunds_owed'), countOf(work, 'policies_to_review')];
  return { refunds, reviews, items: work.items };
}
const owed = async () =>
  (
    await grace.call<{ policies: PolicyRequestEntry[]; pagination: { total_policies: number } }>(
      '/admin/policies?queue=refunds_owed',
    )
  ).data;

describe('a rejected policy', () => {
  test('shows the promised day of its refund, and is no longer under review', async () => {
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
      { kind: 'refunds_owed', detail: '$1,200 premium, Rejected', due_at: declined?.refund_due_at },
    ]);
    const list = await owed();
    expect(list.policies.map(({ id }) => id)).toEqual([policy.id]);
    expect(list.pagination.total_policies).toBe(1);

    await takeBack(policy.id);
    expect((await queue()).refunds).toBe(0);
    expect(await detail(policy.id)).toMatchObject({ declined_at: null, declined: null });
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
      message: `${policy.policy_number} is already rejected, and its holder was told a different reason. Withdraw the rejection first.`,
    });
    expect((await detail(policy.id)).declined?.reason).toBe(REASON);
    await takeBack(policy.id);
  });

  test('is approved only by withdrawing the rejection, which its holder is told once', async () => {
    const { customer, policy } = await awaitingReview();
    expect(await takeBack(policy.id)).toMatchObject({
      status: 409,
      message: `${policy.policy_number} is not rejected.`,
    });
    await reject(policy.id);
    expect(await decide(policy.id, { status: 'approved' })).toMatchObject({
      status: 409,
      message: `${policy.policy_number} is rejected and its refund is owed. Withdraw the rejection to approve it.`,
    });
    expect(await takeBack(policy.id)).toMatchObject({
      status: 200,
      message: 'The policy is active.',
      data: { status: 'approved', declined_at: null },
    });
    expect((await takeBack(policy.id)).status).toBe(409);
    expect((await customer.policies())[0]?.status).toBe('active');
    const told = (await messages(policy.id)).filter((text) => text.includes('withdrawn our rejection'));
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

  test('closes a cancellation with a message, and takes none while its refund is owed', async () => {
    const { customer, policy } = await awaitingReview();
    const asked = await cancelPolicy(customer, policy.id);
    expect(asked.kind).toBe('pro_rata');
    await reject(policy.id);
    expect(await endingsOf(policy.id)).toEqual([
      { kind: 'cancellation', reason: null, decided_by: null, closed_as: 'superseded' },
      { kind: 'rejection', reason: REASON, decided_by: grace.id, closed_as: null },
    ]);
    expect((await messages(policy.id)).filter((text) => text.startsWith('We closed your request'))).toEqual([
      `We closed your request to cancel ${policy.policy_number}. We did not accept the policy, so its whole premium goes back to you instead.`,
    ]);
    const preview = await customer.call<{ possible: boolean; problem: string }>(
      `/insurance/policy/${policy.id}/cancel?preview=true`,
      { method: 'POST' },
    );
    expect(preview.data).toMatchObject({
      possible: false,
      problem: 'We did not accept this policy, so its whole premium goes back to you.',
    });
    const again = await customer.call(`/insurance/policy/${policy.id}/cancel`, { method: 'POST' });
    expect(again.status).toBe(409);
    // A rejection that is withdrawn leaves the policy as any other.
    expect((await takeBack(policy.id)).status).toBe(200);
    expect((await endingsOf(policy.id)).map((ending) => ending.closed_as)).toEqual([
      'superseded',
      'accepted',
    ]);
    expect((await consentTo(customer, policy.id)).signature).toMatch(/^0x/);
  });

  test('waits for a refund of its cancellation that was prepared', async () => {
    const { customer, policy, quote } = await awaitingReview();
    await cancelPolicy(customer, policy.id);
    await prepare(policy.id);
    expect(await reject(policy.id)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^You prepared a refund for this policy on /),
    });
    expect(await rows('SELECT closed_as FROM endings WHERE policy_id = ?', policy.id)).toEqual([
      { closed_as: null },
    ]);
    await outlive(quote.quote_id, () => chain.mine({ blocks: 1 }));
    expect((await reject(policy.id)).status).toBe(200);
    expect((await takeBack(policy.id)).status).toBe(200);
  });

  test('gets its whole premium back, even if its holder asked to cancel', async () => {
    const { customer, policy } = await awaitingReview();
    await cancelPolicy(customer, policy.id);
    await reject(policy.id);
    expect((await queue()).refunds).toBe(1);
    expect((await prepare(policy.id)).data.outcome).toBe('rejected');
    await outlive(policy.quote_id, () => chain.mine({ blocks: 1 }));
    expect((await takeBack(policy.id)).status).toBe(200);
  });
});

test('a rejection waits for the desk once a claim is made, which it can only accept the policy for', async () => {
  const { customer, policy } = await awaitingReview();
  await reject(policy.id);
  expect((await submit(customer, policy)).status).toBe(201);
  await runSchedule({}, {}, ['settle endings']);
  expect((await endingsOf(policy.id)).map(({ closed_as }) => closed_as)).toEqual([null]);
  expect((await owed()).policies.map(({ id }) => id)).toContain(policy.id);
  expect(await prepare(policy.id)).toMatchObject({
    status: 409,
    message: expect.stringContaining('so it cannot be rejected'),
  });
  expect((await takeBack(policy.id)).status).toBe(200);
});

describe('withdrawing a rejection', () => {
  test('waits until a refund that was prepared can no longer be sent', async () => {
    const { policy, quote } = await awaitingReview();
    await reject(policy.id);
    await prepare(policy.id);
    expect(await takeBack(policy.id)).toMatchObject({
      status: 409,
      message: expect.stringMatching(
        /^You prepared a refund for this policy on .* UTC\. It may still arrive until .* UTC\. Please wait/,
      ),
    });
    // A clock ends nothing: the chain may stand still.
    expect((await takeBack(policy.id, workerWith(later(3 * 3_600_000)))).status).toBe(409);
    await outlive(quote.quote_id, () => chain.mine({ blocks: 1 }));
    expect((await takeBack(policy.id)).status).toBe(200);
  });

  test('is refused when a refund is prepared at the same time, and so is the refund', async () => {
    const { policy } = await awaitingReview();
    await reject(policy.id);
    const changed = 'This policy was just changed. Please review it and try again.';
    const prepared = `INSERT INTO transfers (id, kind, method, state, chain_id, quote_id, step, prepared_by,
        prepared_name, prepared_at, request_id)
      SELECT 'raced', 'refund', 'contract', 'prepared', chain_id, quote_id, 'pay', ?, 'Ada', ?, 'r'
      FROM policies WHERE id = ?`;
    const overtaken = raced(deskCtx(), prepared, asGrace().id, new Date().toISOString(), policy.id);
    const taken = decidePolicy(
      { ...overtaken, admin: asGrace() },
      { id: policy.id, status: 'approved', take_back: true },
    );
    await expect(taken).rejects.toThrow(/^You prepared a refund for this/);
    await rows("DELETE FROM transfers WHERE id = 'raced'");
    const decided = raced(deskCtx(), 'UPDATE policies SET version = version + 1 WHERE id = ?', policy.id);
    await expect(
      preparePolicyRefund({ ...decided, admin: asGrace() }, { id: policy.id }),
    ).rejects.toMatchObject({ message: changed });
    expect(await actions(policy.id)).toEqual(['policy.rejected']);
  });
});
