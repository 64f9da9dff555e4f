import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { MAX_ATTEMPTS } from '#worker/delivery/outbox/consume.ts';
import { Customer, fillQueue, rows } from '../../../test/harness.ts';
import type { Heard } from '../../../test/listener.ts';
import { OutboundFake } from '../../../test/outside.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LISTENER = inject('listener');

let ada: Customer;
let outbound: OutboundFake;
/** A listener path that no other test uses. */
let here: string;

beforeEach(async () => {
  await env.DB.batch(['outbox', 'webhooks'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  ada = await Customer.arrive();
  outbound = new OutboundFake();
  here = crypto.randomUUID();
});

/** A webhook of the customer, subscribed to the event that `outbound.emit` emits. */
async function subscribe(url: string, customer = ada) {
  const answer = await customer.call('/webhooks', { body: { url, events: ['claim.rejected'] } });
  expect(answer.status).toBe(201);
}
const only = async () => (await outbound.deliveries(ada))[0];
const heard = async () => (await (await fetch(`${LISTENER}/heard?${here}`)).json()) as Heard[];

describe('delivery over the real network', () => {
  beforeEach(() => {
    outbound.real = true;
  });

  test('delivers a call once to an endpoint that accepts it', async () => {
    await subscribe(`${LISTENER}/status/204/${here}`);
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    const [call, ...more] = await heard();
    expect(more).toEqual([]);
    expect(call).toMatchObject({
      method: 'POST',
      headers: { 'webhook-id': 'evt_claim_rejected_k', 'content-type': 'application/json' },
    });
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ type: 'claim.rejected', data: { claim_id: 7 } });
    expect(await only()).toMatchObject({
      state: 'sent',
      attempts: 1,
      response_status: 204,
      last_error: null,
    });
  });

  test.each([201, 204])('counts a call answered with %i as delivered', async (status) => {
    await subscribe(`${LISTENER}/status/${status}/${here}`);
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    expect(await only()).toMatchObject({ state: 'sent', response_status: status });
  });

  test.each([304, 400, 401, 404, 410, 429, 500, 503])('retries a call answered with %i', async (status) => {
    await subscribe(`${LISTENER}/status/${status}/${here}`);
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    const row = await only();
    expect(row).toMatchObject({
      state: 'queued',
      attempts: 1,
      response_status: status,
      last_error: status < 400 ? 'redirected' : 'answered',
    });
    expect(Date.parse(row?.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 20_000);
    expect(await rows('SELECT 1 FROM webhooks')).toHaveLength(1);
  });

  test('treats a redirect as a failure and does not follow it', async () => {
    await subscribe(`${LISTENER}/redirect/${here}`);
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    expect((await heard()).map(({ path }) => path)).toEqual([`/redirect/${here}`]);
    expect(await only()).toMatchObject({ state: 'queued', response_status: 307, last_error: 'redirected' });
  });

  test('times out after 10 seconds when the endpoint never answers', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(100));
    await subscribe(`${LISTENER}/silent/${here}`);
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    expect(asked.mock.calls).toContainEqual([10_000]);
    asked.mockRestore();
    expect(await heard()).toHaveLength(1);
    expect(await only()).toMatchObject({ state: 'queued', response_status: null, last_error: 'timed_out' });
  });

  test('judges an endless response by its status and stops reading the body early', async () => {
    await subscribe(`${LISTENER}/flood/${here}`);
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    expect(await only()).toMatchObject({ state: 'sent', response_status: 200 });
    const flooded = (await (await fetch(`${LISTENER}/flooded`)).json()) as number[];
    expect(flooded).toHaveLength(1);
    expect(flooded[0]).toBeLessThan(16 * 1024 * 1024);
  });

  test('reports an endpoint as unreachable when nothing listens there', async () => {
    await subscribe(`http://127.0.0.1:1025/${here}`);
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    expect(await only()).toMatchObject({
      state: 'queued',
      response_status: null,
      last_error: 'unreachable',
    });
  });

  test('carries a delivery through the real queue', async () => {
    await subscribe(`${LISTENER}/status/200/${here}`);
    const quote = (await ada.quote()).data;
    await ada.call('/webhooks', {
      body: { url: `${LISTENER}/status/200/${here}/policies`, events: ['policy.created'] },
    });
    await ada.report(await ada.pay(quote));
    const delivered = async () => {
      await fillQueue(env.DELIVERY_QUEUE);
      expect(await only()).toMatchObject({ state: 'sent' });
    };
    await vi.waitFor(delivered, { timeout: 15_000, interval: 200 });
    expect((await heard()).map(({ headers }) => headers['webhook-id'])).toEqual([
      `evt_policy_created_policy:${quote.quote_id}:created`,
    ]);
  });
});

