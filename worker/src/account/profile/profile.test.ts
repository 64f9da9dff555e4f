import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ProfileAnswer } from '#domain/account/profile-schema.ts';
import { insured } from '../../../test/desk.ts';
import {
  type Answer,
  type Call,
  Customer,
  countingDatabase,
  type Reach,
  rows,
  workerWith,
} from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';

const NO_SMS = 'SMS notifications are not available yet: no provider is set up.';
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

const read = (who = ada, reach?: Reach) => who.call<ProfileAnswer>('/profile', {}, reach);
const change = (body: unknown, reach?: Reach, options: Call = {}): Promise<Answer<ProfileAnswer>> =>
  ada.call<ProfileAnswer>('/profile', { method: 'PATCH', body, ...options }, reach);
const stored = () => rows('SELECT * FROM profiles WHERE wallet = ?', ada.address.toLowerCase());

describe('profile', () => {
  test('returns defaults for a wallet that never saved a profile and writes nothing', async () => {
    const { data } = await read();
    const [account] = await rows<{ created_at: string }>(
      'SELECT created_at FROM accounts WHERE wallet = ?',
      ada.address.toLowerCase(),
    );
    expect(data).toEqual({
      name: '',
      email: '',
      email_confirmed: false,
      phone: '',
      avatar_url: null,
      wallet_address: ada.address,
      member_since: account?.created_at,
      total_policies: 0,
      total_claims: 0,
      notifications: {
        email_notifications: true,
        sms_notifications: false,
        push_notifications: false,
        marketing_emails: false,
      },
      unavailable: {
        sms_notifications: NO_SMS,
        push_notifications: 'Push notifications are not set up here.',
      },
      push_public_key: null,
      activity_log: [expect.objectContaining({ type: 'login', action: 'Signed in' })],
    });
    expect(await stored()).toHaveLength(0);
  });

  test('changes only the given fields of a profile @profile-5', async () => {
    const first = await change({
      name: ' Ada Lovelace ',
      email: 'ada@example.com',
      phone: '+44 20 7946 0018',
    });
    expect(first.data).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      email_confirmed: false,
      phone: '+44 20 7946 0018',
    });
    const second = await change({ notifications: { marketing_emails: true } });
    expect(second.data).toMatchObject({
      name: 'Ada Lovelace',
      phone: '+44 20 7946 0018',
      notifications: { email_notifications: true, marketing_emails: true },
    });
    await change({ phone: '', notifications: { email_notifications: false } });
    expect((await read()).data).toMatchObject({
      name: 'Ada Lovelace',
      phone: '',
      notifications: { email_notifications: false, marketing_emails: true },
    });
    const before = JSON.stringify(await stored());
    expect((await change({})).data.name).toBe('Ada Lovelace');
    expect(JSON.stringify(await stored())).toBe(before);
  });

  test('records which fields of a profile changed, not their values, and nothing for what is set already', async () => {
    const recorded = () =>
      rows(
        "SELECT o.actor_kind, d.actor, d.data FROM occurrences o JOIN occurrence_data d ON d.id = o.id WHERE o.about = ? AND o.kind = 'profile.changed' ORDER BY o.id",
        `user:${ada.address.toLowerCase()}`,
      );
    const before = await recorded();
    const grace = { name: 'Grace Hopper', phone: '+1 555 010 9999' };
    await change(grace);
    await change(grace);
    await change({ ...grace, notifications: { marketing_emails: true } });
    const line = (fields: string[]) => ({
      actor_kind: 'customer',
      actor: null,
      data: JSON.stringify({ after: { fields } }),
    });
    expect((await recorded()).slice(before.length)).toEqual([
      line(['name', 'phone']),
      line(['marketing_emails']),
    ]);
  });

  test('encrypts the phone number for its wallet only', async () => {
    await change({ phone: '+44 20 7946 0018' });
    const [row] = await rows<{ phone: string }>(
      'SELECT * FROM profiles WHERE wallet = ?',
      ada.address.toLowerCase(),
    );
    expect(row?.phone).toMatch(/^1\.[\w+/=]+\.[\w+/=]+$/);
    const eve = await Customer.arrive();
    await env.DB.prepare('INSERT INTO profiles (wallet, phone, updated_at) VALUES (?, ?, ?)')
      .bind(eve.address.toLowerCase(), row?.phone, '2026')
      .run();
    expect((await read(eve)).status).toBe(500);
  });

  test.each([
    ['a name of one letter', { name: 'A' }, 'Name must be at least 2 characters'],
    ['an invalid address', { email: 'ada' }, 'Please enter a valid email address'],
    ['a short phone number', { phone: '12345' }, 'Please enter a valid phone number'],
    ['text messages', { notifications: { sms_notifications: true } }, NO_SMS],
    ['an unknown field', { admin: true }, 'There is no field admin here.'],
  ])('rejects %s in a profile with a sentence', async (_, body, message) => {
    expect(await change(body)).toMatchObject({ status: 422, message });
    expect(await stored()).toHaveLength(0);
  });

  test('hides the profile from other wallets', async () => {
    await change({ name: 'Ada Lovelace' });
    expect((await read(await Customer.arrive())).data.name).toBe('');
  });
});

