import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ClaimAnswer, ClaimDetailAnswer } from '../../../domain/claims/schema.ts';
import type { CancellationPreview } from '../../../domain/policy/service-schema.ts';
import type { ProductKey } from '../../../domain/products/index.ts';
import { supportSlots } from '../../../domain/support/hours.ts';
import {
  claimBody,
  claimDetail,
  claimed,
  eventKinds,
  messagesOf,
  racedAt,
  submit,
  threadOf,
} from '../../test/claims.ts';
import { asHolder, cancelPolicy, consentTo, deskCtx, insured, raced } from '../../test/desk.ts';
import { dyingDatabase } from '../../test/faults.ts';
import {
  CAR,
  Customer,
  countingDatabase,
  later,
  rows,
  shakyChain,
  TRAVEL,
  term,
  workerWith,
} from '../../test/harness.ts';
import { requestCancellation } from '../policies/cancel.ts';
import { prepareRefund } from '../settlement/refunds/prepare.ts';
import { submitClaim } from './submit.ts';

const DAY = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
const claimsOn = (policyId: number) => rows('SELECT * FROM claims WHERE policy_id = ?', policyId);
const post = { method: 'POST' };

/** A claim as it leaves the request's schema. */
const parsed = (policy: { id: number; policy_type: ProductKey }) => ({
  ...claimBody(policy),
  claim_amount: 500_000,
});

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
      claim_amount: 1250.5,
      formatted_amount: '$1,250.50',
      incident_date: day(0),
      description: claimBody(policy).description,
      documents_count: 0,
      payout_amount: null,
      progress: 50,
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
      unread_by_customer: 1,
      unread_by_support: 1,
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

  test('announces a claim by letter and sends webhooks its number', async () => {
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
      await rows("SELECT kind, target FROM outbox WHERE wallet = ? AND kind = 'claim_update'", wallet),
    ).toEqual([{ kind: 'claim_update', target: 'ada@example.com' }]);
  });

  test('promises a decision in business days for a large claim', async () => {
    const { claim, customer } = await claimed({ claim_amount: 10_001 });
    const due = Date.parse((await claimDetail(customer, claim.id)).next.due ?? '') - Date.now();
    expect(due).toBeGreaterThan(4.9 * DAY);
    expect(due).toBeLessThan(7.1 * DAY);
  });

  test('treats equal claims within 30 seconds, even simultaneous ones, as one and later ones as new', async () => {
    const { customer, policy } = await insured();
    const answers = await Promise.all(Array.from({ length: 4 }, () => submit(customer, policy)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await claimsOn(policy.id)).toHaveLength(1);
    expect(await eventKinds(answers[0]?.data.id ?? 0)).toEqual(['submitted']);
    for (const changes of [{ claim_amount: 5001 }, { description: 'Another pipe burst.' }]) {
      expect((await submit(customer, policy, changes)).status).toBe(201);
    }
    const again = (milliseconds: number) => submit(customer, policy, {}, {}, workerWith(later(milliseconds)));
    expect((await again(29_000)).data.id).toBe(answers[0]?.data.id);
    expect((await again(32_000)).status).toBe(201);
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

  test('lets a deactivated account make a claim', async () => {
    const { customer, policy } = await insured();
    await env.DB.prepare("UPDATE accounts SET status = 'inactive' WHERE wallet = ?")
      .bind(customer.address.toLowerCase())
      .run();
    expect((await submit(customer, policy)).status).toBe(201);
  });

  test("answers 404 for a claim on another wallet's policy or the wrong policy type", async () => {
    const { customer, policy } = await insured({ insurance_type: 'car', details: CAR, ...term(60) });
    const eve = await Customer.arrive();
    expect((await submit(eve, policy)).status).toBe(404);
    expect((await submit(customer, policy, { policy_type: 'home' })).status).toBe(404);
    expect((await submit(customer, policy, { wallet_address: eve.address })).status).toBe(404);
    expect((await submit(customer, policy, { policy_id: 999_999 })).status).toBe(404);
    expect(await claimsOn(policy.id)).toEqual([]);
    const good = await submit(customer, policy, {
      wallet_address: customer.address.toUpperCase().replace('0X', '0x'),
      policy_type: undefined,
      policy_id: String(policy.id),
      claim_amount: '99.90',
    });
    expect(good).toMatchObject({ status: 201, data: { claim_amount: 99.9 } });
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    [
      'no amount',
      { claim_amount: '' },
      'claim_amount',
      'Please enter an amount in dollars, such as 1250 or 1250.50.',
    ],
    ['an amount of nothing', { claim_amount: 0 }, 'claim_amount', 'Claim amount is required'],
    [
      'a negative amount',
      { claim_amount: -5 },
      'claim_amount',
      'Please enter an amount in dollars, such as 1250 or 1250.50.',
    ],
    [
      'a third of a cent',
      { claim_amount: '10.001' },
      'claim_amount',
      'Please enter an amount in dollars, such as 1250 or 1250.50.',
    ],
    [
      'more than the cover',
      { claim_amount: 500_000.01 },
      'claim_amount',
      'At most $500,000 can be claimed, because that is the remaining coverage.',
    ],
    [
      'a short description',
      { description: ' too short ' },
      'description',
      'Please provide a detailed description (minimum 10 characters)',
    ],
    [
      'a description of a book',
      { description: 'x'.repeat(5001) },
      'description',
      'Please keep the description to 5000 characters.',
    ],
    ['no policy', { policy_id: undefined }, 'policy_id', 'Please select a policy'],
    ['no date', { incident_date: undefined }, 'incident_date', 'Incident date is required'],
    [
      'a day that does not exist',
      { incident_date: '2026-02-30' },
      'incident_date',
      'Please enter a real date as YYYY-MM-DD.',
    ],
    [
      'a day to come',
      { incident_date: day(3) },
      'incident_date',
      'The incident date cannot be in the future.',
    ],
    [
      'a day before 1900',
      { incident_date: '1899-12-31' },
      'incident_date',
      'The incident date cannot be before 1900.',
    ],
    [
      'a day before the cover',
      { incident_date: day(-2) },
      'incident_date',
      'The incident happened before the cover of this policy began.',
    ],
  ])('rejects a claim with %s at its field', async (_, changes, path, message) => {
    const { customer, policy } = await insured();
    const answer = await submit(customer, policy, changes);
    expect(answer).toMatchObject({ status: 422, issues: [{ path, message }] });
    expect(await claimsOn(policy.id)).toEqual([]);
  });

  test('checks a claim against the remaining cover and the term @api-25', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(20) });
    const paidOut = (usd: number) =>
      env.DB.prepare('UPDATE policies SET paid_out_usd = ? WHERE id = ?').bind(usd, policy.id).run();
    await paidOut(99_000);
    expect(await submit(customer, policy, { claim_amount: 1000.01 })).toMatchObject({
      status: 422,
      issues: [{ path: 'claim_amount', message: expect.stringContaining('$1,000') }],
    });
    await paidOut(100_000);
    expect(await submit(customer, policy, { claim_amount: 1 })).toMatchObject({
      issues: [{ path: 'claim_amount', message: 'The whole cover of this policy has been paid out.' }],
    });
    await paidOut(0);
    const at = (ms: number) => asHolder(customer, { clock: () => ms });
    const end = Date.parse(policy.cover_until);
    const late = { ...parsed(policy), incident_date: policy.policy_end_date };
    await expect(submitClaim(at(end + 366 * DAY), late)).rejects.toMatchObject({
      extra: {
        issues: [
          { path: 'policy_id', message: 'A claim can be made up to one year after the end of the cover.' },
        ],
      },
    });
    const afterwards = { ...late, incident_date: new Date(end).toISOString().slice(0, 10) };
    await expect(submitClaim(at(end + 10 * DAY), afterwards)).rejects.toMatchObject({
      extra: {
        issues: [
          { path: 'incident_date', message: 'The incident happened after the cover of this policy ended.' },
        ],
      },
    });
    expect((await submitClaim(at(end + 364 * DAY), late)).status).toBe('pending');
  });

  test('rejects a claim until cover begins and the payment is confirmed @api-25', async () => {
    const { customer, policy } = await insured(term(60, 10));
    expect(await submit(customer, policy)).toMatchObject({
      status: 422,
      issues: [{ path: 'policy_id', message: 'The cover of this policy has not begun yet.' }],
    });
    const young = await Customer.arrive();
    const quote = (await young.quote({ chain_id: shakyChain.chain.id })).data;
    const hash = await young.pay(quote, shakyChain);
    const { data } = await young.report(hash, { chain_id: shakyChain.chain.id });
    expect(data.status).toBe('pending');
    expect(await submit(young, data)).toMatchObject({
      status: 422,
      issues: [{ path: 'policy_id', message: 'The payment of this policy is not confirmed yet.' }],
    });
  });

  test('accepts a claim on a policy awaiting approval or canceled, for the time it was in force', async () => {
    const { customer, policy } = await insured();
    await env.DB.prepare("UPDATE policies SET status = 'pending', needs_review = 1 WHERE id = ?")
      .bind(policy.id)
      .run();
    expect((await submit(customer, policy)).status).toBe(201);
    const until = new Date(Date.now() + 1000).toISOString();
    await env.DB.prepare("UPDATE policies SET status = 'cancelled', cover_until = ? WHERE id = ?")
      .bind(until, policy.id)
      .run();
    expect((await submit(customer, policy, { claim_amount: 4 })).status).toBe(201);
  });
});

