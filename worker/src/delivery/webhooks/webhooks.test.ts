import { env } from 'cloudflare:workers';
import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type DeliveryAnswer,
  EVENT_DATA,
  MAX_WEBHOOKS,
  type WebhookAnswer,
} from '#domain/webhooks/schema.ts';
import {
  type Answer,
  Customer,
  countingDatabase,
  later,
  readChains,
  rows,
  runSchedule,
  scanFromHere,
  shaky,
  shakyChain,
  workerWith,
} from '../../../test/harness.ts';
import { OutboundFake, type SentCall } from '../../../test/outside.ts';

type Created = WebhookAnswer & { secret: string };

const URL_A = 'https://hooks.example.com/mooring';
const DAY = 86_400_000;

let ada: Customer;
let outbound: OutboundFake;

beforeEach(async () => {
  await env.DB.batch(['outbox', 'webhooks'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  ada = await Customer.arrive();
  outbound = new OutboundFake();
});

const create = (customer: Customer, url = URL_A, events: string[] = ['claim.rejected'], headers = {}) =>
  customer.call<Created>('/webhooks', { body: { url, events }, headers }, outbound.reach);
const list = async (customer = ada) => (await customer.call<WebhookAnswer[]>('/webhooks')).data;
const history = (id: string, query = '', customer = ada) =>
  customer.call<DeliveryAnswer[]>(`/webhooks/${id}/deliveries${query}`) as Promise<
    Answer<DeliveryAnswer[]> & { next_cursor: string | null }
  >;
const redeliver = (id: string, delivery: string, customer = ada) =>
  customer.call<DeliveryAnswer>(
    `/webhooks/${id}/deliveries/${delivery}/redeliver`,
    { method: 'POST' },
    outbound.reach,
  );
const textOf = ({ body }: SentCall) => new TextDecoder().decode(body);

describe('webhooks', () => {
  test('creates a webhook, shows its secret once and stores it encrypted @webhooks-1', async () => {
    const made = await create(ada, `${URL_A}#top`, ['claim.paid', 'policy.created', 'claim.paid']);
    expect(made).toMatchObject({
      status: 201,
      data: { url: URL_A, events: ['policy.created', 'claim.paid'] },
    });
    expect(made.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    const { secret, ...shown } = made.data;
    expect(await list()).toEqual([shown]);
    const [row] = await rows('SELECT * FROM webhooks');
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  });

  test('returns the same webhook without its secret for a repeated idempotency key, and says why', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await create(ada, URL_A, ['claim.paid'], key);
    const again = await create(ada, URL_A, ['claim.paid'], key);
    expect(first.data.secret).toMatch(/^whsec_/);
    expect(again).toMatchObject({ status: 201, data: { ...first.data, secret: null } });
    expect(again.message).toBe(
      'This webhook already exists. Its secret was in the first answer and is not shown again. If you did not get it, delete the webhook and create a new one.',
    );
    expect(first.message).toBeUndefined();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await list()).toHaveLength(1);
    const kept = await rows('SELECT * FROM idempotency_keys WHERE key = ?', key['idempotency-key']);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain('whsec_');
  });

  test('rejects a second webhook for the same URL with 409, however it is written', async () => {
    expect((await create(ada, 'https://hooks.example.com/')).status).toBe(201);
    for (const url of ['https://HOOKS.example.com', 'https://hooks.example.com:443/#x']) {
      expect(await create(ada, url)).toMatchObject({
        status: 409,
        message: 'You already have a webhook for this URL.',
      });
    }
    expect((await create(await Customer.arrive(), 'https://hooks.example.com/')).status).toBe(201);
  });

  test('enforces the webhook limit, also for concurrent requests @webhooks-1', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 4 }, (_, index) => create(ada, `${URL_A}/${index}`)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.message).toBe('A wallet has at most 5 webhooks. Please delete one first.');
    expect(await list()).toHaveLength(MAX_WEBHOOKS);
    const [oldest] = (await list()).slice(-1);
    await ada.call(`/webhooks/${oldest?.id}`, { method: 'DELETE' });
    expect((await create(ada, `${URL_A}/next`)).status).toBe(201);
  });

  test.each([
    [{ url: 'http://hooks.example.com/', events: ['claim.paid'] }, 'url'],
    [{ url: 'https://192.168.0.1/', events: ['claim.paid'] }, 'url'],
    [{ url: 'not an address', events: ['claim.paid'] }, 'url'],
    [{ url: `https://hooks.example.com/${'a'.repeat(500)}`, events: ['claim.paid'] }, 'url'],
    [{ url: URL_A, events: [] }, 'events'],
    [{ url: URL_A, events: ['claim.eaten'] }, 'events.0'],
  ])('rejects the webhook URL %j at its field', async (body, path) => {
    const answer = await ada.call('/webhooks', { body });
    expect(answer.status).toBe(422);
    expect(answer.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(answer.message).toMatch(/^(Please|This) .*\.$/);
    expect(await list()).toEqual([]);
  });

  test("answers 404 for another wallet's webhook: reading, listing deliveries, redelivering and deleting", async () => {
    const { id } = (await create(ada)).data;
    await outbound.emit(ada, 'k1');
    const [row] = await outbound.deliveries(ada);
    const eve = await Customer.arrive();
    const own = (await create(eve, `${URL_A}/eve`)).data;
    expect(await list(eve)).toHaveLength(1);
    const attempts: Answer<unknown>[] = [
      await history(id, '', eve),
      await redeliver(id, row?.id ?? '', eve),
      await redeliver(own.id, row?.id ?? '', eve),
      await eve.call(`/webhooks/${id}`, { method: 'DELETE' }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await history(own.id, '', eve)).data).toEqual([]);
    expect((await history(own.id, `?cursor=${row?.id}`, eve)).status).toBe(422);
    expect(await list()).toHaveLength(1);
    expect(await outbound.deliveries(ada)).toEqual([row]);
  });

  test('deletes a webhook with its deliveries @webhooks-1', async () => {
    const [one, other] = [(await create(ada)).data, (await create(ada, `${URL_A}/other`)).data];
    await outbound.emit(ada, 'k1');
    expect(await ada.call(`/webhooks/${one.id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      data: null,
    });
    expect((await history(one.id)).status).toBe(404);
    await outbound.deliver();
    expect(outbound.calls.map(({ url }) => url)).toEqual([other.url]);
    expect((await outbound.deliveries(ada)).map((row) => row.target)).toEqual([other.id]);
  });
});

describe('webhook events', () => {
  test('signs an event as Standard Webhooks specifies, with a new signature for every attempt @webhooks-5', async () => {
    const { secret } = (await create(ada)).data;
    await outbound.emit(ada, 'signed');
    outbound.answers = [new Response(null, { status: 503 })];
    await outbound.deliver();
    outbound.ahead = 60_000;
    await outbound.dispatch();
    await outbound.deliver();
    expect(outbound.calls).toHaveLength(2);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(key).toHaveLength(24);
    for (const made of outbound.calls) {
      const { headers, init } = made;
      expect(init).toMatchObject({ method: 'POST', redirect: 'manual' });
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('user-agent')).toBe('Mooring-Webhooks/1');
      expect(headers.get('webhook-id')).toBe('evt_claim_rejected_signed');
      const signed = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${textOf(made)}`;
      const expected = createHmac('sha256', key).update(signed).digest('base64');
      expect(headers.get('webhook-signature')).toBe(`v1,${expected}`);
    }
    const [first, second] = outbound.calls.map(({ headers }) => Number(headers.get('webhook-timestamp')));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(60);
    expect(Math.abs((first ?? 0) - Date.now() / 1000)).toBeLessThan(30);
    expect(textOf(outbound.calls[0] as SentCall)).toBe(textOf(outbound.calls[1] as SentCall));
    expect(JSON.parse(textOf(outbound.calls[0] as SentCall))).toEqual({
      id: 'evt_claim_rejected_signed',
      type: 'claim.rejected',
      timestamp: (await outbound.deliveries(ada))[0]?.created_at,
      data: { claim_id: 7, claim_number: 'CLM-007', policy_id: 3 },
    });
  });

  test('sends an event to every webhook subscribed to it and to no other', async () => {
    const other = await Customer.arrive();
    await create(ada, `${URL_A}/1`, ['claim.rejected', 'claim.paid']);
    await create(ada, `${URL_A}/2`, ['claim.rejected']);
    await create(ada, `${URL_A}/3`, ['claim.paid']);
    await create(other, `${URL_A}/4`, ['claim.rejected']);
    await outbound.emit(ada, 'k');
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    expect(outbound.calls.map(({ url }) => url).sort()).toEqual([`${URL_A}/1`, `${URL_A}/2`]);
  });
});

