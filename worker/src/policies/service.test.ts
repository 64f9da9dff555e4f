import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { formatDay, parseDay } from '../../../domain/days.ts';
import type { PolicyDetailAnswer } from '../../../domain/policy/schema.ts';
import type { CancellationAnswer, CancellationPreview } from '../../../domain/policy/service-schema.ts';
import type { DraftDetailAnswer } from '../../../domain/quote/schema.ts';
import { asHolder, insured, raced } from '../../test/desk.ts';
import { CAR, Customer, HOME, later, rows, TRAVEL, term } from '../../test/harness.ts';
import { previewCancellation, requestCancellation } from './cancel.ts';
import { setBeneficiary } from './contact.ts';
import { getPolicy } from './get.ts';
import { renewPolicy } from './renew.ts';

const DAY = 86_400_000;
const post = { method: 'POST' };

const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
/** `2026-11-21` as `November 21, 2026`. */
const usDate = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' });
const plus = (day: string, days: number) => formatDay((parseDay(day) ?? 0) + days);
const setStatus = (id: number, status: string) =>
  env.DB.prepare('UPDATE policies SET status = ? WHERE id = ?').bind(status, id).run();

describe('cancelling', () => {
  test('shows what it would give back without doing anything', async () => {
    const { customer, quote, policy } = await insured();
    const { status, data } = await customer.call<CancellationPreview>(
      `/insurance/policy/${policy.id}/cancel?preview=true`,
      post,
    );
    expect(status).toBe(200);
    expect(data).toEqual({
      possible: true,
      problem: null,
      kind: 'full',
      unused_days: 365,
      days: 365,
      refund_amount: quote.amount,
      currency: 'ETH',
      decimals: 18,
      refund_usd: 1200,
    });
    expect(await rows('SELECT * FROM cancellations WHERE policy_id = ?', policy.id)).toEqual([]);
    const noonOfDay = (number: number) =>
      previewCancellation(asHolder(customer, later((number - 0.5) * DAY - (Date.now() % DAY))), policy.id);
    expect(await noonOfDay(364)).toMatchObject({ kind: 'pro_rata', unused_days: 1, refund_usd: 3 });
    expect(await noonOfDay(365)).toMatchObject({ kind: 'pro_rata', unused_days: 0, refund_usd: 0 });
  });

  test('of a 10-day trip on its first day gives nine tenths back', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(10) });
    expect(await previewCancellation(asHolder(customer), policy.id)).toMatchObject({
      kind: 'pro_rata',
      unused_days: 9,
      days: 10,
      refund_amount: '3600000000000000',
    });
  });

  test('is recorded once, however often and at once it is asked for, with the refund of the first time @api-11', async () => {
    const { customer, policy } = await insured();
    const ask = () => customer.call<CancellationAnswer>(`/insurance/policy/${policy.id}/cancel`, post);
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.requested_at)).size).toBe(1);
    const again = await requestCancellation(asHolder(customer, later(100 * DAY)), policy.id);
    expect(again).toEqual(answers[0]?.data);
    const events = await rows(
      "SELECT usd, tx_hash FROM policy_events WHERE policy_id = ? AND kind = 'cancellation_requested'",
      policy.id,
    );
    expect(events).toEqual([{ usd: null, tx_hash: null }]);
    expect(await detail(customer, policy.id)).toMatchObject({ status: 'active', cancellation: again });
    const { data } = await customer.call<CancellationPreview>(
      `/insurance/policy/${policy.id}/cancel?preview=true`,
      post,
    );
    expect(data).toMatchObject({ possible: false, problem: expect.stringContaining('already') });
  });

  test('one Idempotency-Key for the preview and the real thing is refused: they are two requests', async () => {
    const { customer, policy } = await insured();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const path = `/insurance/policy/${policy.id}/cancel`;
    expect((await customer.call(`${path}?preview=true`, { ...post, headers })).status).toBe(200);
    expect(await customer.call(path, { ...post, headers })).toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
    expect((await detail(customer, policy.id)).cancellation).toBeNull();
  });

  test.each([
    ['cancelled', 'This policy is already canceled.'],
    ['rejected', 'This policy was not accepted, and its premium was refunded.'],
  ])('of a policy that is %s is refused with the reason', async (status, message) => {
    const { customer, policy } = await insured();
    await setStatus(policy.id, status);
    expect(await customer.call(`/insurance/policy/${policy.id}/cancel`, post)).toMatchObject({
      status: 409,
      message,
    });
  });

  test('of a policy that has ended, or on which a claim was paid, is refused', async () => {
    const { customer, policy } = await insured();
    await expect(requestCancellation(asHolder(customer, later(400 * DAY)), policy.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has ended'),
    });
    await env.DB.prepare('UPDATE policies SET paid_out_usd = 1 WHERE id = ?').bind(policy.id).run();
    expect(await customer.call(`/insurance/policy/${policy.id}/cancel`, post)).toMatchObject({
      status: 409,
      message: expect.stringContaining('was paid out'),
    });
  });

  test('does not go through when the policy changed after it was looked at', async () => {
    const { customer, policy } = await insured();
    const ctx = raced(asHolder(customer), "UPDATE policies SET status = 'rejected' WHERE id = ?", policy.id);
    // Reading the policy is a batch as well, and the first one.
    await expect(requestCancellation(ctx, policy.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows('SELECT * FROM cancellations WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test("another person's is 404, in the preview too", async () => {
    const { policy } = await insured();
    const eve = await Customer.arrive();
    for (const query of ['', '?preview=true']) {
      expect((await eve.call(`/insurance/policy/${policy.id}/cancel${query}`, post)).status).toBe(404);
    }
  });
});

describe('renewing', () => {
  test('from 30 days before the end on gives a draft of the following term with everything filled in @api-11', async () => {
    const { customer, policy } = await insured();
    expect((await detail(customer, policy.id)).renewable_from).toBe(plus(policy.policy_end_date, -30));
    const end = Date.parse(policy.policy_end_date);
    const at = (ms: number) => asHolder(customer, { clock: () => ms });
    await expect(renewPolicy(at(end - 30 * DAY - 1), policy.id)).rejects.toMatchObject({
      code: 'conflict',
      message: `This policy can be renewed from ${usDate(plus(policy.policy_end_date, -30))} on.`,
    });
    const renewed = await renewPolicy(at(end - 30 * DAY), policy.id);
    const start = plus(policy.policy_end_date, 1);
    expect(renewed).toMatchObject({ insurance_type: 'home', policy_start_date: start });
    // A year's term is followed by a calendar year.
    expect(renewed.policy_end_date).toBe(`${Number(start.slice(0, 4)) + 1}${start.slice(4)}`);
    const { data } = await customer.call<DraftDetailAnswer>(`/insurance/drafts/${renewed.draft_id}`);
    expect(data).toMatchObject({
      insurance_type: 'home',
      details: HOME,
      policy_start_date: start,
      wording_version: null,
      wording_accepted_at: null,
    });
  });

  test('until 30 days after it, and then the new term begins on the day', async () => {
    const { customer, policy } = await insured({ insurance_type: 'car', details: CAR, ...term(60) });
    const end = Date.parse(policy.policy_end_date);
    const at = (ms: number) => asHolder(customer, { clock: () => ms });
    const late = await renewPolicy(at(end + 30 * DAY), policy.id);
    expect(late).toMatchObject({
      policy_start_date: plus(policy.policy_end_date, 30),
      policy_end_date: plus(policy.policy_end_date, 90),
    });
    await expect(renewPolicy(at(end + 31 * DAY), policy.id)).rejects.toMatchObject({
      message: expect.stringContaining('more than 30 days ago'),
    });
  });

  test('of a short trip begins with the trip, not before it', async () => {
    const trip = { insurance_type: 'travel', details: TRAVEL, ...term(10, 5) };
    const { customer, policy } = await insured(trip);
    expect((await detail(customer, policy.id)).renewable_from).toBe(policy.policy_start_date);
    await expect(renewPolicy(asHolder(customer), policy.id)).rejects.toMatchObject({
      message: `This policy can be renewed from ${usDate(policy.policy_start_date)} on.`,
    });
  });

  test('is for active policies that nobody is giving back, and for active accounts', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(20) });
    const path = `/insurance/policy/${policy.id}/renew`;
    expect((await customer.call(path, post)).status).toBe(200);
    for (const [status, message] of [
      ['pending', 'under review'],
      ['rejected', 'not accepted'],
      ['cancelled', 'was cancelled'],
    ] as const) {
      await setStatus(policy.id, status);
      expect(await customer.call(path, post)).toMatchObject({
        status: 409,
        message: expect.stringContaining(message),
      });
    }
    await setStatus(policy.id, 'active');
    await customer.call(`/insurance/policy/${policy.id}/cancel`, post);
    expect(await customer.call(path, post)).toMatchObject({
      status: 409,
      message: expect.stringContaining('asked to cancel'),
    });
    await env.DB.prepare("UPDATE accounts SET status = 'inactive' WHERE wallet = ?")
      .bind(customer.address.toLowerCase())
      .run();
    expect(await customer.call(path, post)).toMatchObject({ status: 403, code: 'inactive_account' });
  });
});