describe('claims and cancellation', () => {
  const preview = (customer: Customer, id: number) =>
    customer.call<CancellationPreview>(`/insurance/policy/${id}/cancel?preview=true`, post);
  const unsigned = { signature: '0x00', valid_until: '2030-01-01T00:00:00.000Z' };
  const close = (id: number) =>
    env.DB.prepare("UPDATE claims SET status = 'rejected' WHERE id = ?").bind(id).run();

  test('blocks a cancellation while a claim is open and rules out the full refund after any claim @api-32', async () => {
    const { customer, policy, claim } = await claimed();
    const message = 'A claim on this policy is still open. You can cancel once it is decided.';
    expect((await preview(customer, policy.id)).data).toMatchObject({
      possible: false,
      problem: message,
    });
    const path = `/insurance/policy/${policy.id}/cancel`;
    expect(await customer.call(path, { body: unsigned })).toMatchObject({ status: 409, message });
    await close(claim.id);
    expect((await preview(customer, policy.id)).data).toMatchObject({
      possible: true,
      kind: 'pro_rata',
    });
    // A claim also rules out the full refund while the policy awaits approval.
    await env.DB.prepare("UPDATE policies SET status = 'pending' WHERE id = ?").bind(policy.id).run();
    expect((await preview(customer, policy.id)).data).toMatchObject({ kind: 'pro_rata' });
  });

  test('stops a cancellation when a claim arrives at the same moment', async () => {
    const { customer, policy, claim } = await claimed();
    await close(claim.id);
    const reopen = "UPDATE claims SET status = 'under_review' WHERE id = ?";
    const consent = await consentTo(customer, policy.id);
    // Reading the policy's related rows is also a batch, and the first one.
    const ctx = racedAt(asHolder(customer), 2, reopen, claim.id);
    await expect(requestCancellation(ctx, policy.id, consent)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows('SELECT * FROM cancellations WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('refuses a claim when the policy ends during the request and no longer covers it', async () => {
    const { customer, policy } = await insured();
    const end = "UPDATE policies SET status = 'cancelled', cover_until = cover_from WHERE id = ?";
    const ctx = raced(asHolder(customer), end, policy.id);
    await expect(submitClaim(ctx, parsed(policy))).rejects.toMatchObject({ code: 'invalid' });
    expect(await claimsOn(policy.id)).toEqual([]);
  });

  test('mentions in the claim a cancellation requested at the same moment', async () => {
    const { customer, policy } = await insured();
    const asked = `INSERT INTO cancellations (policy_id, requested_at, kind, unused_days, amount, request_id)
      VALUES (?, '2026-01-01', 'full', 365, '1', 'test')`;
    const ctx = raced(asHolder(customer), asked, policy.id);
    const claim = await submitClaim(ctx, parsed(policy));
    expect(await claimsOn(policy.id)).toHaveLength(1);
    expect((await messagesOf(claim.id)).at(-1)?.text).toContain('It ends your request to cancel this policy');
  });

  test('prepares no refund while a claim is open, even for an earlier cancellation request @api-32', async () => {
    const { customer, policy } = await insured();
    await cancelPolicy(customer, policy.id);
    const { data } = await submit(customer, policy);
    const refund = () => prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'cancelled' });
    const message = 'A claim on this policy is still open, so its premium cannot be refunded yet.';
    await expect(refund()).rejects.toMatchObject({ code: 'conflict', message });
    await env.DB.prepare("UPDATE policies SET status = 'pending' WHERE id = ?").bind(policy.id).run();
    await expect(
      prepareRefund(deskCtx(), { policyId: policy.id, outcome: 'rejected' }),
    ).rejects.toMatchObject({ code: 'conflict', message });
    await close(data.id);
    await expect(refund()).rejects.toMatchObject({
      code: 'conflict',
      message: 'A claim was made since the holder asked to cancel this policy.',
    });
  });
});