describe('webhook delivery history', () => {
  test('lists deliveries newest first, 50 at a time, and reads no more rows than it shows', async () => {
    const { id } = (await create(ada)).data;
    const rowsOf = (target: string, wallet: string) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
         INSERT INTO outbox SELECT ?1 || '-' || i, 'webhook', ?2, 'claim.paid', ?1, '', '', NULL, 'evt_' || i, '{}', 'sent', 1,
           '2026-01-01T00:00:00.000Z', 200, NULL, printf('2026-01-01T00:%02d:00.000Z', i / 3), '2026-01-01T00:00:00.000Z',
           ?1 || ':evt_' || i FROM n`,
      ).bind(target, wallet);
    await env.DB.batch([
      rowsOf(id, ada.address.toLowerCase()),
      rowsOf('wh_other', ada.address.toLowerCase()),
    ]);
    const pages: DeliveryAnswer[][] = [];
    const cursors: (string | null)[] = [];
    for (let query = ''; query !== '?cursor=null'; query = `?cursor=${cursors.at(-1)}`) {
      const page = await history(id, query);
      pages.push(page.data);
      cursors.push(page.next_cursor);
    }
    expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
    const all = pages.flat();
    expect(new Set(all.map((entry) => entry.id)).size).toBe(120);
    const order = all.map((entry) => `${entry.created_at} ${entry.id}`);
    expect(order).toEqual([...order].sort().reverse());

    const { DB, rowsRead } = countingDatabase();
    await ada.call(`/webhooks/${id}/deliveries?cursor=${cursors[0]}`, {}, workerWith({}, { DB }));
    expect(await rowsRead()).toBeLessThan(70);
  });

  test('explains a failure in a sentence and never shows what the endpoint answered', async () => {
    const { id } = (await create(ada)).data;
    await outbound.emit(ada, 'k');
    outbound.answers = [new Response('the secret of the place', { status: 500 })];
    await outbound.deliver();
    const [entry] = (await history(id)).data;
    expect(entry).toMatchObject({
      event_id: 'evt_claim_rejected_k',
      event: 'claim.rejected',
      state: 'pending',
      attempts: 1,
      response_status: 500,
      problem: 'The address answered with status 500.',
      delivered_at: null,
    });
    expect(Date.parse(entry?.next_attempt_at ?? '')).toBeGreaterThan(Date.now());
    expect(JSON.stringify(await outbound.deliveries(ada))).not.toContain('secret of the place');
  });

  test('restarts a finished delivery with the same event and body and a full set of attempts @webhooks-5', async () => {
    const { id } = (await create(ada)).data;
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    const [done] = (await history(id)).data;
    expect(done).toMatchObject({
      state: 'delivered',
      attempts: 1,
      response_status: 204,
      next_attempt_at: null,
    });
    const again = await redeliver(id, done?.id ?? '');
    expect(again).toMatchObject({
      status: 200,
      data: { id: done?.id, event_id: done?.event_id, state: 'pending', attempts: 0, response_status: null },
    });
    expect(await redeliver(id, done?.id ?? '')).toMatchObject({
      status: 409,
      message: 'This delivery is still in progress.',
    });
    expect(outbound.queued).toHaveLength(1);
    await outbound.deliver();
    expect(outbound.calls).toHaveLength(2);
    expect(textOf(outbound.calls[1] as SentCall)).toBe(textOf(outbound.calls[0] as SentCall));
    expect((await history(id)).data).toMatchObject([{ id: done?.id, state: 'delivered', attempts: 1 }]);
    expect((await redeliver(id, 'none')).status).toBe(404);
  });

  test('restarts a delivery once when several requests ask for it', async () => {
    const { id } = (await create(ada)).data;
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    const [done] = (await history(id)).data;
    const answers = await Promise.all([1, 2, 3, 4].map(() => redeliver(id, done?.id ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await outbound.deliver();
    expect(outbound.calls).toHaveLength(2);
  });

  test('drops a delivery 30 days after its last attempt, but not one in progress', async () => {
    await create(ada);
    const kept = async () => (await outbound.deliveries(ada)).map((row) => row.event_id);
    await outbound.emit(ada, 'old');
    await outbound.deliver();
    await runSchedule({ ...later(30 * DAY - 60_000), outside: outbound.edges.outside }, {}, [
      'purge expired',
    ]);
    expect(await kept()).toEqual(['evt_claim_rejected_old']);
    await outbound.emit(ada, 'waiting');
    await runSchedule({ ...later(30 * DAY + 600_000), outside: outbound.edges.outside }, {}, [
      'purge expired',
    ]);
    expect(await kept()).toEqual(['evt_claim_rejected_waiting']);
  });
});

describe('webhook events of a purchase', () => {
  const ALL = ['policy.created', 'payment.completed'];
  const eventsOf = async (customer: Customer) =>
    (await outbound.deliveries(customer)).map(({ kind: event, body }) => {
      const { type, data } = JSON.parse(body) as { type: keyof typeof EVENT_DATA; data: unknown };
      expect(type).toBe(event);
      return { type, data: EVENT_DATA[type].parse(data) };
    });

  test('sends the policy and payment events once for a purchase confirmed at once, however often it is reported @webhooks-3', async () => {
    await create(ada, URL_A, ALL);
    const quote = (await ada.quote()).data;
    const hash = await ada.pay(quote);
    const reports = await Promise.all([1, 2, 3].map(() => ada.report(hash, {}, outbound.reach)));
    const policy = reports[0]?.data;
    const about = { policy_id: policy?.id, policy_number: policy?.policy_number, quote_id: quote.quote_id };
    expect(await eventsOf(ada)).toEqual([
      { type: 'policy.created', data: { ...about, policy_type: 'home', status: 'active' } },
      {
        type: 'payment.completed',
        data: { ...about, tx_hash: hash, amount: quote.amount, currency: 'ETH', premium_usd: 1200 },
      },
    ]);
    // Whole numbers, because typed clients reject 1200.0.
    const [first, second] = await outbound.deliveries(ada);
    expect(first?.body).toContain(`"policy_id":${policy?.id},`);
    expect(second?.body).toContain('"premium_usd":1200}');
    expect(JSON.stringify(await eventsOf(ada))).not.toMatch(/ada@example|Quay|Lovelace/);
    expect(outbound.queued).toHaveLength(2);
  });

  test('sends the payment event when a purchase gets its confirmations', async () => {
    await scanFromHere();
    await create(ada, URL_A, ALL);
    const quote = (await ada.quote({ chain_id: shaky.chain_id })).data;
    const hash = await ada.pay(quote, shakyChain);
    await ada.report(hash, { chain_id: shaky.chain_id }, outbound.reach);
    expect(await eventsOf(ada)).toMatchObject([{ type: 'policy.created', data: { status: 'pending' } }]);
    await shakyChain.mine({ blocks: 3 });
    await readChains(outbound.edges, {}, ['dispatch outbox']);
    await readChains(outbound.edges, {}, ['dispatch outbox']);
    expect((await eventsOf(ada)).map(({ type }) => type)).toEqual(ALL);
  });

  test('sends the purchase events once when a reorganization removes and repeats it @webhooks-3', async () => {
    await scanFromHere();
    await create(ada, URL_A, ALL);
    const snapshot = await shakyChain.snapshot();
    const quote = (await ada.quote({ chain_id: shaky.chain_id })).data;
    const hash = await ada.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    await ada.report(hash, { chain_id: shaky.chain_id }, outbound.reach);
    expect((await eventsOf(ada)).map(({ type }) => type)).toEqual(ALL);
    const before = await eventsOf(ada);

    await shakyChain.revert({ id: snapshot });
    await shakyChain.mine({ blocks: 7 });
    await readChains(outbound.edges, {}, ['dispatch outbox']);
    await readChains(outbound.edges, {}, ['dispatch outbox']);
    expect((await ada.policies())[0]?.status).toBe('pending');
    await ada.pay(quote, shakyChain);
    await shakyChain.mine({ blocks: 3 });
    await readChains(outbound.edges, {}, ['dispatch outbox']);
    expect((await ada.policies())[0]?.status).toBe('active');
    expect(await eventsOf(ada)).toEqual(before);
  });
});
