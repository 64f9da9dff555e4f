import { env } from 'cloudflare:workers';
import { createHash, createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdminCtx } from '#worker/platform/context.ts';
import { guard } from '#worker/platform/db/guard.ts';
import { recordAct } from '#worker/told/record.ts';
import { ADMIN_PASSWORD, Admin, type AdminLogin, adminLogin } from '../../../test/admin.ts';
import { deskCtx } from '../../../test/desk.ts';
import {
  type Answer,
  Customer,
  countingDatabase,
  later,
  type Reach,
  rows,
  runSchedule,
  stoppedWorker,
  workerWith,
} from '../../../test/harness.ts';
import { CHEAPEST, hashPassword, isPassword, PASSWORD_COST, setPasswordCost } from './password.ts';
import { attemptOf, delayAfter } from './throttle.ts';

const REFUSED = 'Login failed. Please check your credentials.';
/** A separate client per test, so that none waits for another's failures. */
const from = (client: string) => ({ 'cf-connecting-ip': client });
const attempt = (email: string, password: string, client: string, reach?: Reach) =>
  adminLogin(email, password, reach, from(client));

async function failTimes(times: number, email: string, client: string, reach?: Reach): Promise<number[]> {
  const answers: number[] = [];
  for (let n = 0; n < times; n += 1) answers.push((await attempt(email, 'wrong', client, reach)).status);
  return answers;
}

describe('admin sign-in', () => {
  test('returns a token for eight hours, whatever the case of the email address @desk-1', async () => {
    const admin = await Admin.arrive('Hedy Lamarr');
    const { status, data } = await attempt(` ${admin.email.toUpperCase()} `, ADMIN_PASSWORD, '192.0.2.1');
    expect(status).toBe(200);
    expect(data).toMatchObject({ email: admin.email, name: 'Hedy Lamarr' });
    expect((Date.parse(data.expires_at) - Date.now()) / 3_600_000).toBeCloseTo(8, 2);
    expect(decodeJwt(data.token)).toMatchObject({ aud: 'mooring:admin', sub: String(admin.id) });
    const profile = await admin.call('/admin/auth/profile', { token: data.token });
    expect(profile.data).toEqual({
      id: admin.id,
      email: admin.email,
      name: 'Hedy Lamarr',
      role: 'administrator',
      role_label: 'System Administrator',
      permissions: [
        ...[
          'users.write',
          'policies.write',
          'claims.decide',
          'claims.pay',
          'transfers.send',
          'messages.write',
          'reveal',
        ],
        ...['export', 'audit_log.read', 'admins.manage', 'settings.write', 'books.close'],
      ],
      totp_enabled: false,
      must_enroll_totp: false,
      require_totp: false,
      payout_limit_usd: null,
      recovery_codes_left: 0,
    });
  });

  test('refuses a wrong password, an unknown address and a former administrator alike @desk-1', async () => {
    const admin = await Admin.arrive();
    const former = await Admin.arrive();
    await former.deactivate();
    const answers = [
      await attempt(admin.email, 'wrong', '192.0.2.2'),
      await attempt('nobody@mooring.example', ADMIN_PASSWORD, '192.0.2.2'),
      await attempt(former.email, ADMIN_PASSWORD, '192.0.2.2'),
    ];
    const shape = ({ status, code, message }: Answer<AdminLogin>) => ({ status, code, message });
    expect(answers.map(shape)).toEqual(
      answers.map(() => ({ status: 401, code: 'unauthorized', message: REFUSED })),
    );
  });

  test('asks the database as often for an address that nobody has as for an administrator’s, so that no time tells who works here', async () => {
    const admin = await Admin.arrive();
    const former = await Admin.arrive();
    await former.deactivate();
    const trips: number[] = [];
    for (const email of [admin.email, former.email, 'nobody@mooring.example']) {
      const { DB, roundTrips } = countingDatabase();
      expect((await attempt(email, 'wrong', '192.0.2.12', workerWith({}, { DB }))).status).toBe(401);
      trips.push(roundTrips());
    }
    expect(trips).toEqual([trips[0], trips[0], trips[0]]);
  });

  test('requires email and password @desk-2', async () => {
    for (const body of [{ email: '', password: 'x' }, { email: 'a@b.example' }, { password: 'x' }]) {
      const answer = await (await Admin.arrive()).call('/admin/auth/login', { body });
      expect(answer.status).toBe(422);
      expect(answer.message).toBe('Please fill in all fields');
    }
  });

  test('counts a failed sign-in under a keyed hash, from which nobody can guess an account or address', async () => {
    const [email, client] = ['secret-person@mooring.example', '192.0.2.3'];
    await attempt(email, 'secret-password', client);
    const kept = JSON.stringify([
      await rows('SELECT * FROM sign_in_failures'),
      await rows('SELECT * FROM tokens'),
    ]);
    expect(kept).not.toMatch(/secret|192\.0/);
    for (const text of [`account:${email}`, `client:${client}`, `account+client:${email} ${client}`]) {
      const plain = createHash('sha256').update(text).digest('hex');
      const underTheSecretItself = createHmac('sha256', env.SESSION_SECRET).update(text).digest('hex');
      expect(kept).not.toContain(plain);
      expect(kept).not.toContain(underTheSecretItself);
    }
    const key = createHmac('sha256', env.SESSION_SECRET).update('sign-in attempts').digest();
    expect(kept).toContain(createHmac('sha256', key).update(`client:${client}`).digest('hex'));
  });
});