describe('reading claims', () => {
  test('lists claims newest first and continues before the last one seen @api-26', async () => {
    const { customer, policy } = await insured();
    for (const claim_amount of [1, 2, 3]) await submit(customer, policy, { claim_amount });
    const list = (query = '') => customer.call<ClaimAnswer[]>(`/claims/${customer.address}${query}`);
    const { data } = await list();
    expect(data.map(({ claim_amount }) => claim_amount)).toEqual([3, 2, 1]);
    const before = await list(`?before=${data[0]?.id}`);
    expect(before.data.map(({ claim_amount }) => claim_amount)).toEqual([2, 1]);
    expect((await list('?before=none')).status).toBe(422);
  });

  test("shows and changes nothing of another wallet's claims @api-27", async () => {
    const { customer, claim } = await claimed();
    const eve = await Customer.arrive();
    expect((await eve.call(`/claims/${customer.address}`)).status).toBe(404);
    expect(await eve.call(`/claims/detail/${claim.id}`)).toMatchObject({
      status: 404,
      message: 'Claim not found. Please check the claim ID and try again.',
    });
    expect((await eve.call<ClaimAnswer[]>(`/claims/${eve.address}`)).data).toEqual([]);
    const body = { preferred_at: new Date(Date.now() + DAY).toISOString(), telephone: '+44 20 7946 0018' };
    expect((await eve.call(`/claims/${claim.id}/call`, { body })).status).toBe(404);
    expect((await eve.call(`/claims/${claim.id}/summary`)).status).toBe(404);
  });

  test("reads a claim list with one query and a claim with four, touching no one else's rows @api-26", async () => {
    const { customer, policy, claim } = await claimed();
    await submit(customer, policy, { claim_amount: 7 });
    for (let index = 0; index < 3; index += 1) await claimed();
    const counting = countingDatabase();
    const reach = workerWith({}, { DB: counting.DB });
    await customer.call(`/claims/${customer.address}`, {}, reach);
    // The session and the list.
    expect(counting.statements).toHaveLength(2);
    expect(await counting.rowsRead()).toBeLessThanOrEqual(6);
    counting.statements.length = 0;
    await customer.call<ClaimDetailAnswer>(`/claims/detail/${claim.id}`, {}, reach);
    expect(counting.statements).toHaveLength(5);
    expect(await counting.rowsRead()).toBeLessThanOrEqual(20);
  });
});

