/** Pages through every customer list: forward with next_cursor, back with prev_cursor. */
import { expect, test } from 'vitest';
import { submit } from './claims.ts';
import { insured } from './desk.ts';
import { Customer, rows } from './harness.ts';

interface Page {
  status: number;
  data: { id: number | string }[];
  next_cursor: string | null;
  prev_cursor: string | null;
  message: string;
}

const LISTS: Record<string, () => Promise<{ who: Customer; path: string }>> = {
  policies: async () => {
    const who = await Customer.arrive();
    for (let index = 0; index < 5; index += 1) {
      await who.report(await who.pay((await who.quote()).data));
    }
    return { who, path: `/insurance/active-policies/${who.address}` };
  },
  claims: async () => {
    const { customer, policy } = await insured();
    for (const claim_amount of [1, 2, 3, 4, 5]) await submit(customer, policy, { claim_amount });
    return { who: customer, path: `/claims/${customer.address}` };
  },
  messages: async () => {
    const who = await Customer.arrive();
    for (const message of ['1', '2', '3', '4', '5']) {
      await who.call('/messages/create', { body: { subject: 'Roof', message } });
    }
    return { who, path: `/messages/list/${who.address}` };
  },
  deliveries: async () => {
    const who = await Customer.arrive();
    const body = { url: 'https://hooks.example.com/a', events: ['claim.paid'] };
    const { data } = await who.call<{ id: string }>('/webhooks', { body });
    await rows(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5)
       INSERT INTO outbox (id, channel, target, wallet, event_id, kind, body, state, attempts, next_attempt_at, created_at, dedupe_key)
       SELECT 'd' || i || ?1, 'webhook', ?1, ?2, 'e' || i, 'claim.paid', '{}', 'sent', 1, '2026-01-01', '2026-01-01T00:00:00.000Z', ?1 || ':e' || i FROM n`,
      data.id,
      who.address.toLowerCase(),
    );
    return { who, path: `/webhooks/${data.id}/deliveries` };
  },
};

test.each(Object.keys(LISTS))('pages forward and back through the list of %s', async (name) => {
  const { who, path } = await (LISTS[name] as () => ReturnType<(typeof LISTS)[string]>)();
  const get = async (query: string) => (await who.call(`${path}?${query}`)) as unknown as Page;
  const ids = (page: Page) => page.data.map(({ id }) => id);
  const all = await get('');
  expect(all.data).toHaveLength(5);
  expect([all.next_cursor, all.prev_cursor]).toEqual([null, null]);

  const first = await get('limit=2');
  expect(first.prev_cursor).toBeNull();
  const second = await get(`limit=2&cursor=${first.next_cursor}`);
  const third = await get(`limit=2&cursor=${second.next_cursor}`);
  expect(third.next_cursor).toBeNull();
  expect([first, second, third].map(ids)).toEqual([
    ids(all).slice(0, 2),
    ids(all).slice(2, 4),
    ids(all).slice(4),
  ]);

  const back = await get(`limit=2&cursor=${third.prev_cursor}`);
  expect(ids(back)).toEqual(ids(second));
  expect(back.next_cursor).toBe(second.next_cursor);
  const start = await get(`limit=2&cursor=${back.prev_cursor}`);
  expect(ids(start)).toEqual(ids(first));
  expect(start.prev_cursor).toBeNull();

  for (const query of [
    'limit=0',
    'limit=201',
    'limit=02',
    'limit=1e2',
    'cursor=x',
    'cursor=WzAsbnVsbCwxXQx',
  ]) {
    expect((await get(query)).status, query).toBe(422);
  }
  const other = name === 'policies' || name === 'claims' ? 'WzAsIjIwMjYiLDFd' : 'WzAsbnVsbCwxXQ';
  expect(await get(`cursor=${other}`)).toMatchObject({
    status: 422,
    message: 'This page does not exist. Please start with the first one.',
  });
});