describe('admin sign-in after five failures', () => {
  test('makes the failing client wait, even with the right password, until its delay is over @desk-3', async () => {
    const admin = await Admin.arrive();
    const at = stoppedWorker();
    expect(await failTimes(5, admin.email, '198.51.100.1', at(0))).toEqual([401, 401, 401, 401, 401]);
    const answer = await attempt(admin.email, ADMIN_PASSWORD, '198.51.100.1', at(0));
    expect(answer).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(answer.headers.get('retry-after')).toBe('15');
    // An attempt refused during the delay doesn't extend it.
    await failTimes(3, admin.email, '198.51.100.1', at(14_999));
    expect((await attempt(admin.email, ADMIN_PASSWORD, '198.51.100.1', at(15_000))).status).toBe(200);
    // The right password restarts the count.
    expect(await failTimes(5, admin.email, '198.51.100.1')).toEqual([401, 401, 401, 401, 401]);
  });

  test('lets another client sign in at once, so that nobody can be locked out @desk-3', async () => {
    const admin = await Admin.arrive();
    await failTimes(6, admin.email, '198.51.100.2');
    expect((await attempt(admin.email, ADMIN_PASSWORD, '198.51.100.3')).status).toBe(200);
    // That doesn't let the guessing client continue.
    expect((await attempt(admin.email, ADMIN_PASSWORD, '198.51.100.2')).status).toBe(429);
  });

  test('treats the /64 of an IPv6 address as one client', async () => {
    const admin = await Admin.arrive();
    for (let n = 0; n < 5; n += 1) await attempt(admin.email, 'wrong', `2001:db8:5:5::${n}`);
    expect((await attempt(admin.email, ADMIN_PASSWORD, '2001:db8:5:5::ffff')).status).toBe(429);
    expect((await attempt(admin.email, ADMIN_PASSWORD, '2001:db8:5:6::1')).status).toBe(200);
  });

  test('doubles the delay up to a quarter of an hour', async () => {
    expect([4, 5, 6, 7, 10, 11, 500].map(delayAfter)).toEqual([0, 15, 30, 60, 480, 900, 900]);
    const admin = await Admin.arrive();
    const client = '198.51.100.5';
    const at = stoppedWorker();
    await failTimes(5, admin.email, client, at(0));
    await failTimes(1, admin.email, client, at(15_000));
    const early = await attempt(admin.email, ADMIN_PASSWORD, client, at(44_999));
    expect(early.status).toBe(429);
    const due = await attempt(admin.email, ADMIN_PASSWORD, client, at(45_000));
    expect(due.status).toBe(200);
  });

  test('makes a failing client wait for every account, but no one else', async () => {
    const admin = await Admin.arrive();
    for (let n = 0; n < 5; n += 1) await attempt(`guess-${n}@mooring.example`, 'wrong', '203.0.113.1');
    expect((await attempt(admin.email, ADMIN_PASSWORD, '203.0.113.1')).status).toBe(429);
    expect((await attempt(admin.email, ADMIN_PASSWORD, '203.0.113.2')).status).toBe(200);
  });

  test('keeps failures at other accounts after a right password', async () => {
    const admin = await Admin.arrive();
    await failTimes(4, 'guess@mooring.example', '203.0.113.3');
    expect((await attempt(admin.email, ADMIN_PASSWORD, '203.0.113.3')).status).toBe(200);
    expect(await failTimes(2, 'other@mooring.example', '203.0.113.3')).toEqual([401, 429]);
  });

  test('forgets failures after a quiet hour', async () => {
    const admin = await Admin.arrive();
    await failTimes(4, admin.email, '203.0.113.4');
    const anHour = workerWith(later(3_600_000 + 1000));
    expect(await failTimes(2, admin.email, '203.0.113.4', anHour)).toEqual([401, 401]);
  });

  test('counts each of many simultaneous attempts @desk-3', async () => {
    const admin = await Admin.arrive();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => attempt(admin.email, 'wrong', '203.0.113.5')),
    );
    const heard = answers.filter(({ status }) => status === 401).length;
    expect(heard).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12 - heard);
  });
});

