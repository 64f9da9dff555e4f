/** Canceling a policy: the refund it shows, the consent it needs, and when it is refused. */
import { env } from 'cloudflare:workers';
import { getAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import type { ConsentRequest } from '#domain/policy/consent.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { CancellationAnswer, CancellationPreview } from '#domain/policy/service-schema.ts';
import { setClaimStatus, submit } from '../../test/claims.ts';
import { asHolder, cancelPolicy, consentTo, deskCtx, insured, raced, signConsent } from '../../test/desk.ts';
import { Customer, later, rows, TRAVEL, term, usual } from '../../test/harness.ts';
import { previewCancellation, requestCancellation } from './cancel.ts';
import { settleEndings } from './settle-endings.ts';

const DAY = 86_400_000;
const post = { method: 'POST' };

const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;

const setStatus = (id: number, status: string) =>
  env.DB.prepare('UPDATE policies SET status = ? WHERE id = ?').bind(status, id).run();

describe('cancellation', () => {
  test('previews a refund without changing anything', async () => {
    const { customer, policy } = await insured();
    const { status, data } = await customer.call<CancellationPreview>(
      `/insurance/policy/${policy.id}/cancel?preview=true`,
      post,
    );
    expect(status).toBe(200);
    expect(data).toEqual({
      possible: true,
      problem: null,
      kind: 'pro_rata',
      percent: null,
      unused_days: 364,
      days: 365,
      refund_amount: '598356164383561643',
      currency: 'ETH',
      decimals: 18,
      refund_usd: 1196,
      consent: expect.objectContaining({ kind: 'evm' }),
      valid_until: expect.stringMatching(/Z$/),
    });
    expect(await rows('SELECT * FROM endings WHERE policy_id = ?', policy.id)).toEqual([]);
    const noonOfDay = (number: number) =>
      previewCancellation(asHolder(customer, later((number - 0.5) * DAY - (Date.now() % DAY))), policy.id);
    expect(await noonOfDay(364)).toMatchObject({ kind: 'pro_rata', unused_days: 1, refund_usd: 3 });
    expect(await noonOfDay(365)).toMatchObject({ kind: 'pro_rata', unused_days: 0, refund_usd: 0 });
  });

  test('refunds 80 percent of nine tenths of a 10-day trip canceled on its first day', async () => {
    const { customer, policy } = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(10) });
    expect(await previewCancellation(asHolder(customer), policy.id)).toMatchObject({
      kind: 'pro_rata',
      unused_days: 9,
      days: 10,
      refund_amount: '2880000000000000',
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
      "SELECT usd, tx_hash FROM policy_history WHERE policy_id = ? AND kind = 'cancellation_requested'",
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

  test('shows a requested refund with amount and date in the list of policies, and a rejection’s whole premium', async () => {
    const { customer, policy } = await insured();
    const listed = async () => (await customer.policies())[0]?.refund;
    expect(await listed()).toBeNull();
    const body = await consentTo(customer, policy.id);
    const asked = await customer.call<CancellationAnswer>(`/insurance/policy/${policy.id}/cancel`, { body });
    const { refund_amount: amount, currency, decimals, refund_due_at: due } = asked.data;
    expect(await listed()).toEqual({ amount, currency, decimals, due_at: due });
    await rows('UPDATE endings SET closed_at = due_from WHERE policy_id = ?', policy.id);
    expect(await listed()).toBeNull();
    await rows(
      `INSERT INTO endings (policy_id, kind, asked_at, due_from) VALUES (?, 'rejection', '2026-11-16T10:00:00.000Z',
        '2026-11-16T10:00:00.000Z')`,
      policy.id,
    );
    await rows('UPDATE endings SET due_from = due_from WHERE policy_id = ? AND closed_at IS NULL', policy.id);
    const whole = { amount: policy.paid_amount, currency, decimals, due_at: '2026-11-23T10:00:00.000Z' };
    expect(await listed()).toEqual(whole);
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
    const ctx = raced(
      asHolder(customer),
      "UPDATE policies SET status = 'rejected', version = version + 1 WHERE id = ?",
      policy.id,
    );
    await expect(requestCancellation(ctx, policy.id, body)).rejects.toMatchObject({ code: 'conflict' });
    expect(await rows('SELECT * FROM endings WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('refuses a cancellation when a claim on the policy is reopened meanwhile', async () => {
    const { customer, policy } = await insured();
    const { data } = await submit(customer, policy);
    await setClaimStatus(data.id, 'rejected');
    const ctx = raced(asHolder(customer), () => setClaimStatus(data.id, 'pending'));
    const body = await consentTo(customer, policy.id);
    await expect(requestCancellation(ctx, policy.id, body)).rejects.toMatchObject({
      message: 'This policy was just changed. Please review it and try again.',
    });
    expect(await rows('SELECT * FROM endings WHERE policy_id = ?', policy.id)).toEqual([]);
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
      'This signature does not match the current refund. Please review the refund and sign again.';
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
    const { customer, policy } = await insured();
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
          version: '4',
          chainId: 1337,
          verifyingContract: getAddress(usual.contract),
        },
        types: {
          Cancellation: [
            { name: 'holder', type: 'address' },
            { name: 'quoteId', type: 'bytes32' },
            { name: 'refund', type: 'uint256' },
            { name: 'validUntil', type: 'uint256' },
          ],
        },
        primaryType: 'Cancellation',
        message: {
          holder: customer.address,
          quoteId: policy.quote_id,
          refund: '598356164383561643',
          validUntil: String(validUntil),
        },
      },
    });
  });

  test('closes a request when its consent lapses, with a message, and takes a new one', async () => {
    const { customer, policy } = await insured();
    await cancelPolicy(customer, policy.id);
    await settleEndings(deskCtx(later(13 * DAY)));
    expect((await detail(customer, policy.id)).cancellation).not.toBeNull();
    await settleEndings(deskCtx(later(14 * DAY + 60_000)));
    const closed = await detail(customer, policy.id);
    expect(closed).toMatchObject({ status: 'active', cancellation: null });
    expect(closed.timeline.at(-1)?.kind).toBe('cancellation_closed');
    const [message] = await rows<{ text: string }>(
      "SELECT text FROM thread_messages WHERE text LIKE 'We closed your request%' ORDER BY id DESC LIMIT 1",
    );
    expect(message?.text).toContain('Your consent to the refund lapsed');
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
