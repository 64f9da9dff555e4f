/** The timeline of a policy. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { PolicyDetailAnswer } from '#domain/policy/schema.ts';
import { asHolder, insured } from '../../test/desk.ts';
import { type Customer, later, term } from '../../test/harness.ts';
import { getPolicy } from './get.ts';

const DAY = 86_400_000;

const detail = async (customer: Customer, id: number) =>
  (await customer.call<PolicyDetailAnswer>(`/insurance/policy/${id}`)).data;

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

test('shows the newest 200 lines of a long history and says that there are earlier ones', async () => {
  const { customer, policy } = await insured();
  expect((await detail(customer, policy.id)).earlier_entries).toBe(false);
  const add = (times: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO journal (policy_id, about, kind, v, key, at, actor_kind, data, request_id)
        SELECT ?2, 'policy:' || ?2, 'policy.contact_changed', 1, i, '2030-01-01T00:00:00.000Z', 'customer',
          json_object('to_status', 'active', 'tx_hash', 'line ' || i), 'test' FROM n`,
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