describe('beneficiary and contact', () => {
  test('the beneficiary is kept encrypted, shown to the holder, and taken away with null @policy-9', async () => {
    const { customer, policy } = await insured();
    const path = `/insurance/policy/${policy.id}/beneficiary`;
    expect((await detail(customer, policy.id)).beneficiary).toBeNull();
    const set = (beneficiary: unknown) => customer.call(path, { method: 'PATCH', body: { beneficiary } });
    const name = '=HYPERLINK("x") <b>Grace</b> Ō';
    expect(await set(`  ${name} `)).toMatchObject({ status: 200, data: { beneficiary: name } });
    expect((await detail(customer, policy.id)).beneficiary).toBe(name);
    const [row] = await rows<{ beneficiary: string }>(
      'SELECT beneficiary FROM policy_contacts WHERE policy_id = ?',
      policy.id,
    );
    expect(row?.beneficiary).toMatch(/^1\./);
    expect(row?.beneficiary).not.toContain('Grace');
    expect((await set('A')).status).toBe(422);
    expect((await set('x'.repeat(10_000))).status).toBe(422);
    expect((await set(null)).data).toEqual({ beneficiary: null });
    expect((await detail(customer, policy.id)).beneficiary).toBeNull();
  });

  test('opens for no other policy and no other wallet', async () => {
    const { customer, policy } = await insured();
    const other = await insured();
    await customer.call(`/insurance/policy/${policy.id}/beneficiary`, {
      method: 'PATCH',
      body: { beneficiary: 'Grace Hopper' },
    });
    await env.DB.prepare(
      'INSERT INTO policy_contacts SELECT ?, beneficiary, email, telephone, updated_at FROM policy_contacts WHERE policy_id = ?',
    )
      .bind(other.policy.id, policy.id)
      .run();
    expect(await other.customer.call(`/insurance/policy/${other.policy.id}`)).toMatchObject({ status: 500 });
  });

  test('a changed contact stands beside what was insured, which stays as it was signed @api-11', async () => {
    const { customer, policy } = await insured();
    const path = `/insurance/policy/${policy.id}/contact`;
    const before = await detail(customer, policy.id);
    expect(before.contact).toEqual({
      email: 'ada@example.com',
      telephone: HOME.property_owner_telephone,
    });
    const contact = { email: 'ada@elsewhere.example', telephone: '+1 555 010 9999' };
    const changed = await customer.call(path, { method: 'PATCH', body: contact });
    expect(changed).toMatchObject({ status: 200, data: contact });
    const after = await detail(customer, policy.id);
    expect(after).toMatchObject({
      contact,
      email: 'ada@example.com',
      details: HOME,
      details_hash: before.details_hash,
    });
    const kept = JSON.stringify(await rows('SELECT * FROM policy_contacts WHERE policy_id = ?', policy.id));
    expect(kept).not.toContain('555');
    const wrong = await customer.call(path, { method: 'PATCH', body: { ...contact, email: 'no' } });
    expect(wrong).toMatchObject({ status: 422, issues: [{ path: 'email' }] });
  });

  test('a change by the former holder does nothing, also when the policy moved while it was made', async () => {
    const { customer, policy } = await insured();
    const path = `/insurance/policy/${policy.id}`;
    const contact = { email: 'a@example.com', telephone: '+1 555 010 9999' };
    const move = "UPDATE policies SET wallet = '0xsomebody' WHERE id = ?";
    const input = { id: policy.id, beneficiary: 'Grace' };
    await expect(setBeneficiary(raced(asHolder(customer), move, policy.id), input)).rejects.toMatchObject({
      code: 'conflict',
    });
    const answers = await Promise.all([
      customer.call(`${path}/beneficiary`, { method: 'PATCH', body: { beneficiary: 'Grace' } }),
      customer.call(`${path}/contact`, { method: 'PATCH', body: contact }),
      customer.call(`${path}/renew`, post),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await rows('SELECT * FROM policy_contacts WHERE policy_id = ?', policy.id)).toEqual([]);
  });
});

describe('the timeline', () => {
  test('tells the purchase at its block time, what the holder did, and the dates that have passed @policy-11', async () => {
    const { customer, policy, hash } = await insured(term(60));
    await customer.call(`/insurance/policy/${policy.id}/beneficiary`, {
      method: 'PATCH',
      body: { beneficiary: 'Grace Hopper' },
    });
    const { timeline } = await getPolicy(asHolder(customer, later(70 * DAY)), { id: policy.id });
    const kinds = timeline.map(({ kind }) => kind);
    expect([...kinds].sort()).toEqual(
      ['purchased', 'activated', 'cover_began', 'beneficiary_changed', 'expired'].sort(),
    );
    expect(kinds.at(-1)).toBe('expired');
    expect(timeline.find(({ kind }) => kind === 'purchased')?.tx_hash).toBe(hash);
    const times = timeline.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  test('of a future start has no beginning yet', async () => {
    const { customer, policy } = await insured(term(60, 10));
    const kinds = (await detail(customer, policy.id)).timeline.map(({ kind }) => kind);
    expect(kinds).toEqual(['purchased', 'activated']);
  });
});

describe('drafts and the accepted wording', () => {
  const draftBody = { insurance_type: 'home', details: HOME, ...term() };

  test('a draft is read by its owner alone, and not after its day @api-9', async () => {
    const ada = await Customer.arrive();
    const { data } = await ada.call<{ draft_id: string }>('/insurance/drafts', { body: draftBody });
    const path = `/insurance/drafts/${data.draft_id}`;
    const read = await ada.call<DraftDetailAnswer>(path);
    expect(read).toMatchObject({
      status: 200,
      data: { ...draftBody, draft_id: data.draft_id, wording_version: null, wording_accepted_at: null },
    });
    expect((await (await Customer.arrive()).call(path)).status).toBe(404);
    expect((await ada.call('/insurance/drafts/draft_none')).status).toBe(404);
    await env.DB.prepare('UPDATE drafts SET expires_at = ? WHERE id = ?')
      .bind(new Date(Date.now() - 1).toISOString(), data.draft_id)
      .run();
    expect((await ada.call(path)).status).toBe(404);
  });

  test('only the current wording can be accepted, and our clock says when @quote-16', async () => {
    const ada = await Customer.arrive();
    for (const path of ['/insurance/drafts', '/insurance/quotes']) {
      const body = path.endsWith('drafts') ? draftBody : ada.quoteBody();
      const old = await ada.call(path, { body: { ...body, wording_version: 'home-0' } });
      expect(old).toMatchObject({ status: 422, issues: [{ path: 'wording_version' }] });
    }
    const { policy, customer } = await insured({ wording_version: 'home-1' });
    const accepted = (await detail(customer, policy.id)).wording_accepted_at;
    expect(Math.abs(Date.parse(accepted ?? '') - Date.now())).toBeLessThan(60_000);
    const without = await insured();
    expect((await detail(without.customer, without.policy.id)).wording_accepted_at).toBeNull();
  });

  test('what was accepted with a draft counts for its quote', async () => {
    const ada = await Customer.arrive();
    const accepted = { ...draftBody, wording_version: 'home-1' };
    const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body: accepted })).data;
    const { data } = await ada.call<DraftDetailAnswer>(`/insurance/drafts/${draft_id}`);
    expect(data.wording_version).toBe('home-1');
    const quote = await ada.quote({ details: undefined, draft_id });
    const [row] = await rows('SELECT wording_accepted_at at FROM quotes WHERE id = ?', quote.data.quote_id);
    expect(row).toEqual({ at: data.wording_accepted_at });
    // A text that changed after the draft was kept has not been accepted.
    await env.DB.prepare("UPDATE drafts SET wording_version = 'home-0' WHERE id = ?").bind(draft_id).run();
    const later = await ada.quote({ details: undefined, draft_id });
    const [newer] = await rows('SELECT wording_accepted_at at FROM quotes WHERE id = ?', later.data.quote_id);
    expect(newer).toEqual({ at: null });
  });
});

test('a long history shows its newest 200 lines, and says that there are earlier ones', async () => {
  const { customer, policy } = await insured();
  expect((await detail(customer, policy.id)).earlier_entries).toBe(false);
  const add = (times: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO policy_events (policy_id, kind, to_status, at, chain_id, tx_hash, request_id)
        SELECT ?, 'contact_changed', 'active', '2030-01-01T00:00:00.000Z', '1337', 'line ' || i, 'test' FROM n`,
    )
      .bind(times, policy.id)
      .run();
  await add(250);
  const { timeline, earlier_entries } = await detail(customer, policy.id);
  const changed = timeline.filter(({ kind }) => kind === 'contact_changed');
  expect(earlier_entries).toBe(true);
  expect(changed).toHaveLength(200);
  expect([changed[0]?.tx_hash, changed.at(-1)?.tx_hash]).toEqual(['line 51', 'line 250']);
});
