import { env } from 'cloudflare:workers';
import { createECDH } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { Misconfigured, settingsOf } from '#worker/platform/settings.ts';
import { Browser, decrypt } from '../../../test/browser.ts';
import { Customer, rows } from '../../../test/harness.ts';
import { OutboundFake, type SentCall } from '../../../test/outside.ts';
import { sealPushKeys } from './push.ts';

const vapid = createECDH('prime256v1');
vapid.generateKeys();
const PUBLIC_KEY = vapid.getPublicKey('base64url');
const PUSH_KEYS = JSON.stringify({
  subject: 'mailto:support@mooring.example',
  publicKey: PUBLIC_KEY,
  privateKey: Buffer.from(vapid.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
});
const NEWS = { title: 'Your claim CLM-007', body: 'It was approved: 1,200 dollars are on their way. 🎉' };

let ada: Customer;
let outbound: OutboundFake;

beforeEach(async () => {
  const tables = ['outbox', 'push_subscriptions'];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
  ada = await Customer.arrive();
  outbound = new OutboundFake({ PUSH_KEYS });
});

/** The row that the profile stores when a browser allows notifications. */
async function allow(browser: Browser, customer = ada): Promise<string> {
  const wallet = customer.address.toLowerCase();
  const id = crypto.randomUUID();
  const { endpoint, keys } = browser.subscription;
  const sealed = await sealPushKeys(outbound.ctx.settings.detailsKeys, keys, { id, wallet });
  const now = new Date().toISOString();
  await env.DB.batch([
    env.DB.prepare('INSERT INTO push_subscriptions VALUES (?, ?, ?, ?, ?)').bind(
      id,
      wallet,
      endpoint,
      sealed,
      now,
    ),
    env.DB.prepare(
      'INSERT INTO profiles (wallet, push_notifications, updated_at) VALUES (?, 1, ?) ON CONFLICT DO NOTHING',
    ).bind(wallet, now),
  ]);
  return id;
}

const only = async () => (await outbound.deliveries(ada))[0];
const made = (index = 0) => outbound.calls[index] as SentCall;

test('the push receiver of these tests decodes the example in RFC 8291, appendix A', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const text = decrypt(
    Buffer.from(body, 'base64url'),
    'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    'BTBZMqHH6r4Tts7J_aSIgg',
  );
  expect(text).toBe('When I grow up, I want to be a watermelon');
});

