/** What a new claim makes, and what equal requests make of it. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import {
  claimBody,
  claimDetail,
  claimed,
  eventKinds,
  messagesOf,
  submit,
  threadOf,
} from '../../test/claims.ts';
import { insured } from '../../test/desk.ts';
import { dyingDatabase } from '../../test/faults.ts';
import { later, rows, stoppedWorker, workerWith } from '../../test/harness.ts';

const DAY = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
const claimsOn = (policyId: number) => rows('SELECT * FROM claims WHERE policy_id = ?', policyId);

describe('submitting a claim', () => {
  test('creates a claim with a number, a timeline, a thread with both sides and a promised time @api-24', async () => {
    const { customer, policy } = await insured();
    const before = Date.now();
    const { status, data, message } = await submit(customer, policy, { claim_amount: 1250.5 });
    expect(status).toBe(201);
    expect(message).toBe('Your claim has been submitted successfully!');
    expect(data).toEqual({
      id: data.id,
      claim_number: `CLM-${String(data.id).padStart(3, '0')}`,
      status: 'pending',
      policy_id: policy.id,
      policy_number: policy.policy_number,
      policy_type: 'home',
      cause: null,
      traveler: null,
      claim_amount: 1250.5,
      formatted_amount: '$1,250.50',
      incident_date: day(0),
      description: claimBody(policy).description,
      documents_count: 0,
      payout_amount: null,
      progress: 25,
      next: { actor: 'mooring', step: 'We will look at your claim.', due: data.next.due },
      created_at: data.created_at,
      updated_at: data.created_at,
    });
    const detail = await claimDetail(customer, data.id);
    expect(detail).toMatchObject({
      ...data,
      next: { actor: 'mooring', due: expect.any(String) },
      requested_documents: null,
      decision_reason: null,
      deductible: 2500,
      remaining_cover: 500_000,
      documents: [],
      documents_left: 10,
      policy: { id: policy.id, policy_number: policy.policy_number, status: 'active' },
      payout: null,
      call: null,
    });
    const due = Date.parse(detail.next.due ?? '') - before;
    expect(due).toBeGreaterThanOrEqual(48 * 3_600_000);
    expect(due).toBeLessThan(48 * 3_600_000 + 60_000);
    expect(detail.timeline).toEqual([
      expect.objectContaining({ kind: 'submitted', status: 'pending', created_by: 'You', tx_hash: null }),
    ]);
    const thread = await threadOf(data.id);
    expect(thread).toMatchObject({
      id: detail.thread_id,
      type: 'claim',
      policy_id: policy.id,
      unread_by_customer: 0,
      subject: `A pipe burst under the kitchen…, ${data.claim_number}`,
      unread_by_support: 0,
      waiting_since: null,
      reply_count: 1,
    });
    expect(await messagesOf(data.id)).toEqual([
      { sender: 'user', admin_id: null, text: data.description },
      {
        sender: 'admin',
        admin_id: null,
        text: expect.stringContaining('Your claim has been submitted and is being reviewed.'),
      },
    ]);
  });

  test('announces a claim by letter and sends webhooks its number @webhooks-4', async () => {
    const { customer, policy } = await insured();
    const wallet = customer.address.toLowerCase();
    await env.DB.prepare('INSERT INTO webhooks VALUES (?, ?, ?, ?, ?, ?)')
      .bind(`hook_${wallet}`, wallet, 'https://example.com', '["claim.submitted"]', 'x', day(0))
      .run();
    const { data } = await submit(customer, policy);
    const [delivery] = await rows<{ event: string; body: string }>(
      "SELECT kind AS event, body FROM outbox WHERE channel <> 'email' AND wallet = ?",
      wallet,
    );
    expect(delivery?.event).toBe('claim.submitted');
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({
      type: 'claim.submitted',
      data: { claim_id: data.id, claim_number: data.claim_number, policy_id: policy.id, claim_amount: 5000 },
    });
    expect(
      await rows("SELECT kind, target FROM outbox WHERE wallet = ? AND kind = 'claim_submitted'", wallet),
    ).toEqual([{ kind: 'claim_submitted', target: 'ada@example.com' }]);
  });

  test('promises a decision in business days for a large claim', async () => {
    const { claim, customer } = await claimed({ claim_amount: 10_001 });
    const due = Date.parse((await claimDetail(customer, claim.id)).next.due ?? '') - Date.now();
    expect(due).toBeGreaterThan(4.9 * DAY);
    expect(due).toBeLessThan(7.1 * DAY);
  });
});

describe('submitting a claim again', () => {
  test('treats equal claims within 30 seconds, even simultaneous ones, as one and later ones as new', async () => {
    const { customer, policy } = await insured();
    const worker = stoppedWorker();
    const at = (milliseconds: number, changes: Record<string, unknown> = {}) =>
      submit(customer, policy, changes, {}, worker(milliseconds));
    const answers = await Promise.all(Array.from({ length: 4 }, () => at(0)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await claimsOn(policy.id)).toHaveLength(1);
    expect(await eventKinds(answers[0]?.data.id ?? 0)).toEqual(['submitted']);
    for (const changes of [{ claim_amount: 5001 }, { description: 'Another pipe burst.' }]) {
      expect((await at(0, changes)).status).toBe(201);
    }
    expect((await at(29_999)).data.id).toBe(answers[0]?.data.id);
    expect((await at(30_001)).status).toBe(201);
    expect(await claimsOn(policy.id)).toHaveLength(4);
  });

  test('repeats the answer for the same Idempotency-Key and rejects another body under it @api-24', async () => {
    const { customer, policy } = await insured();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await submit(customer, policy, {}, { headers });
    const again = await submit(customer, policy, {}, { headers });
    expect(again).toMatchObject({ status: 201, data: first.data });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await submit(customer, policy, { claim_amount: 1 }, { headers })).toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
    expect(await claimsOn(policy.id)).toHaveLength(1);
  });

  test('makes two claims for equal content under two Idempotency-Keys', async () => {
    const { customer, policy } = await insured();
    for (const key of ['one', 'two']) {
      expect((await submit(customer, policy, {}, { headers: { 'idempotency-key': key } })).status).toBe(201);
    }
    expect(await claimsOn(policy.id)).toHaveLength(2);
  });

  test('does not make a claim again when the worker dies between the write and the response', async () => {
    const { customer, policy } = await insured();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const dying = workerWith({}, { DB: dyingDatabase(/insert into "claims"/) });
    expect((await submit(customer, policy, {}, { headers }, dying)).status).toBe(500);
    const [made] = await claimsOn(policy.id);
    for (const milliseconds of [0, 61_000, 23 * 3_600_000]) {
      const again = await submit(customer, policy, {}, { headers }, workerWith(later(milliseconds)));
      expect(again).toMatchObject({ status: 201, data: { id: made?.id } });
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(await claimsOn(policy.id)).toHaveLength(1);
  });

  test('makes the claim on the next request when the worker dies before the write', async () => {
    const { customer, policy } = await insured();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const dying = workerWith({}, { DB: dyingDatabase(/insert into "idempotency_keys"/) });
    expect((await submit(customer, policy, {}, { headers }, dying)).status).toBe(500);
    const waiting = await submit(customer, policy, {}, { headers });
    expect(waiting).toMatchObject({ status: 409, code: 'in_progress' });
    expect(waiting.headers.get('retry-after')).toBe('1');
    const next = await submit(customer, policy, {}, { headers }, workerWith(later(16_000)));
    expect(next.status).toBe(201);
    expect(await claimsOn(policy.id)).toHaveLength(1);
  });
});
