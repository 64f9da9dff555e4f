/** Claims as their holder reads them. */
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { ClaimAnswer, ClaimDetailAnswer } from '#domain/claims/schema.ts';
import { claimDetail, claimed, submit } from '../../test/claims.ts';
import { insured } from '../../test/desk.ts';
import { Customer, countingDatabase, workerWith } from '../../test/harness.ts';

const DAY = 86_400_000;

describe('reading claims', () => {
  test('lists claims newest first and continues before the last one seen @api-26', async () => {
    const { customer, policy } = await insured();
    for (const claim_amount of [1, 2, 3]) await submit(customer, policy, { claim_amount });
    const list = (query = '') => customer.call<ClaimAnswer[]>(`/claims/${customer.address}${query}`);
    const { data } = await list();
    expect(data.map(({ claim_amount }) => claim_amount)).toEqual([3, 2, 1]);
    expect(data[0]?.next).toMatchObject({ actor: 'mooring', step: 'We will look at your claim.' });
    expect(Date.parse(data[0]?.next.due ?? '')).toBeGreaterThan(Date.now());
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

test('shows the newest 200 lines of a long claim history and says that there are earlier ones', async () => {
  const { customer, claim } = await claimed();
  expect((await claimDetail(customer, claim.id)).earlier_entries).toBe(false);
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
      INSERT INTO journal (claim_id, about, kind, v, key, at, actor_kind, data, request_id)
      SELECT ?1, 'claim:' || ?1, 'claim.documents_added', 1, i, '2030-01-01T00:00:00.000Z', 'customer',
        json_object('status', 'pending', 'names', json_array('line ' || i)), 'test' FROM n`,
  )
    .bind(claim.id)
    .run();
  const { timeline, earlier_entries } = await claimDetail(customer, claim.id);
  expect(earlier_entries).toBe(true);
  expect(timeline).toHaveLength(200);
  expect([timeline[0]?.message, timeline.at(-1)?.message]).toEqual([
    'Added 1 document: line 51',
    'Added 1 document: line 250',
  ]);
});
