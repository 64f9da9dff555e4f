import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import type { SessionEntry } from '#domain/auth/schema.ts';
import { Admin } from '../../../test/admin.ts';
import { Customer, call, later, rows, signIn, usual, workerWith } from '../../../test/harness.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1';
const LAPTOP = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';

const signInFrom = ({ account }: Customer, userAgent: string) => signIn(account, usual.chain_id, userAgent);

const sessionsOf = async (customer: Customer) => (await customer.call<SessionEntry[]>('/auth/sessions')).data;
const exportWith = async (token: string) =>
  (
    await workerWith({})(
      new Request('http://localhost:8787/api/profile/export', {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
  ).status;

describe("a customer's sessions", () => {
  test('are listed newest first with device and use, and the own one is marked', async () => {
    const ada = await Customer.arrive();
    await Customer.arrive();
    await signInFrom(ada, PHONE);
    const tenMinutesOn = workerWith(later(600_000));
    await signInFrom(ada, LAPTOP);
    await ada.call('/profile', {}, tenMinutesOn);
    const listed = await sessionsOf(ada);
    expect(listed.map(({ device, current }) => [device, current])).toEqual([
      ['Firefox on macOS', false],
      ['Safari on iPhone', false],
      ['Unknown device', true],
    ]);
    const own = listed[2];
    const used = Date.parse(own?.last_seen_at ?? '') - Date.parse(own?.created_at ?? '');
    expect(used / 60_000).toBeCloseTo(10, 0);
    expect(listed[0]?.last_seen_at).toBe(listed[0]?.created_at);
  });

  test('can be ended one by one, and an ended token exports no profile', async () => {
    const ada = await Customer.arrive();
    const phone = await signInFrom(ada, PHONE);
    expect(await exportWith(phone)).toBe(200);
    const [{ id } = { id: '' }] = await sessionsOf(ada);
    expect((await ada.call(`/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(await exportWith(phone)).toBe(401);
    expect(await exportWith(ada.token)).toBe(200);
    expect(await sessionsOf(ada)).toHaveLength(1);
  });

  test('end everywhere else at once, and stay open for other wallets', async () => {
    const [ada, eve] = [await Customer.arrive(), await Customer.arrive()];
    const others = [await signInFrom(ada, PHONE), await signInFrom(ada, LAPTOP)];
    const [{ id } = { id: '' }] = await sessionsOf(ada);
    expect((await eve.call(`/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await ada.call('/auth/sessions', { method: 'DELETE' })).data).toEqual({ ended: 2 });
    expect(await Promise.all([...others, ada.token, eve.token].map(exportWith))).toEqual([
      401, 401, 200, 200,
    ]);
  });

  test('end with a deactivation, after which the customer signs in again and reads', async () => {
    const [ada, admin] = [await Customer.arrive(), await Admin.arrive()];
    const status = (value: string) =>
      admin.call(`/admin/users/${ada.address}/status`, { method: 'PATCH', body: { status: value } });
    expect((await status('inactive')).status).toBe(200);
    expect(await exportWith(ada.token)).toBe(401);
    const again = await signInFrom(ada, PHONE);
    expect(await exportWith(again)).toBe(200);
    const quote = await ada.call('/insurance/quotes', { token: again, body: ada.quoteBody() });
    expect(quote.status).toBe(403);
    expect((await status('active')).status).toBe(200);
    expect(await exportWith(again)).toBe(200);
  });

  test('are ended by the desk with an audit log line, and only by a role that may', async () => {
    const ada = await Customer.arrive();
    const path = `/admin/users/${ada.address}/sessions`;
    const support = await Admin.arrive('Grace Hopper', 'support');
    expect((await support.call(path, { method: 'DELETE' })).status).toBe(403);
    expect(await exportWith(ada.token)).toBe(200);
    const admin = await Admin.arrive();
    const { data } = await admin.call<{ active_sessions: number }>(path, { method: 'DELETE' });
    expect(data.active_sessions).toBe(0);
    expect(await exportWith(ada.token)).toBe(401);
    const lines = await rows(
      'SELECT action FROM audit_log WHERE subject = ?',
      `user:${ada.address.toLowerCase()}`,
    );
    expect(lines).toEqual([{ action: 'user.sessions_ended' }]);
    expect((await call(path, { method: 'DELETE', token: ada.token })).status).toBe(401);
  });

  test('are checked in one read, with a write at most every five minutes', async () => {
    const ada = await Customer.arrive();
    const statements: string[] = [];
    const session = (real: D1DatabaseSession): Pick<D1DatabaseSession, 'prepare' | 'batch'> => ({
      prepare: (sql) => {
        const [, verb] = /(from|update) "sessions"/.exec(sql) ?? [];
        if (verb) statements.push(verb === 'from' ? 'read' : 'write');
        return real.prepare(sql);
      },
      batch: (list) => real.batch(list),
    });
    const db = { withSession: (from: string) => session(env.DB.withSession(from)) } as unknown as D1Database;
    const at = (ms: number) => workerWith(later(ms), { DB: db });
    await ada.call('/messages/list/x', {}, at(0));
    expect(statements).toEqual(['read']);
    await ada.call('/messages/list/x', {}, at(301_000));
    await ada.call('/messages/list/x', {}, at(302_000));
    expect(statements).toEqual(['read', 'read', 'write', 'read']);
  });
});

describe('a rotated session secret', () => {
  const NEXT = 'the session secret that follows, of more than 32 characters';
  const customerOn = async (customer: Customer, variables: Partial<Env>) =>
    (await customer.call('/profile', {}, workerWith({}, variables))).status;
  const adminOn = async (admin: Admin, variables: Partial<Env>) =>
    (await admin.call('/admin/auth/profile', {}, workerWith({}, variables))).status;

  test('keeps sessions of customers and administrators while the former one is set, and ends them without it', async () => {
    const [ada, hedy] = [await Customer.arrive(), await Admin.arrive()];
    const rotated = { SESSION_SECRET: NEXT, FORMER_SESSION_SECRET: env.SESSION_SECRET } as Partial<Env>;
    expect([await customerOn(ada, rotated), await adminOn(hedy, rotated)]).toEqual([200, 200]);
    const finished: Partial<Env> = { SESSION_SECRET: NEXT };
    expect([await customerOn(ada, finished), await adminOn(hedy, finished)]).toEqual([401, 401]);
  });

  test('signs new sessions with the present one', async () => {
    const rotated = { SESSION_SECRET: NEXT, FORMER_SESSION_SECRET: env.SESSION_SECRET } as Partial<Env>;
    const { account } = await Customer.arrive();
    const { address } = account;
    const ask = async (path: string, body: object) =>
      (await call<{ message: string; token: string }>(path, { body }, workerWith({}, rotated))).data;
    const { message } = await ask('/auth/nonce', { address, kind: 'evm', chain_id: usual.chain_id });
    const signature = await account.signMessage({ message });
    const { token } = await ask('/auth/verify', { kind: 'evm', address, message, signature });
    const profile = async (variables: Partial<Env>) =>
      (await call('/profile', { token }, workerWith({}, variables))).status;
    expect(await profile({ SESSION_SECRET: NEXT })).toBe(200);
    expect(await profile({})).toBe(401);
  });
});
