import { beforeEach, describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { prepareRefund } from '#worker/settlement/refunds/prepare.ts';
import { Admin } from '../../test/admin.ts';
import {
  askFor,
  begunBefore,
  buy,
  changed,
  HIGHER,
  inDays,
  LOWER,
  previewOf,
  quoteFor,
  signedFor,
} from '../../test/change.ts';
import { submit } from '../../test/claims.ts';
import { decide } from '../../test/decided.ts';
import { cancelPolicy, deskCtx, insured, sendReady, UNDERWRITER } from '../../test/desk.ts';
import { recomputeAll } from '../../test/figures.ts';
import { CAR, Customer, HOME, readChains, rows, scanFromHere, TRAVEL, term } from '../../test/harness.ts';
import { queueOf } from '../../test/queue.ts';

beforeEach(scanFromHere);

const DAY = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
const today = () => dayAgo(0);
const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;
const messagesOf = ({ address }: Customer) =>
  rows<{ text: string }>(
    `SELECT m.text FROM thread_messages m JOIN threads t ON t.id = m.thread_id WHERE t.wallet = ? ORDER BY m.id`,
    address.toLowerCase(),
  );
const refund = (policyId: number) => prepareRefund(deskCtx(), { policyId, outcome: 'cancelled' });

describe('the preview of a change', () => {
  test('gives the new price, the refund of the whole days left, and what it would change', async () => {
    const { customer, policy } = await insured();
    await begunBefore(policy.id, 100);
    const { data } = await previewOf(customer, policy.id, {
      ...LOWER,
      details: { house_address: '7 Rope Walk, Bristol' },
    });
    // The 365th day is over in 365 days, and the 101st has begun: 264 are left of 0.6 ETH.
    expect(data).toMatchObject({
      possible: true,
      problem: null,
      policy_start_date: today(),
      policy_end_date: policy.policy_end_date,
      price: { premium_usd: 600, days: 365, currency: 'ETH', amount: '300000000000000000', review: [] },
      refund: {
        unused_days: 264,
        days: 365,
        amount: '433972602739726027',
        usd: 867,
        currency: 'ETH',
      },
      first_days: null,
      draft_id: `change_${policy.id}_0`,
      changes: [
        { label: 'Cover', before: '$500,000', after: '$200,000' },
        { label: 'Deductible', before: '$2,500', after: '$5,000' },
        { label: 'Address', before: HOME.house_address, after: '7 Rope Walk, Bristol' },
      ],
    });
    expect(await rows('SELECT * FROM endings WHERE policy_id = ?', policy.id)).toEqual([]);
  });

  test('starts with the old policy if that has not begun, and gives the whole premium back', async () => {
    const { customer, policy, quote } = await insured(term(365, 40));
    const { data } = await previewOf(customer, policy.id, LOWER);
    expect(data).toMatchObject({
      policy_start_date: policy.policy_start_date,
      policy_end_date: policy.policy_end_date,
      refund: { unused_days: 365, amount: quote.amount },
    });
  });

  test('keeps the old end while that is 30 days ahead, and starts a year the day after', async () => {
    const { customer, policy } = await insured(term(60));
    const end = async (days: number) => {
      await rows('UPDATE policies SET end_date = ? WHERE id = ? RETURNING id', inDays(days), policy.id);
      return (await previewOf(customer, policy.id, LOWER)).data;
    };
    expect((await end(30)).policy_end_date).toBe(inDays(30));
    const year = await end(29);
    expect(year.policy_end_date).toBe(term(365).policy_end_date);
    expect(year.price).toMatchObject({ premium_usd: 600, days: 365 });
  });

  test('says that a higher cover and a lower deductible wait for seven days', async () => {
    const { customer, policy } = await insured(LOWER);
    expect((await previewOf(customer, policy.id, HIGHER)).data.first_days).toEqual({
      coverage_usd: 200_000,
      deductible_usd: 5000,
    });
    const one = { choices: { coverage_usd: 200_000, deductible_usd: 1000 } };
    expect((await previewOf(customer, policy.id, one)).data.first_days).toEqual(LOWER.choices);
  });

  test('needs something that changes', async () => {
    const { customer, policy } = await insured();
    for (const same of [
      {},
      { choices: { coverage_usd: 500_000 } },
      { policy_end_date: policy.policy_end_date },
    ]) {
      expect((await previewOf(customer, policy.id, same)).data).toMatchObject({
        possible: false,
        problem: 'Please choose what should change about your home.',
        consent: null,
      });
    }
    expect((await previewOf(customer, policy.id, { policy_end_date: inDays(200) })).data.possible).toBe(true);
  });

  test.each([
    ['a cover that is not sold', { choices: { coverage_usd: 1 } }, 'choices'],
    ['another owner', { details: { property_owner_name: 'Grace' } }, 'details.property_owner_name'],
    ['a house of the future', { details: { year_built: 2999 } }, 'details.year_built'],
    ['a term of 29 days', { policy_end_date: inDays(29) }, 'policy_end_date'],
    ['a currency that is not accepted', { ...LOWER, payment_currency: 'DOGE' }, 'payment_currency'],
  ])('refuses %s by its field', async (_, changes, field) => {
    const { customer, policy } = await insured();
    const answer = await previewOf(customer, policy.id, changes);
    expect([answer.status, answer.issues?.[0]?.path]).toEqual([422, field]);
  });

  test('is refused for a trip, an open claim, a payout, a requested cancellation and somebody else’s policy', async () => {
    const problem = async (customer: Customer, id: number) =>
      (await previewOf(customer, id, LOWER)).data.problem;
    const trip = await insured({ insurance_type: 'travel', details: TRAVEL, ...term(10) });
    expect((await previewOf(trip.customer, trip.policy.id, {})).data.problem).toBe(
      'Travel Insurance cannot be changed after it is bought.',
    );
    const { customer, policy } = await insured();
    const { data: claim } = await submit(customer, policy);
    expect(await problem(customer, policy.id)).toBe(
      'A claim on this policy is still open. It can be changed once that is decided.',
    );
    await decide(await Admin.arrive(), claim.id, 'rejected', {
      clause: 'not_covered-2',
      admin_notes: 'Wear.',
    });
    expect(await problem(customer, policy.id)).toBeNull();
    await customer.call(`/claims/${claim.id}/second-look`, { body: { reason: 'The pipe was new in June.' } });
    expect(await problem(customer, policy.id)).toMatch(/still open/);
    await rows("UPDATE claims SET status = 'paid' WHERE id = ? RETURNING id", claim.id);
    await rows('UPDATE policies SET paid_out_usd = 100 WHERE id = ? RETURNING id', policy.id);
    expect(await problem(customer, policy.id)).toBe(
      'A claim on this policy was paid out, so it cannot be changed.',
    );
    const other = await insured();
    await cancelPolicy(other.customer, other.policy.id);
    expect(await problem(other.customer, other.policy.id)).toBe(
      'You have asked to cancel this policy, so it cannot be changed.',
    );
    expect((await previewOf(customer, other.policy.id, LOWER)).status).toBe(404);
    expect((await askFor(other.customer, other.policy.id, LOWER)).status).toBe(409);
  });
});

describe('a change of cover', () => {
  test('takes effect with its payment, names both policies, and refunds the old one on chain', async () => {
    const { customer, policy } = await insured();
    await begunBefore(policy.id, 100);
    const quote = await quoteFor(customer, policy.id, LOWER);
    expect(quote).toMatchObject({ premium_usd: 600, coverage_usd: 200_000, deductible_usd: 5000 });
    // Until it is paid, nothing has happened to the old policy.
    expect(await detail(customer, policy.id)).toMatchObject({ cancellation: null, replaced_by: null });
    await expect(refund(policy.id)).rejects.toThrow('The holder has not asked to cancel this policy.');

    const successor = await buy(customer, quote);
    expect(successor).toMatchObject({ status: 'active', amount: 200_000, deductible: 5000 });
    const due = { state: 'due', reason: null, amount: '433972602739726027', currency: 'ETH' };
    expect(await detail(customer, successor.id)).toMatchObject({
      replaces: { policy_id: policy.id, policy_number: policy.policy_number, refund: due },
      replaced_by: null,
    });
    const old = await detail(customer, policy.id);
    expect(old).toMatchObject({
      status: 'active',
      replaces: null,
      replaced: true,
      replaced_by: { policy_number: successor.policy_number, since: successor.cover_from, refund: due },
      cancellation: { kind: 'pro_rata', refund_amount: '433972602739726027' },
    });
    expect(old.timeline.map(({ kind }) => kind)).toContain('replaced');
    const items = (await queueOf(await Admin.arrive())).items;
    expect(items.some(({ kind, id }) => kind === 'refunds_owed' && id === String(policy.id))).toBe(true);
    const texts = (await messagesOf(customer)).map(({ text }) => text);
    expect(texts.some((text) => text.includes(`It replaces policy ${policy.policy_number}`))).toBe(true);

    await sendReady(await refund(policy.id), UNDERWRITER);
    await readChains();
    expect(await detail(customer, policy.id)).toMatchObject({
      status: 'cancelled',
      replaced_by: { refund: { state: 'sent' } },
    });
    expect(await detail(customer, successor.id)).toMatchObject({
      status: 'active',
      replaces: { refund: { state: 'sent' } },
    });
    const sent = (await messagesOf(customer))
      .map(({ text }) => text)
      .find((text) => /We sent your refund/.test(text));
    expect(sent).toContain(`${policy.policy_number} is replaced by ${successor.policy_number}`);
  });

  test('waits with the refund while the new policy is reviewed, and lets it go if that is rejected', async () => {
    const { customer, policy } = await insured();
    const quote = await quoteFor(customer, policy.id, LOWER);
    await rows("UPDATE accounts SET status = 'inactive' WHERE wallet = ?", customer.address.toLowerCase());
    const successor = await buy(customer, quote);
    expect(successor.status).toBe('pending');
    expect((await detail(customer, policy.id)).replaced_by?.refund.state).toBe('waiting');
    await expect(refund(policy.id)).rejects.toThrow(
      `${successor.policy_number}, which replaces this policy, is not active yet.`,
    );
    expect(
      (await customer.call(`/insurance/policy/${policy.id}/cancel?preview=true`, { body: {} })).data,
    ).toMatchObject({ possible: false, problem: expect.stringContaining(successor.policy_number) });
    const admin = await Admin.arrive();
    const reject = { status: 'rejected', admin_notes: 'We do not insure this home.' };
    await admin.call(`/admin/policies/${successor.id}/status`, { method: 'PATCH', body: reject });
    await sendReady(
      await prepareRefund(deskCtx(), { policyId: successor.id, outcome: 'rejected' }),
      UNDERWRITER,
    );
    await readChains();
    expect(await detail(customer, successor.id)).toMatchObject({
      status: 'rejected',
      replaces: { refund: { state: 'closed', reason: 'undone' } },
    });
    const old = await detail(customer, policy.id);
    expect(old).toMatchObject({ status: 'active', replaced: false, replaced_by: null, cancellation: null });
    await rows("UPDATE accounts SET status = 'active' WHERE wallet = ?", customer.address.toLowerCase());
    // Another change starts over, with a draft of its own.
    expect((await previewOf(customer, policy.id, LOWER)).data.draft_id).toBe(`change_${policy.id}_1`);
  });

  test('becomes due once an administrator approves the new policy', async () => {
    const { customer, policy } = await insured();
    const quote = await quoteFor(customer, policy.id, LOWER);
    await rows("UPDATE accounts SET status = 'inactive' WHERE wallet = ?", customer.address.toLowerCase());
    const successor = await buy(customer, quote);
    const admin = await Admin.arrive();
    await admin.call(`/admin/policies/${successor.id}/status`, {
      method: 'PATCH',
      body: { status: 'approved' },
    });
    expect((await detail(customer, policy.id)).replaced_by?.refund.state).toBe('due');
  });

  test('is one policy however often it is asked for and paid', async () => {
    const { customer, policy } = await insured();
    const [first, second] = [
      await quoteFor(customer, policy.id, LOWER),
      await quoteFor(customer, policy.id, { choices: { coverage_usd: 350_000 } }),
    ];
    await customer.pay(first);
    await customer.pay(second);
    await readChains();
    const all = await rows<{ coverage_usd: number }>(
      'SELECT coverage_usd FROM policies WHERE wallet = ? ORDER BY id',
      customer.address.toLowerCase(),
    );
    expect(all.map(({ coverage_usd }) => coverage_usd)).toEqual([500_000, 200_000]);
    expect(
      await rows(
        "SELECT reason FROM payment_exceptions WHERE wallet = ? AND status = 'open'",
        customer.address.toLowerCase(),
      ),
    ).toEqual([{ reason: 'duplicate' }]);
    expect((await askFor(customer, policy.id, LOWER)).message).toMatch(/replaced this policy/);
  });

  test('answers the same quote to a repeated request, also after it was paid', async () => {
    const { customer, policy } = await insured();
    const body = { ...LOWER, ...(await signedFor(customer, policy.id, LOWER)) };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await askFor(customer, policy.id, body, key);
    await buy(customer, first.data);
    const again = await askFor(customer, policy.id, body, key);
    expect([again.status, again.data.quote_id]).toEqual([200, first.data.quote_id]);
  });

  test('needs the holder’s signature under the refund that was shown, and its quotes are made here alone', async () => {
    const { customer, policy } = await insured();
    const signed = await signedFor(customer, policy.id, LOWER);
    const paths = async (body: object) => {
      const answer = await askFor(customer, policy.id, body);
      return [answer.status, answer.issues?.[0]?.path];
    };
    expect(await paths(LOWER)).toEqual([422, 'signature']);
    const other = await Customer.arrive();
    const forged = { ...signed, signature: await other.account.signMessage({ message: 'no' }) };
    expect(await paths({ ...LOWER, ...forged })).toEqual([422, 'signature']);
    await begunBefore(policy.id, 3);
    expect(await paths({ ...LOWER, ...signed })).toEqual([422, 'signature']);
    await quoteFor(customer, policy.id, LOWER);
    const plain = await customer.quote({ details: undefined, draft_id: `change_${policy.id}_0` });
    expect([plain.status, plain.message]).toEqual([
      409,
      'The price of this change has expired. Please change the policy again on its page.',
    ]);
  });

  test('carries the claim-free years over to another home', async () => {
    const { customer, policy } = await insured();
    await begunBefore(policy.id, 400);
    const moved = { details: { house_address: '7 Rope Walk, Bristol' } };
    const { data } = await previewOf(customer, policy.id, moved);
    expect(data.price?.price_lines).toContainEqual({
      label: `No claims on ${policy.policy_number}, read from the registry: −5 %`,
      cents: -6000,
    });
    const successor = await buy(customer, await quoteFor(customer, policy.id, moved));
    expect(successor.premium).toBe(1140);
    // Its own next term counts them as well.
    const next = await customer.quote({
      details: { ...HOME, house_address: '7 rope walk bristol' },
      ...term(365, 1),
    });
    expect(next.data.premium_usd).toBe(1140);
    expect(
      (await customer.quote({ details: { ...HOME, house_address: '8 Rope Walk' } })).data.premium_usd,
    ).toBe(1200);
  });

  test('begins 14 days of its own for a withdrawal, however old the policy is that it replaced', async () => {
    const { customer, policy, successor } = await changed(LOWER);
    const withdrawable = async (id: number) =>
      (await customer.call<{ withdrawable_until: string | null }>(`/insurance/policy/${id}`)).data
        .withdrawable_until;
    await begunBefore(policy.id, 20);
    expect(await withdrawable(successor.id)).not.toBeNull();
    expect(await withdrawable(policy.id)).toBeNull();
    await begunBefore(successor.id, 16);
    expect(await withdrawable(successor.id)).toBeNull();
  });

  test('counts as no policy sold in the figures', async () => {
    const sold = async () => {
      await recomputeAll();
      const [row] = await rows<{ count: number }>(
        "SELECT sum(count) AS count FROM figures WHERE figure = 'policies' AND product = 'home' AND grain = 'day'",
      );
      return row?.count ?? 0;
    };
    const { customer, policy } = await insured();
    const before = await sold();
    await buy(customer, await quoteFor(customer, policy.id, LOWER));
    expect(await sold()).toBe(before);
    await insured();
    expect(await sold()).toBe(before + 1);
  });

  test('works for a car, with the car and the deductible that the customer names', async () => {
    const { customer, policy } = await insured({ insurance_type: 'car', details: CAR });
    const wanted = { choices: { deductible_usd: 0 }, details: { car_model: 'V90', car_year: 2024 } };
    const successor = await buy(customer, await quoteFor(customer, policy.id, wanted), 'car');
    expect(successor).toMatchObject({ premium: 1150, deductible: 0, replaced: false });
    expect((await detail(customer, successor.id)).details).toMatchObject({
      car_model: 'V90',
      car_year: 2024,
    });
  });
});