describe('requesting a call', () => {
  /** The first support slot at or after a time. */
  const open = (from: number) => supportSlots(from, from + 4 * DAY)[0] ?? 0;
  const at = (ms: number) => ({
    preferred_at: new Date(open(Date.now() + ms)).toISOString(),
    telephone: '+44 20 7946 0018',
    note: 'Not before lunch.',
  });

  /** The next Saturday, and the night before it, in New York. */
  const saturday = (from: number) =>
    new Date(from + ((6 - new Date(from).getUTCDay()) % 7) * DAY).toISOString();
  const night = (from: number) => new Date(from + 12 * 3_600_000).toISOString();

  test('stores the phone number encrypted and tells support about the call without it @api-31', async () => {
    const { customer, claim } = await claimed();
    const body = at(2 * DAY);
    const { status, data } = await customer.call(`/claims/${claim.id}/call`, { body });
    expect(status).toBe(201);
    expect(data).toEqual({ preferred_at: body.preferred_at, requested_at: expect.any(String) });
    expect((await claimDetail(customer, claim.id)).call).toEqual(data);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'call_requested']);
    expect((await messagesOf(claim.id)).at(-1)).toMatchObject({
      sender: 'user',
      text: expect.stringContaining(`Please call me about ${claim.claim_number}`),
    });
    const kept = JSON.stringify([
      await rows('SELECT * FROM claim_calls WHERE claim_id = ?', claim.id),
      await rows('SELECT * FROM claim_events WHERE claim_id = ?', claim.id),
      await messagesOf(claim.id),
    ]);
    expect(kept).not.toContain('7946');
    expect(kept).not.toContain('lunch');
    expect(await threadOf(claim.id)).toMatchObject({ last_sender: 'user', unread_by_support: 1 });
  });

  test('treats repeated call requests for the same time as one, even simultaneous ones', async () => {
    const { customer, claim } = await claimed();
    const body = at(DAY);
    const answers = await Promise.all(
      [1, 2, 3].map(() => customer.call(`/claims/${claim.id}/call`, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await eventKinds(claim.id)).toEqual(['submitted', 'call_requested']);
    expect(await messagesOf(claim.id)).toHaveLength(3);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['in the past', { preferred_at: new Date(Date.now() - 1000).toISOString() }, 'preferred_at'],
    ['in 31 days', { preferred_at: new Date(open(Date.now() + 31 * DAY)).toISOString() }, 'preferred_at'],
    ['on a Saturday', { preferred_at: saturday(open(Date.now())) }, 'preferred_at'],
    ['at night', { preferred_at: night(open(Date.now())) }, 'preferred_at'],
    ['at an invalid time', { preferred_at: 'tomorrow' }, 'preferred_at'],
    ['with an invalid number', { telephone: 'call me' }, 'telephone'],
  ])('rejects a call request %s at its field @api-31', async (_, changes, path) => {
    const { customer, claim } = await claimed();
    const answer = await customer.call(`/claims/${claim.id}/call`, { body: { ...at(DAY), ...changes } });
    expect(answer).toMatchObject({
      status: 422,
      issues: expect.arrayContaining([expect.objectContaining({ path })]),
    });
    expect(await eventKinds(claim.id)).toEqual(['submitted']);
  });
});

test('shows the newest 200 lines of a long claim history and says that there are earlier ones', async () => {
  const { customer, claim } = await claimed();
  expect((await claimDetail(customer, claim.id)).earlier_entries).toBe(false);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
      INSERT INTO claim_events (claim_id, kind, status, message, at, by_customer, request_id)
      SELECT ?, 'documents_added', 'pending', 'line ' || i, '2030-01-01T00:00:00.000Z', 1, 'test' FROM n`,
  )
    .bind(claim.id)
    .run();
  const { timeline, earlier_entries } = await claimDetail(customer, claim.id);
  expect(earlier_entries).toBe(true);
  expect(timeline).toHaveLength(200);
  expect([timeline[0]?.message, timeline.at(-1)?.message]).toEqual(['line 51', 'line 250']);
});