describe('push notifications', () => {
  test('encrypts a notification for one browser, with its subject @webhooks-7', async () => {
    const [browser, other] = [new Browser(), new Browser()];
    await allow(browser);
    await outbound.notify(ada, 'approved', NEWS);
    await outbound.deliver();
    expect(outbound.calls.map(({ url }) => url)).toEqual([browser.endpoint]);
    expect(JSON.parse(browser.read(made().body))).toEqual({
      ...NEWS,
      path: '/messages',
      tag: 'ntf_approved',
    });
    expect(() => other.read(made().body)).toThrow();
    expect(await only()).toMatchObject({ state: 'sent', response_status: 204 });
  });

  test('sends the headers of RFC 8030, 8291 and 8292 and a token for that push service only', async () => {
    await allow(new Browser());
    await outbound.notify(ada, 'approved', NEWS);
    await outbound.deliver();
    const { headers, init } = made();
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual' });
    expect(headers.get('content-encoding')).toBe('aes128gcm');
    expect(headers.get('ttl')).toBe('86400');
    expect(headers.get('urgency')).toBe('normal');
    expect(headers.get('topic')).toMatch(/^[\w-]{32}$/);
    const [, token = '', key] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.get('authorization') ?? '') ?? [];
    expect(key).toBe(PUBLIC_KEY);
    const point = vapid.getPublicKey();
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      audience: 'https://push.example.com',
      algorithms: ['ES256'],
    });
    expect(payload.sub).toBe('mailto:support@mooring.example');
    expect((payload.exp ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
  });

  test('replaces the first copy of a notification that is sent again, with new encryption', async () => {
    const browser = new Browser();
    await allow(browser);
    await outbound.notify(ada, 'approved', NEWS);
    await outbound.notify(ada, 'paid', NEWS);
    outbound.answers = [new Response(null, { status: 503 })];
    await outbound.deliver();
    outbound.ahead = 60_000;
    await outbound.dispatch();
    await outbound.deliver();
    const topics = outbound.calls.map(({ headers }) => headers.get('topic'));
    expect(new Set(topics).size).toBe(2);
    expect(topics[2]).toBe(topics[0]);
    expect(browser.read(made(2).body)).toBe(browser.read(made(0).body));
    expect(Buffer.from(made(2).body).equals(Buffer.from(made(0).body))).toBe(false);
  });

  test('keeps a notification within the push size limit and pads away its length', async () => {
    const browser = new Browser();
    await allow(browser);
    await outbound.notify(ada, 'short', { title: 'A', body: 'B' });
    await outbound.notify(ada, 'long', { title: '長'.repeat(2000), body: '長'.repeat(5000) });
    await outbound.deliver();
    expect(outbound.calls.map(({ body }) => body.length)).toEqual([4096, 4096]);
    const long =
      outbound.calls.map(({ body }) => browser.read(body)).find((text) => text.includes('長')) ?? '';
    expect(JSON.parse(long)).toMatchObject({ title: `${'長'.repeat(149)}…`, body: `${'長'.repeat(499)}…` });
  });

  test("notifies each of a wallet's browsers that want it, and no others", async () => {
    const [one, two, eves] = [new Browser(), new Browser(), new Browser()];
    const eve = await Customer.arrive();
    await allow(one);
    await allow(two);
    await allow(eves, eve);
    await outbound.notify(ada, 'a', NEWS);
    await env.DB.prepare('UPDATE profiles SET push_notifications = 0 WHERE wallet = ?')
      .bind(ada.address.toLowerCase())
      .run();
    await outbound.notify(ada, 'b', NEWS);
    await outbound.deliver();
    expect(outbound.calls.map(({ url }) => url).sort()).toEqual([one.endpoint, two.endpoint].sort());
  });

  test('does not notify a browser that now belongs to another wallet', async () => {
    const id = await allow(new Browser());
    await outbound.notify(ada, 'a', NEWS);
    await env.DB.prepare("UPDATE push_subscriptions SET wallet = '0xeve' WHERE id = ?").bind(id).run();
    await outbound.deliver();
    expect(outbound.calls).toEqual([]);
    expect(await only()).toMatchObject({ state: 'failed', last_error: 'target_gone' });
  });

  test.each([
    404, 410,
  ])('ends the subscription without another attempt when the push service answers %i @webhooks-7', async (status) => {
    await allow(new Browser());
    await outbound.notify(ada, 'a', NEWS);
    outbound.answers = [new Response(null, { status })];
    await outbound.deliver();
    expect(await rows('SELECT 1 FROM push_subscriptions')).toEqual([]);
    expect(await only()).toMatchObject({ state: 'failed', attempts: 1, response_status: status });
    await outbound.notify(ada, 'b', NEWS);
    expect(outbound.queued).toEqual([]);
  });

  test.each([400, 403, 413, 429, 500])('retries a notification answered with %i', async (status) => {
    await allow(new Browser());
    await outbound.notify(ada, 'a', NEWS);
    outbound.answers = [new Response(null, { status })];
    await outbound.deliver();
    expect(await rows('SELECT 1 FROM push_subscriptions')).toHaveLength(1);
    expect(await only()).toMatchObject({ state: 'queued', attempts: 1, last_error: 'answered' });
  });

  test('does not send a notification to a URL that is not allowed', async () => {
    await allow(new Browser('https://10.0.0.1/push'));
    await outbound.notify(ada, 'a', NEWS);
    await outbound.deliver();
    expect(outbound.calls).toEqual([]);
    expect(await only()).toMatchObject({ state: 'failed', last_error: 'place_refused' });
  });

  test('sends no notifications in a deployment without push keys', async () => {
    outbound = new OutboundFake();
    await allow(new Browser());
    await outbound.notify(ada, 'a', NEWS);
    await outbound.deliver();
    expect(outbound.calls).toEqual([]);
    expect(await only()).toMatchObject({ state: 'failed', last_error: 'push_unavailable' });
  });
});

describe('push keys of a deployment', () => {
  test('push keys are optional', () => {
    expect(settingsOf({ ...env }).pushKeys).toBeNull();
    expect(outbound.ctx.settings.pushKeys).toMatchObject({ publicKey: PUBLIC_KEY });
  });

  test.each([
    ['are not JSON', 'no JSON'],
    ['lack a key', JSON.stringify({ subject: 'mailto:support@mooring.example', publicKey: PUBLIC_KEY })],
    ['have no contact URL', JSON.stringify({ ...JSON.parse(PUSH_KEYS), subject: 'support@mooring.example' })],
    ['are too short', JSON.stringify({ ...JSON.parse(PUSH_KEYS), publicKey: 'short' })],
  ])('rejects push keys that %s by setting name, without revealing their value', (_, wrong) => {
    const start = () => settingsOf({ ...env, PUSH_KEYS: wrong } as Env);
    expect(start).toThrow(Misconfigured);
    expect(start).toThrow(/^PUSH_KEYS[\w., ]*$/);
  });
});