describe('new email address', () => {
  test('sends one confirmation letter for a new address and confirms it by its link @profile-5', async () => {
    const post = new Postbox();
    const email = 'ada.profile@example.com';
    await change({ email }, post.reach);
    await change({ name: 'Ada Lovelace', email }, post.reach);
    expect((await post.letters(ada.address)).map(({ kind }) => kind)).toEqual(['address_entered']);
    expect((await read()).data.email_confirmed).toBe(false);
    await post.confirm(email);
    expect((await read()).data.email_confirmed).toBe(true);
    await change({ email: 'Ada.Profile@EXAMPLE.com' }, post.reach);
    // A different mailbox by RFC 5321, since the local part is case-sensitive.
    expect((await read()).data.email_confirmed).toBe(false);
    await change({ email: 'ada.profile@EXAMPLE.com' }, post.reach);
    expect((await read()).data.email_confirmed).toBe(true);
    expect(await post.letters(ada.address)).toHaveLength(2);
  });
});

describe('push notifications', () => {
  const on = { notifications: { push_notifications: true } };

  test('refuses to turn on push notifications that are not set up and always allows turning them off', async () => {
    expect(await change(on)).toMatchObject({
      status: 422,
      message: 'Push notifications are not set up here.',
      issues: [{ path: 'notifications.push_notifications' }],
    });
    expect(
      (await change({ notifications: { push_notifications: false, sms_notifications: false } })).status,
    ).toBe(200);
  });

  test('requires a subscribed browser for push notifications', async () => {
    expect(await change({ name: 'Ada Lovelace', ...on }, withPush)).toMatchObject({
      status: 422,
      message: 'Allow notifications in this browser first.',
    });
    expect(await stored()).toHaveLength(0);
    await env.DB.prepare('INSERT INTO push_subscriptions VALUES (?, ?, ?, ?, ?)')
      .bind('push_1', ada.address.toLowerCase(), 'https://push.example/1', 'sealed', '2026')
      .run();
    const { data } = await change(on, withPush);
    expect(data.notifications.push_notifications).toBe(true);
    expect(data.push_public_key).toBe(PUSH_KEYS.publicKey);
    expect(data.unavailable.push_notifications).toBeNull();
  });
});

describe('recent activity', () => {
  test('shows the five newest policies, payments and sign-ins', async () => {
    const { customer, policy } = await insured();
    const { data } = await read(customer);
    expect(data.total_policies).toBe(1);
    expect(data.activity_log.length).toBeLessThanOrEqual(5);
    expect(new Set(data.activity_log.map(({ type }) => type))).toEqual(
      new Set(['policy', 'payment', 'login']),
    );
    expect(data.activity_log.find(({ type }) => type === 'payment')?.description).toBe(
      `$1,200 in ETH for ${policy.policy_number}`,
    );
    const times = data.activity_log.map(({ timestamp }) => Date.parse(timestamp));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test('reads a row per policy, a row per claim and the lines it shows, however long the histories @profile-6', async () => {
    const wallet = ada.address.toLowerCase();
    const series = (sql: string, ...values: unknown[]) =>
      env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) ${sql}`)
        .bind(...values)
        .run();
    // Twenty policies of Ada's, ten of them with a claim of a hundred lines, and at least as much for
    // other wallets.
    await series(
      `INSERT INTO policies (quote_id, group_id, wallet, kind, chain_id, product, status, needs_review, premium_usd,
         coverage_usd, start_date, end_date, cover_until, created_at, purchase_event_id, cover_start_date)
       SELECT ?2 || i, ?2 || i, ?2, 'evm', '1337', 'home', 'active', 0, 1, 1, '2026-01-01', '2026-12-31', '2026', '2026', -i, '2026-01-01' FROM n`,
      20,
      wallet,
    );
    await series(
      `INSERT INTO claims (key, wallet, policy_id, quote_id, product, status, amount_cents, deductible_usd, description,
         incident_date, incident_at, created_at, updated_at)
       SELECT ?2 || i, ?2, 1, 'q', 'home', 'pending', 1, 0, '', '2026-01-01', '2026', '2026', '2026' FROM n`,
      10,
      wallet,
    );
    await series(
      `INSERT INTO journal (claim_id, about, kind, v, key, at, actor_kind, data, request_id)
       SELECT c.id, 'claim:' || c.id, 'claim.submitted', 1, i, '2026-01-01T00:00:00.000Z', 'customer', '{"status":"pending"}', ''
       FROM n JOIN claims c ON c.wallet = ?2`,
      100,
      wallet,
    );
    await series(
      `INSERT INTO journal (policy_id, about, kind, v, key, at, actor_kind, data, request_id)
       SELECT p.id, 'policy:' || p.id, 'policy.opened', 1, i, '2026-01-01T00:00:00.000Z', 'customer', '{"to_status":"active"}', ''
       FROM n JOIN policies p ON p.wallet = ?2`,
      2,
      wallet,
    );
    await series(
      `INSERT INTO sessions (jti, wallet, kind, created_at, expires_at)
       SELECT ?2 || i, ?2, 'evm', '2026-01-01T00:00:00.000Z', '2126' FROM n`,
      500,
      wallet,
    );
    const { DB, statements, rowsRead } = countingDatabase();
    const { data } = await read(ada, workerWith({}, { DB }));
    expect(data).toMatchObject({ total_policies: 20, total_claims: 10 });
    expect(data.activity_log).toHaveLength(5);
    expect(statements.length).toBeLessThanOrEqual(10);
    expect(await rowsRead()).toBeLessThanOrEqual(320);
  });
});