describe('endpoint checks before a call', () => {
  test('fails the delivery at once, without a call, when the URL is no longer allowed @webhooks-6', async () => {
    await subscribe('https://hooks.example.com/');
    await env.DB.prepare("UPDATE webhooks SET url = 'https://169.254.169.254/latest/'").run();
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    expect(outbound.calls).toEqual([]);
    expect(await only()).toMatchObject({
      state: 'failed',
      attempts: 1,
      response_status: null,
      last_error: 'place_refused',
    });
  });

  test('does not call a webhook that was deleted', async () => {
    await subscribe('https://hooks.example.com/');
    await outbound.emit(ada, 'k');
    await env.DB.prepare('DELETE FROM webhooks').run();
    await outbound.deliver();
    expect(outbound.calls).toEqual([]);
    expect(await only()).toMatchObject({ state: 'failed', last_error: 'target_gone' });
  });

  test('does not call a webhook that now belongs to another wallet', async () => {
    await subscribe('https://hooks.example.com/');
    await outbound.emit(ada, 'k');
    await env.DB.prepare("UPDATE webhooks SET wallet = '0xeve'").run();
    await outbound.deliver();
    expect(outbound.calls).toEqual([]);
  });

  test('does not send an unsigned call when the webhook secret cannot be decrypted', async () => {
    await subscribe('https://hooks.example.com/');
    await env.DB.prepare("UPDATE webhooks SET sealed_secret = '1.AAAAAAAAAAAAAAAA.AAAA'").run();
    await outbound.emit(ada, 'k');
    await outbound.deliver();
    expect(outbound.calls).toEqual([]);
    expect(await only()).toMatchObject({ state: 'queued', attempts: 1, last_error: 'not_made' });
  });
});

