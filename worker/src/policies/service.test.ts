import { env } from 'cloudflare:workers';
import { getAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { formatDay, parseDay } from '../../../domain/days.ts';
import type { ConsentRequest } from '../../../domain/policy/consent.ts';
import type { PolicyDetailAnswer } from '../../../domain/policy/schema.ts';
import type { CancellationAnswer, CancellationPreview } from '../../../domain/policy/service-schema.ts';
import type { DraftDetailAnswer } from '../../../domain/quote/schema.ts';
import { asHolder, cancelPolicy, consentTo, deskCtx, insured, raced, signConsent } from '../../test/desk.ts';
import { CAR, Customer, HOME, later, rows, TRAVEL, term, usual } from '../../test/harness.ts';
import { previewCancellation, requestCancellation } from './cancel.ts';
import { closeOverdueCancellations } from './close-cancellation.ts';
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

describe('cancellation', () => {
  test('previews a refund without changing anything', async () => {
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
      consent: expect.objectContaining({ kind: 'evm' }),
      valid_until: expect.stringMatching(/Z$/),
    });
    expect(await rows('SELECT * FROM cancellations WHERE policy_id = ?', policy.id)).toEqual([]);
    const noonOfDay = (number: number) =>
      previewCancellation(asHolder(customer, later((number - 0.5) * DAY - (Date.now() % DAY))), policy.id);
    expect(await noonOfDay(364)).toMatchObject({ kind: 'pro_rata', unused_days: 1, refund_usd: 3 });
    expect(await noonOfDay(365)).toMatchObject({ kind: 'pro_rata', unused_days: 0, refund_usd: 0 });
  });

  test('refunds nine tenths of a 10-day trip canceled on its first day', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(10) });
    expect(await previewCancellation(asHolder(customer), policy.id)).toMatchObject({
      kind: 'pro_rata',
      unused_days: 9,
      days: 10,
      refund_amount: '3600000000000000',
    });
  });

  test('records a cancellation once, however often and simultaneously requested, with the first refund @api-11', async () => {
    const { customer, policy } = await insured();
    const body = await consentTo(customer, policy.id);
    const ask = () => customer.call<CancellationAnswer>(`/insurance/policy/${policy.id}/cancel`, { body });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data.requested_at)).size).toBe(1);
    const again = await requestCancellation(asHolder(customer, later(100 * DAY)), policy.id, body);
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

  test('rejects one Idempotency-Key used for both the preview and the cancellation', async () => {
    const { customer, policy } = await insured();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const path = `/insurance/policy/${policy.id}/cancel`;
    expect((await customer.call(`${path}?preview=true`, { ...post, headers })).status).toBe(200);
    const body = await consentTo(customer, policy.id);
    expect(await customer.call(path, { body, headers })).toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    });
    expect((await detail(customer, policy.id)).cancellation).toBeNull();
  });

  test.each([
    ['cancelled', 'This policy is already canceled.'],
    ['rejected', 'This policy was not accepted, and its premium was refunded.'],
  ])('refuses to cancel a policy that is %s and gives the reason', async (status, message) => {
    const { customer, policy } = await insured();
    const body = await consentTo(customer, policy.id);
    await setStatus(policy.id, status);
    expect(await customer.call(`/insurance/policy/${policy.id}/cancel`, { body })).toMatchObject({
      status: 409,
      message,
    });
  });

  test('refuses to cancel a policy that has ended or had a claim paid', async () => {
    const { customer, policy } = await insured();
    const body = await consentTo(customer, policy.id);
    await expect(
      requestCancellation(asHolder(customer, later(400 * DAY)), policy.id, body),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has ended'),
    });
    await env.DB.prepare('UPDATE policies SET paid_out_usd = 1 WHERE id = ?').bind(policy.id).run();
    expect(await customer.call(`/insurance/policy/${policy.id}/cancel`, { body })).toMatchObject({
      status: 409,
      message: expect.stringContaining('was paid out'),
    });
  });

  test('refuses a cancellation when the policy changed after it was read', async () => {
    const { customer, policy } = await insured();
    const body = await consentTo(customer, policy.id);
    const ctx = raced(asHolder(customer), "UPDATE policies SET status = 'rejected' WHERE id = ?", policy.id);
    // Reading the policy is also a batch, and the first one.
    await expect(requestCancellation(ctx, policy.id, body)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows('SELECT * FROM cancellations WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('refuses a cancellation that is not signed, or signed by another wallet or for another refund', async () => {
    const { customer, policy } = await insured();
    const path = `/insurance/policy/${policy.id}/cancel`;
    const own = await consentTo(customer, policy.id);
    expect(await customer.call(path, post)).toMatchObject({
      status: 422,
      issues: [{ path: 'signature', message: 'Please sign the cancellation with your wallet.' }],
    });
    const eve = await Customer.arrive();
    const { consent, valid_until } = (await customer.call<CancellationPreview>(`${path}?preview=true`, post))
      .data;
    const asEve = await signConsent(eve, {
      consent: consent as ConsentRequest,
      valid_until: valid_until ?? '',
    });
    const tomorrow = await consentTo(customer, policy.id, later(20 * DAY));
    const message =
      'This signature does not fit the refund as it stands now. Please look at it and sign again.';
    const another = new Date(Date.parse(own.valid_until) - 1000).toISOString();
    for (const body of [asEve, { ...own, valid_until: another }]) {
      expect(await customer.call(path, { body })).toMatchObject({
        status: 422,
        issues: [{ path: 'signature', message }],
      });
    }
    expect(await customer.call(path, { body: tomorrow })).toMatchObject({
      status: 422,
      issues: [{ path: 'valid_until', message: 'A consent is good for 14 days. Please sign it again.' }],
    });
    expect((await detail(customer, policy.id)).cancellation).toBeNull();
  });

  test('previews exactly what the wallet signs', async () => {
    const { customer, quote, policy } = await insured();
    const { data } = await customer.call<CancellationPreview>(
      `/insurance/policy/${policy.id}/cancel?preview=true`,
      post,
    );
    const validUntil = Date.parse(data.valid_until ?? '') / 1000;
    expect(Math.abs(validUntil - (Date.now() / 1000 + 14 * 86_400))).toBeLessThan(30);
    expect(data.consent).toEqual({
      kind: 'evm',
      typed_data: {
        domain: {
          name: 'Mooring',
          version: '2',
          chainId: 1337,
          verifyingContract: getAddress(usual.contract),
        },
        types: {
          Cancellation: [
            { name: 'quoteId', type: 'bytes32' },
            { name: 'refund', type: 'uint256' },
            { name: 'validUntil', type: 'uint256' },
          ],
        },
        primaryType: 'Cancellation',
        message: { quoteId: policy.quote_id, refund: quote.amount, validUntil: String(validUntil) },
      },
    });
  });

  test('closes a request when its consent lapses, with a message, and takes a new one', async () => {
    const { customer, policy } = await insured();
    await cancelPolicy(customer, policy.id);
    await closeOverdueCancellations(deskCtx(later(13 * DAY)));
    expect((await detail(customer, policy.id)).cancellation).not.toBeNull();
    await closeOverdueCancellations(deskCtx(later(14 * DAY + 60_000)));
    const closed = await detail(customer, policy.id);
    expect(closed).toMatchObject({ status: 'active', cancellation: null });
    expect(closed.timeline.at(-1)?.kind).toBe('cancellation_closed');
    const [message] = await rows<{ text: string }>(
      "SELECT text FROM thread_messages WHERE text LIKE 'We closed your request%' ORDER BY id DESC LIMIT 1",
    );
    expect(message?.text).toContain('Your consent to the refund has lapsed');
    await cancelPolicy(customer, policy.id, later(15 * DAY));
    expect((await detail(customer, policy.id)).cancellation).not.toBeNull();
  });

  test("answers 404 for canceling another wallet's policy, also in the preview", async () => {
    const { customer, policy } = await insured();
    const body = await consentTo(customer, policy.id);
    const eve = await Customer.arrive();
    for (const query of ['', '?preview=true']) {
      expect((await eve.call(`/insurance/policy/${policy.id}/cancel${query}`, { body })).status).toBe(404);
    }
  });
});

