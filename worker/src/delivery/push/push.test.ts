import { beforeEach, describe, expect, test } from 'vitest';
import { Customer, rows, workerWith } from '../../../test/harness.ts';

const b64 = (bytes: number, first = 4) =>
  btoa(String.fromCharCode(first, ...Array.from({ length: bytes - 1 }, () => 7)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
/** The generator of P-256 (FIPS 186-5): a valid point, like any browser's key. */
const POINT = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const KEYS = { p256dh: POINT, auth: b64(16) };
const PUSH_KEYS = {
  publicKey: 'B'.repeat(87),
  privateKey: 'k'.repeat(43),
  subject: 'mailto:push@mooring.example',
};
const withPush = workerWith({}, { PUSH_KEYS: JSON.stringify(PUSH_KEYS) } as Partial<Env>);

let ada: Customer;
beforeEach(async () => {
  ada = await Customer.arrive();
});

let serial = 0;
const newEndpoint = () => {
  serial += 1;
  return `https://push.example.com/send/${serial}`;
};
const store = (endpoint: string, who = ada, keys: Record<string, string> = KEYS) =>
  who.call('/profile/push', { body: { endpoint, keys } });
const forget = (endpoint: string, who = ada) =>
  who.call('/profile/push', { method: 'DELETE', body: { endpoint } });
const stored = (who = ada) =>
  rows<{ id: string; endpoint: string; sealed: string }>(
    'SELECT * FROM push_subscriptions WHERE wallet = ? ORDER BY created_at',
    who.address.toLowerCase(),
  );

describe('push subscriptions', () => {
  test('stores a browser once with encrypted keys and keeps its id when it subscribes again', async () => {
    const endpoint = newEndpoint();
    expect((await store(endpoint)).status).toBe(200);
    const [first] = await stored();
    expect(first?.sealed).not.toContain(KEYS.auth);
    expect((await store(endpoint)).status).toBe(200);
    const again = await stored();
    expect(again).toHaveLength(1);
    expect(again[0]?.id).toBe(first?.id);
  });

  test('moves a browser to the wallet that stored it last @profile-10', async () => {
    const endpoint = newEndpoint();
    await store(endpoint);
    const [first] = await stored();
    const eve = await Customer.arrive();
    await store(endpoint, eve);
    expect(await stored()).toEqual([]);
    const [moved] = await stored(eve);
    expect(moved?.endpoint).toBe(endpoint);
    expect(moved?.id).not.toBe(first?.id);
  });

  test('keeps at most ten browsers per wallet and replaces the oldest', async () => {
    const endpoints = Array.from({ length: 11 }, newEndpoint);
    for (const endpoint of endpoints) await store(endpoint);
    expect((await stored()).map((each) => each.endpoint).sort()).toEqual(endpoints.slice(1).sort());
  });

  test.each([
    ['plain http', 'http://push.example.com/1', KEYS],
    ['a private address', 'https://192.168.1.1/push', KEYS],
    ['a link-local address', 'https://169.254.169.254/latest', KEYS],
    ['our own address', 'http://localhost:8787/api', KEYS],
    ['a key of another length', 'https://push.example.com/x', { ...KEYS, p256dh: b64(63) }],
    ['a key that is not a point on the curve', 'https://push.example.com/x', { ...KEYS, p256dh: b64(65) }],
    ['a compressed point', 'https://push.example.com/x', { ...KEYS, p256dh: b64(65, 2) }],
    ['keys that are not base64url', 'https://push.example.com/x', { ...KEYS, auth: '!'.repeat(22) }],
  ])('rejects a push subscription with %s', async (_, endpoint, keys) => {
    const { status, message } = await store(endpoint, ada, keys);
    expect(status).toBe(422);
    expect(message).toMatch(/^[A-Z].+\.$/);
    expect(await stored()).toEqual([]);
  });

  test('lets only its own wallet remove a browser, and repeating that is safe', async () => {
    const endpoint = newEndpoint();
    await store(endpoint);
    const eve = await Customer.arrive();
    expect((await forget(endpoint, eve)).status).toBe(200);
    expect(await stored()).toHaveLength(1);
    for (const _ of [1, 2]) expect((await forget(endpoint)).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  test('rejects a body that is not JSON and keeps the browser', async () => {
    const endpoint = newEndpoint();
    await store(endpoint);
    const send = (raw: string, type: string) =>
      ada.call('/profile/push', { method: 'DELETE', raw, headers: { 'content-type': type } });
    expect(await send(endpoint, 'text/plain')).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    expect(await send('{"endpoint":', 'application/json')).toMatchObject({ status: 400, code: 'malformed' });
    const none = await ada.call('/profile/push', { method: 'DELETE' });
    expect(none).toMatchObject({ status: 422, code: 'invalid' });
    expect(await stored()).toHaveLength(1);
  });

  test('turns push notifications off when the last browser is removed', async () => {
    const [one, two] = [newEndpoint(), newEndpoint()];
    await store(one);
    await store(two);
    const on = { method: 'PATCH', body: { notifications: { push_notifications: true } } };
    await ada.call('/profile', on, withPush);
    const isOn = async () =>
      (await ada.call<{ notifications: { push_notifications: boolean } }>('/profile')).data.notifications
        .push_notifications;
    await forget(one);
    expect(await isOn()).toBe(true);
    await forget(two);
    expect(await isOn()).toBe(false);
  });
});
