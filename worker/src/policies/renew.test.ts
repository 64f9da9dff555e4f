/** Renewing a policy: when, from which day, and for whom. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { formatDay, parseDay } from '#domain/days.ts';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import type { DraftDetailAnswer } from '#domain/quote/schema.ts';
import { asHolder, cancelPolicy, insured } from '../../test/desk.ts';
import { CAR, type Customer, HOME, term } from '../../test/harness.ts';
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

describe('renewal', () => {
  test('fills in a draft for the next term from 30 days before the end @api-11', async () => {
    const { customer, policy } = await insured();
    expect((await detail(customer, policy.id)).renewable_from).toBe(plus(policy.policy_end_date, -30));
    const end = Date.parse(policy.policy_end_date);
    const at = (ms: number) => asHolder(customer, { clock: () => ms });
    await expect(renewPolicy(at(end - 30 * DAY - 1), policy)).rejects.toMatchObject({
      code: 'conflict',
      message: `This policy can be renewed from ${usDate(plus(policy.policy_end_date, -30))}.`,
    });
    const renewed = await renewPolicy(at(end - 30 * DAY), policy);
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
    const late = await renewPolicy(at(end + 30 * DAY), policy);
    expect(late).toMatchObject({
      policy_start_date: plus(policy.policy_end_date, 30),
      policy_end_date: plus(policy.policy_end_date, 90),
    });
    await expect(renewPolicy(at(end + 31 * DAY), policy)).rejects.toMatchObject({
      message: expect.stringContaining('more than 30 days ago'),
    });
  });

  test('allows renewing a short term only from its start', async () => {
    const { customer, policy } = await insured({ insurance_type: 'car', details: CAR, ...term(30, 5) });
    expect((await detail(customer, policy.id)).renewable_from).toBe(policy.policy_start_date);
    await expect(renewPolicy(asHolder(customer), policy)).rejects.toMatchObject({
      message: `This policy can be renewed from ${usDate(policy.policy_start_date)}.`,
    });
  });

  test('renews only active policies without a pending cancellation, and only for active accounts', async () => {
    const { customer, policy } = await insured({ insurance_type: 'car', details: CAR, ...term(30) });
    const path = `/insurance/policy/${policy.id}/renew`;
    expect((await customer.call(path, post)).status).toBe(200);
    for (const [status, message] of [
      ['pending', 'under review'],
      ['rejected', 'not accepted'],
      ['cancelled', 'was canceled'],
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