describe('renewal', () => {
  test('fills in a draft for the next term from 30 days before the end @api-11', async () => {
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
    // A one-year term is followed by a calendar year.
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

  test('renews until 30 days after the end, starting on the day of the request', async () => {
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

  test('allows renewing a short trip only from its start', async () => {
    const trip = { insurance_type: 'travel', details: TRAVEL, ...term(10, 5) };
    const { customer, policy } = await insured(trip);
    expect((await detail(customer, policy.id)).renewable_from).toBe(policy.policy_start_date);
    await expect(renewPolicy(asHolder(customer), policy.id)).rejects.toMatchObject({
      message: `This policy can be renewed from ${usDate(policy.policy_start_date)} on.`,
    });
  });

  test('renews only active policies without a pending cancellation, and only for active accounts', async () => {
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
    await cancelPolicy(customer, policy.id);
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
  test('stores the beneficiary encrypted, shows it to the holder and removes it with null @policy-9', async () => {
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

  test('binds the encrypted beneficiary to its policy and wallet', async () => {
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

  test('stores a changed contact next to the insured details, which stay as signed @api-11', async () => {
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

  test('ignores a contact change by the former holder, even if the policy moved during the request', async () => {
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

describe('policy timeline', () => {
  test("shows the purchase at its block time, the holder's actions and past dates in the timeline @policy-11", async () => {
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

  test('shows no start of cover in the timeline of a policy that starts later', async () => {
    const { customer, policy } = await insured(term(60, 10));
    const kinds = (await detail(customer, policy.id)).timeline.map(({ kind }) => kind);
    expect(kinds).toEqual(['purchased', 'activated']);
  });
});

describe('drafts and the accepted wording', () => {
  const draftBody = { insurance_type: 'home', details: HOME, ...term() };

  test('lets only the owner read a draft, and only until it expires @api-9', async () => {
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

  test('accepts only the current wording and takes the time from our clock @quote-16', async () => {
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

  test('carries the wording accepted with a draft over to its quote', async () => {
    const ada = await Customer.arrive();
    const accepted = { ...draftBody, wording_version: 'home-1' };
    const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body: accepted })).data;
    const { data } = await ada.call<DraftDetailAnswer>(`/insurance/drafts/${draft_id}`);
    expect(data.wording_version).toBe('home-1');
    const quote = await ada.quote({ details: undefined, draft_id });
    const [row] = await rows('SELECT wording_accepted_at at FROM quotes WHERE id = ?', quote.data.quote_id);
    expect(row).toEqual({ at: data.wording_accepted_at });
    // A wording that changed after the draft was saved hasn't been accepted.
    await env.DB.prepare("UPDATE drafts SET wording_version = 'home-0' WHERE id = ?").bind(draft_id).run();
    const later = await ada.quote({ details: undefined, draft_id });
    const [newer] = await rows('SELECT wording_accepted_at at FROM quotes WHERE id = ?', later.data.quote_id);
    expect(newer).toEqual({ at: null });
  });
});

test('shows the newest 200 lines of a long history and says that there are earlier ones', async () => {
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