describe('delivery retries', () => {
  test('tries a failing delivery eight times with growing delays, within a day, then marks it failed @webhooks-5', async () => {
    await subscribe('https://hooks.example.com/');
    await outbound.emit(ada, 'k');
    const waits: number[] = [];
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
      outbound.answers = [new Response(null, { status: 500 })];
      const now = Date.now() + outbound.ahead;
      await outbound.deliver();
      const row = await only();
      expect(row).toMatchObject({ state: 'queued', attempts: attempt });
      const wait = Date.parse(row?.next_attempt_at ?? '') - now;
      waits.push(Math.floor(wait / 10_000) * 10);
      outbound.ahead += wait - 5000;
      await outbound.dispatch();
      expect(outbound.queued).toEqual([]);
      outbound.ahead += 10_000;
      await outbound.dispatch();
      expect(outbound.queued).toHaveLength(1);
    }
    expect(waits).toEqual([30, 120, 480, 1920, 7680, 21_600, 21_600]);
    outbound.answers = [new Response(null, { status: 502 })];
    await outbound.deliver();
    expect(await only()).toMatchObject({
      state: 'failed',
      attempts: MAX_ATTEMPTS,
      response_status: 502,
      last_error: 'answered',
      sent_at: null,
    });
    outbound.ahead += 24 * HOUR;
    await outbound.dispatch();
    expect(outbound.queued).toEqual([]);
    expect(outbound.calls).toHaveLength(MAX_ATTEMPTS);
  });

  test('makes a call once however often the queue delivers it and however many consumers receive it', async () => {
    await subscribe('https://hooks.example.com/');
    await outbound.emit(ada, 'k');
    const handed = outbound.queued.splice(0);
    await Promise.all([
      outbound.deliver(handed),
      outbound.deliver(handed),
      outbound.deliver([...handed, ...handed]),
    ]);
    await outbound.deliver(handed);
    expect(outbound.calls).toHaveLength(1);
    expect(await only()).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('queues a due delivery once however many runs look for it', async () => {
    for (let each = 0; each < 5; each += 1) await subscribe(`https://hooks.example.com/${each}`);
    outbound.queueFails = true;
    await expect(outbound.emit(ada, 'k')).rejects.toThrow('The queue is down');
    outbound.queueFails = false;
    await Promise.all([outbound.dispatch(), outbound.dispatch(), outbound.dispatch()]);
    expect(outbound.queued).toHaveLength(5);
    expect(new Set(outbound.queued.map((each) => each.id)).size).toBe(5);
  });

  test('keeps a delivery when the queue is down and still answers the request that caused it', async () => {
    await ada.call('/webhooks', { body: { url: 'https://hooks.example.com/', events: ['policy.created'] } });
    outbound.queueFails = true;
    const quote = (await ada.quote()).data;
    expect((await ada.report(await ada.pay(quote), {}, outbound.reach)).status).toBe(201);
    expect(outbound.queued).toEqual([]);
    outbound.queueFails = false;
    await outbound.schedule();
    expect(outbound.queued).toHaveLength(1);
  });

  test('queues a delivery again, counting the attempt, after a worker died during it', async () => {
    const { claimEntry } = await import('#worker/delivery/outbox/repository.ts');
    await subscribe('https://hooks.example.com/');
    await outbound.emit(ada, 'k');
    const [handed] = outbound.queued.splice(0);
    const until = new Date(Date.now() + 5 * MINUTE).toISOString();
    await claimEntry(outbound.ctx.db, { id: handed?.id ?? '', attempts: 0 }, until);
    await outbound.dispatch();
    expect(outbound.queued).toEqual([]);
    outbound.ahead = 6 * MINUTE;
    await outbound.dispatch();
    await outbound.deliver();
    expect(outbound.calls).toHaveLength(1);
    expect(await only()).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('makes a call at most once more when its outcome could not be recorded', async () => {
    await subscribe('https://hooks.example.com/');
    await outbound.emit(ada, 'k');
    const handed = outbound.queued.splice(0);
    await env.DB.prepare(
      `CREATE TRIGGER no_ending BEFORE UPDATE OF state ON outbox WHEN NEW.state = 'sent'
       BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    ).run();
    expect(await outbound.deliver(handed)).toBe(1);
    await env.DB.prepare('DROP TRIGGER no_ending').run();
    expect(await outbound.deliver(handed)).toBe(0);
    expect(outbound.calls).toHaveLength(1);
    outbound.ahead = 6 * MINUTE;
    await outbound.dispatch();
    await outbound.deliver();
    expect(outbound.calls).toHaveLength(2);
    expect(new Set(outbound.calls.map(({ headers }) => headers.get('webhook-id'))).size).toBe(1);
    expect(await only()).toMatchObject({ state: 'sent' });
  });

  test('makes five calls at the same time', async () => {
    for (let each = 0; each < 5; each += 1) await subscribe(`https://hooks.example.com/${each}`);
    await outbound.emit(ada, 'a');
    await outbound.emit(ada, 'b');
    outbound.together = 5;
    await outbound.deliver();
    expect(outbound.calls).toHaveLength(10);
    expect(outbound.busiest).toBe(5);
  });

  test('sets aside a queue message that is not a delivery', async () => {
    expect(await outbound.deliver([{ id: 7 } as never, { id: 'none', attempts: 0 }])).toBe(0);
    expect(outbound.calls).toEqual([]);
  });
});

test("tells another environment's call queue from its mail queue", async () => {
  const { default: worker } = await import('#worker/index.ts');
  await subscribe(`${LISTENER}/status/200/${here}`);
  outbound.queueFails = true;
  await outbound.emit(ada, 'k').catch(() => undefined);
  const id = (await only())?.id;
  const message = { body: { id: id, attempts: 0 }, ack: vi.fn(), retry: vi.fn() };
  const batch = { queue: 'mooring-deliveries-staging', messages: [message] };
  await worker.queue(batch as never, env);
  expect(message.ack).toHaveBeenCalledOnce();
  expect(await only()).toMatchObject({ state: 'sent' });
});
