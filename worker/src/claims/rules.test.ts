/** Who may claim, on which policy, how much and when. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ProductKey } from '#domain/products/index.ts';
import { claimBody, submit } from '../../test/claims.ts';
import { asHolder, insured } from '../../test/desk.ts';
import { CAR, Customer, rows, shakyChain, TRAVEL, term } from '../../test/harness.ts';
import { submitClaim } from './submit.ts';

const DAY = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);
const claimsOn = (policyId: number) => rows('SELECT * FROM claims WHERE policy_id = ?', policyId);

/** A claim as it leaves the request's schema. */
const parsed = (policy: { id: number; policy_type: ProductKey }) => ({
  ...claimBody(policy),
  claim_amount: 500_000,
});

describe('who may claim what', () => {
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

  // No claim is made on it.
  let untouched: Awaited<ReturnType<typeof insured>>;
  beforeAll(async () => {
    untouched = await insured();
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
      'This happened before your cover began.',
    ],
  ])('rejects a claim with %s at its field', async (_, changes, path, message) => {
    const { customer, policy } = untouched;
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
          { path: 'policy_id', message: 'You can make a claim up to one year after your cover ends.' },
        ],
      },
    });
    const afterwards = { ...late, incident_date: new Date(end + DAY).toISOString().slice(0, 10) };
    await expect(submitClaim(at(end + 10 * DAY), afterwards)).rejects.toMatchObject({
      extra: {
        issues: [{ path: 'incident_date', message: 'This happened after your cover ended.' }],
      },
    });
    expect((await submitClaim(at(end + 364 * DAY), late)).content.data.status).toBe('pending');
  });

  test('rejects a claim until cover begins and the payment is confirmed @api-25', async () => {
    const { customer, policy } = await insured(term(60, 10));
    expect(await submit(customer, policy)).toMatchObject({
      status: 422,
      issues: [{ path: 'policy_id', message: 'Your cover hasn’t begun yet.' }],
    });
    const young = await Customer.arrive();
    const quote = (await young.quote({ chain_id: shakyChain.chain.id })).data;
    const hash = await young.pay(quote, shakyChain);
    const { data } = await young.report(hash, { chain_id: shakyChain.chain.id });
    expect(data.status).toBe('pending');
    expect(await submit(young, data)).toMatchObject({
      status: 422,
      issues: [{ path: 'policy_id', message: 'We haven’t seen your payment confirmed yet.' }],
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