describe('admin sign-in after a hundred failures at one account within an hour', () => {
  /** Sends wrong passwords from many clients, each below its own limit. */
  async function failFromManyClients(email: string, failures: number, network: string) {
    const statuses: number[] = [];
    while (statuses.length < failures) {
      const some = Array.from({ length: Math.min(20, failures - statuses.length) }, async (_, n) => {
        const client = Math.floor((statuses.length + n) / 4).toString(16);
        return (await attempt(email, 'wrong', `${network}:${client}::1`)).status;
      });
      statuses.push(...(await Promise.all(some)));
    }
    return statuses;
  }

  /** Counts failures at an account as if they had happened just now: real guesses take their time. */
  async function failedBefore(email: string, failures: number) {
    const { account } = await attemptOf(new TextEncoder().encode(env.SESSION_SECRET), email, 'anywhere');
    const now = new Date().toISOString();
    await rows(
      "REPLACE INTO sign_in_failures (key, scope, failures, at) VALUES (?, 'account', ?, ?) RETURNING key",
      account,
      failures,
      now,
    );
  }

  test('delays clients that never signed in to the account but not those that did @desk-3', async () => {
    const admin = await Admin.arrive();
    const [known, unknown] = ['192.0.2.50', '192.0.2.51'];
    expect((await attempt(admin.email, ADMIN_PASSWORD, known)).status).toBe(200);
    await failedBefore(admin.email, 92);
    expect(new Set(await failFromManyClients(admin.email, 8, '2001:db8:a1'))).toEqual(new Set([401]));
    const stranger = await attempt(admin.email, ADMIN_PASSWORD, unknown);
    expect(stranger).toMatchObject({ status: 429, code: 'rate_limited' });
    const wait = Number(stranger.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
    expect((await attempt(admin.email, ADMIN_PASSWORD, known)).status).toBe(200);
    const other = await Admin.arrive();
    expect((await attempt(other.email, ADMIN_PASSWORD, unknown)).status).toBe(200);
    const anHour = workerWith(later(3_601_000));
    expect((await attempt(admin.email, ADMIN_PASSWORD, unknown, anHour)).status).toBe(200);
  });

  test('still delays a client that once signed in but is now guessing', async () => {
    const admin = await Admin.arrive();
    await attempt(admin.email, ADMIN_PASSWORD, '192.0.2.52');
    await failedBefore(admin.email, 92);
    await failFromManyClients(admin.email, 8, '2001:db8:a2');
    expect(await failTimes(6, admin.email, '192.0.2.52')).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('delays an unknown address alike, so that the delay reveals nothing', async () => {
    const nobody = 'nobody.at.all@mooring.example';
    await failedBefore(nobody, 92);
    expect(new Set(await failFromManyClients(nobody, 8, '2001:db8:a3'))).toEqual(new Set([401]));
    expect((await attempt(nobody, 'wrong', '192.0.2.53')).status).toBe(429);
  });

  test('allows at most a hundred simultaneous guesses', async () => {
    const admin = await Admin.arrive();
    await failedBefore(admin.email, 87);
    await failFromManyClients(admin.email, 8, '2001:db8:a4');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => attempt(admin.email, 'wrong', `2001:db8:a5:${n}::1`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('remembers a client for half a year by a hash that does not reveal its address', async () => {
    const admin = await Admin.arrive();
    await attempt(admin.email, ADMIN_PASSWORD, '192.0.2.54');
    const remembered = await rows("SELECT * FROM tokens WHERE kind = 'client' AND admin_id = ?", admin.id);
    expect(JSON.stringify(remembered)).not.toMatch(/192\.0\.2/);
    expect(remembered.length).toBeGreaterThanOrEqual(1);
    await runSchedule(later(179 * 86_400_000), {}, ['purge expired']);
    expect(await rows("SELECT * FROM tokens WHERE kind = 'client' AND admin_id = ?", admin.id)).toEqual(
      remembered,
    );
    await runSchedule(later(181 * 86_400_000), {}, ['purge expired']);
    expect(await rows("SELECT * FROM tokens WHERE kind = 'client' AND admin_id = ?", admin.id)).toEqual([]);
  });
});

describe('admin sessions', () => {
  test('ends only the signed-out session @desk-5', async () => {
    const admin = await Admin.arrive();
    const other = (await adminLogin(admin.email)).data.token;
    expect((await admin.call('/admin/auth/logout', { method: 'POST' })).status).toBe(200);
    expect((await admin.call('/admin/auth/profile')).status).toBe(401);
    expect((await admin.call('/admin/auth/profile', { token: other })).status).toBe(200);
  });

  test("accepts an administrator's session only for the back office and a wallet's only for customers", async () => {
    const admin = await Admin.arrive();
    const ada = await Customer.arrive();
    const wallets = `/insurance/active-policies/${ada.address}`;
    expect((await ada.call(wallets, { token: admin.token })).status).toBe(401);
    expect((await admin.call('/admin/auth/profile', { token: ada.token })).status).toBe(401);
    expect((await ada.call('/auth/logout', { method: 'POST', token: admin.token })).status).toBe(401);
    expect((await admin.call('/admin/auth/profile')).status).toBe(200);
  });

  test('purges expired sessions and failures that no longer count', async () => {
    await failTimes(1, 'gone@mooring.example', '203.0.113.6');
    const admin = await Admin.arrive();
    await runSchedule(later(3 * 3_600_000), {}, ["purge administrators' sessions", 'purge expired']);
    expect((await admin.call('/admin/auth/profile')).status).toBe(200);
    expect(await rows('SELECT * FROM sign_in_failures')).toHaveLength(0);
    await runSchedule(later(8 * 3_600_000 + 1000), {}, ["purge administrators' sessions", 'purge expired']);
    expect(await rows('SELECT * FROM admin_sessions WHERE admin_id = ?', admin.id)).toHaveLength(0);
  });
});

describe('admin passwords', () => {
  beforeAll(() => setPasswordCost(PASSWORD_COST));
  afterAll(() => setPasswordCost(CHEAPEST));

  test('hashes a password by scrypt with its cost and a random salt and rejects another one', async () => {
    const [first, second] = [await hashPassword('a pass phrase'), await hashPassword('a pass phrase')];
    expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\w+/]{22}==\$[\w+/]{43}=$/);
    expect(first).not.toBe(second);
    expect(await isPassword('a pass phrase', first)).toBe(true);
    expect(await isPassword('a pass phrasE', first)).toBe(false);
    expect(await isPassword('a pass phrase', null)).toBe(false);
  });

  test('accepts a password however its accents were typed', async () => {
    expect(await isPassword('cafe\u0301 du port', await hashPassword('caf\u00e9 du port'))).toBe(true);
  });
});

test('writes an audit log line only together with the write it describes @desk-6', async () => {
  const admin = await Admin.arrive();
  const { id, email } = admin;
  const ctx: AdminCtx = {
    ...deskCtx(),
    admin: { id, email, name: 'Hedy Lamarr', role: 'administrator', jti: 'test' },
  };
  const entry = recordAct(ctx, {
    action: 'claim.assigned',
    subject: 'claim:12',
    before: { assigned_to: null },
    after: { assigned_to: 4 },
  });
  await ctx.db.batch([entry]);
  const lines = () => rows("SELECT * FROM audit_log WHERE admin_id = ? AND action <> 'admin.signed_in'", id);
  const [row] = await lines();
  expect(row).toMatchObject({
    action: 'claim.assigned',
    subject: 'claim:12',
    before: '{"assigned_to":null}',
    after: '{"assigned_to":4}',
    request_id: ctx.requestId,
  });
  const broken = recordAct(ctx, { action: 'claim.assigned', subject: 'claim:13' });
  const refused = guard(ctx.db, sql`0 = 1`);
  await expect(ctx.db.batch([broken, refused])).rejects.toThrow();
  expect(await lines()).toHaveLength(1);
});

test('separates the Idempotency-Keys of administrators and wallets', async () => {
  const ada = await Customer.arrive();
  const body = { wallet_address: ada.address, subject: 'Roof', message: 'Is hail covered?' };
  const { data: thread } = await ada.call<{ id: number }>('/messages/create', { body });
  const [one, two] = [await Admin.arrive(), await Admin.arrive()];
  const reply = { body: { message: 'It is.' }, headers: { 'idempotency-key': 'same' } };
  const path = `/admin/messages/${thread.id}/reply`;
  const first = await one.call(path, reply);
  const again = await one.call(path, reply);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.data).toEqual(first.data);
  const other = await two.call(path, { ...reply, body: { message: 'Since 2024.' } });
  expect([first.status, other.status]).toEqual([first.status, first.status]);
  expect(other.headers.get('idempotency-replayed')).toBeNull();
  const keys = await rows<{ caller: string }>("SELECT caller FROM idempotency_keys WHERE key = 'same'");
  expect(keys.map(({ caller }) => caller).sort()).toEqual([`admin:${one.id}`, `admin:${two.id}`].sort());
});
