import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { NoteEntry } from '#domain/admin/records-schema.ts';
import type { UserDetail, UserEntry, userStatistics } from '#domain/admin/users-schema.ts';
import type { AdminCtx } from '#worker/platform/context.ts';
import { Admin } from '../../../test/admin.ts';
import { claimed } from '../../../test/claims.ts';
import { cancelPolicy, deskCtx, insured, raced } from '../../../test/desk.ts';
import {
  Customer,
  countingDatabase,
  ORIGIN,
  rows,
  runSchedule,
  scanFromHere,
  workerWith,
} from '../../../test/harness.ts';
import { refund } from '../../../test/registry.ts';
import { setUserStatus } from './user.ts';

interface List {
  users: UserEntry[];
  pagination: { total_users: number; total_pages: number; next_cursor: string | null };
}

let hedy: Admin;
const list = (query = '') => hedy.call<List>(`/admin/users${query}`);
const detail = (wallet: string) => hedy.call<UserDetail>(`/admin/users/${wallet}`);
const setStatus = (wallet: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  hedy.call<UserDetail>(`/admin/users/${wallet}/status`, { method: 'PATCH', body, headers });
const logged = (wallet: string) =>
  rows<{ action: string; before: string; after: string }>(
    'SELECT action, before, after FROM audit_log WHERE subject = ? ORDER BY id',
    `user:${wallet.toLowerCase()}`,
  );
const found = async (search: string) =>
  (await list(`?search=${encodeURIComponent(search)}`)).data.users.map((user) => user.wallet_address);

beforeEach(async () => {
  hedy = await Admin.arrive('Hedy Lamarr');
});

describe('the list of customers', () => {
  test('shows names, sums and counts, newest first', async () => {
    const { customer, policy } = await claimed();
    const idle = await Customer.arrive();
    const { data } = await list();
    expect(data.users[0]).toEqual({
      name: null,
      email: null,
      wallet_address: idle.address,
      status: 'active',
      joined_date: expect.any(String),
      total_policies: 0,
      total_premium: 0,
      total_claims: 0,
      status_note: null,
      version: 1,
    });
    expect(data.users[1]).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      wallet_address: customer.address,
      total_policies: 1,
      total_premium: policy.premium,
      total_claims: 1,
    });
    await customer.call('/profile', {
      method: 'PATCH',
      body: { name: 'Ada King', email: 'king@example.com' },
    });
    expect((await list()).data.users[1]).toMatchObject({ name: 'Ada King', email: 'king@example.com' });
  });

  test('shows premiums less what was refunded, and in full again when the refund leaves the chain', async () => {
    await scanFromHere();
    const { customer, policy } = await insured();
    const premium = async () => (await detail(customer.address)).data.total_premium;
    expect(await premium()).toBe(1200);
    await cancelPolicy(customer, policy.id);
    await refund(policy.id);
    await runSchedule();
    // Of 365 days 364 were left: $1,196.71.
    expect(await premium()).toBe(3);
    // As a reorganization does: the event first, and then its policy.
    const reversed = (change: string, status: string) =>
      env.DB.batch([
        env.DB.prepare(`UPDATE chain_events SET ${change} WHERE kind = 'premium_refunded'`),
        env.DB.prepare('UPDATE policies SET status = ? WHERE id = ?').bind(status, policy.id),
      ]);
    await reversed('usd_cents = 20050', 'rejected');
    expect(await premium()).toBe(1000);
    await reversed("status = 'orphaned'", 'active');
    expect(await premium()).toBe(1200);
  });

  test('counts customers by status', async () => {
    const figures = async () =>
      (await hedy.call<z.output<typeof userStatistics>>('/admin/users/statistics')).data;
    const before = await figures();
    const customer = await Customer.arrive();
    await Customer.arrive();
    await setStatus(customer.address, { status: 'inactive', notes: 'Asked for it.' });
    const after = await figures();
    const grown = (status: string) => {
      const of = ({ by_status }: typeof after) => by_status.find((one) => one.status === status)?.count ?? 0;
      return of(after) - of(before);
    };
    expect([after.total - before.total, grown('active'), grown('inactive')]).toEqual([2, 1, 1]);
    expect(after.total).toBe((await list()).data.pagination.total_users);
  });

  test('finds a customer by name, email address or any part of the wallet', async () => {
    const customer = await Customer.arrive();
    const name = `Zoë ${crypto.randomUUID().slice(0, 8)}`;
    await customer.call('/profile', { method: 'PATCH', body: { name, email: 'zoe@example.com' } });
    expect(await found(name)).toEqual([customer.address]);
    expect(await found(customer.address.slice(10, 24))).toEqual([customer.address]);
    expect(await found('zoe@exam')).toContain(customer.address);
  });

  test('is filtered by status and sorted by premium, with a true total @people-1', async () => {
    const { customer } = await claimed();
    await setStatus((await Customer.arrive()).address, { status: 'inactive' });
    const inactive = (await list('?status=inactive')).data;
    const [counted] = await rows<{ n: number }>("SELECT count(*) n FROM accounts WHERE status = 'inactive'");
    expect(inactive.pagination.total_users).toBe(counted?.n);
    expect(inactive.users.every(({ status }) => status === 'inactive')).toBe(true);
    const rich = (await list('?sortBy=total_premium&sortOrder=DESC&limit=100')).data.users;
    const premiums = rich.map((user) => user.total_premium);
    expect(premiums).toEqual([...premiums].sort((a, b) => b - a));
    expect(rich.map((user) => user.wallet_address)).toContain(customer.address);
    for (const query of ['?sortBy=name', '?status=gone', '?page=101', '?sortOrder=UP', '?limit=201']) {
      expect((await list(query)).status, query).toBe(422);
    }
  });

  test('is downloaded whole, with formulas disarmed @users-4', async () => {
    const customer = await Customer.arrive();
    await customer.call('/profile', { method: 'PATCH', body: { name: '=HYPERLINK("x")' } });
    const response = await workerWith({})(
      new Request(`${ORIGIN}/api/admin/users/export?search=${customer.address}`, {
        headers: { authorization: `Bearer ${hedy.token}` },
      }),
    );
    expect(response.headers.get('content-disposition')).toMatch(/filename="users-\d{4}-\d\d-\d\d\.csv"$/);
    const [, line = ''] = (await response.text()).split('\r\n');
    expect(line.startsWith(`"'=HYPERLINK(""x"")",,${customer.address},active,`)).toBe(true);
  });
});

describe('a customer on one page', () => {
  test('has everything about them in three round trips @people-2', async () => {
    const { customer, policy, claim } = await claimed();
    const telephone = '+44 20 7946 0777';
    await customer.call('/profile', { method: 'PATCH', body: { phone: telephone } });
    const { DB, statements } = countingDatabase();
    const path = `/admin/users/${customer.address}`;
    const { data, headers } = await hedy.call<UserDetail>(path, {}, workerWith({}, { DB }));
    expect(headers.get('etag')).toBe('"1"');
    expect(data).toMatchObject({
      wallet_address: customer.address,
      kind: 'evm',
      name: 'Ada Lovelace',
      status: 'active',
      version: 1,
      active_sessions: 1,
      has_telephone: true,
      email_confirmed: false,
      status_note: null,
      notes: [],
      policies: [
        { id: policy.id, policy_number: policy.policy_number, status: 'active', policy_type: 'home' },
      ],
      claims: [{ id: claim.id, claim_number: claim.claim_number, status: 'pending', payout_amount: null }],
      payments: [
        { tx_hash: policy.tx_hash, kind: 'premium', policy_id: policy.id, currency: 'ETH', decimals: 18 },
      ],
    });
    expect(data.threads.length).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(data)).not.toContain(telephone);
    // The session, and one batch of eleven.
    expect(statements).toHaveLength(12);
  });

  test('has its audit log lines, newest first, for those who may read the log', async () => {
    const { address } = await Customer.arrive();
    await setStatus(address, { status: 'inactive', notes: 'Asked for it.' });
    await setStatus(address, { status: 'active' });
    expect((await detail(address)).data.audit_log).toMatchObject([
      { action: 'user.activated', admin_name: 'Hedy Lamarr', after: { status: 'active' } },
      { action: 'user.deactivated', after: { status: 'inactive', note: 'Asked for it.' } },
    ]);
    const support = await Admin.arrive('Sue', 'support');
    const answer = await support.call<UserDetail>(`/admin/users/${address}`);
    expect([answer.status, answer.data.audit_log]).toEqual([200, []]);
  });

  test('is found however its wallet is written, and 404 for one that never signed in', async () => {
    const customer = await Customer.arrive();
    expect((await detail(customer.address.toLowerCase())).data.wallet_address).toBe(customer.address);
    expect((await detail(`0x${'ab'.repeat(20)}`)).status).toBe(404);
    expect((await detail('nonsense')).status).toBe(404);
  });
});

describe('a customer’s status', () => {
  test('is changed with a note, keeps the cover and refuses a quote @people-3', async () => {
    const { customer, policy } = await claimed();
    const off = await setStatus(customer.address, { status: 'inactive', notes: 'Two forged documents.' });
    expect(off.data).toMatchObject({ status: 'inactive', status_note: 'Two forged documents.', version: 2 });
    expect((await customer.quote()).status).toBe(401);
    await customer.signInAgain();
    expect((await customer.quote()).status).toBe(403);
    expect((await customer.policies()).map(({ id }) => id)).toEqual([policy.id]);
    await setStatus(customer.address, { status: 'active' });
    expect((await customer.quote()).status).toBe(200);
    expect(await logged(customer.address)).toEqual([
      {
        action: 'user.deactivated',
        before: '{"status":"active","note":null}',
        after: '{"status":"inactive","note":"Two forged documents."}',
      },
      {
        action: 'user.activated',
        before: '{"status":"inactive","note":"Two forged documents."}',
        after: '{"status":"active","note":null}',
      },
    ]);
  });

  test('gets a note afterwards, which signs nobody out and has a line of its own in the audit log', async () => {
    const customer = await Customer.arrive();
    await setStatus(customer.address, { status: 'inactive' });
    await customer.signInAgain();
    const noted = await setStatus(customer.address, { status: 'inactive', notes: 'Asked for it.' });
    expect(noted.data).toMatchObject({
      status: 'inactive',
      status_note: 'Asked for it.',
      active_sessions: 1,
    });
    expect((await logged(customer.address)).map(({ action }) => action)).toEqual([
      'user.deactivated',
      'user.status_noted',
    ]);
  });

  test('is not changed by the same request again', async () => {
    const { address } = await Customer.arrive();
    for (let n = 0; n < 3; n += 1) await setStatus(address, { status: 'inactive', notes: 'Fraud.' });
    expect(await setStatus(address, { status: 'inactive' }, { 'if-match': '"1"' })).toMatchObject({
      status: 200,
    });
    expect(await logged(address)).toHaveLength(1);
  });

  test('is refused when somebody else changed it since the caller saw it', async () => {
    const { address } = await Customer.arrive();
    await setStatus(address, { status: 'inactive' });
    const stale = await setStatus(address, { status: 'active' }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({
      status: 409,
      message: 'This customer was just changed. Please review it and try again.',
    });
    const ctx: AdminCtx = {
      ...deskCtx(),
      admin: { id: hedy.id, email: hedy.email, name: 'Hedy', role: 'administrator', jti: '' },
    };
    const other = "UPDATE accounts SET version = 9, status_note = 'Theirs.' WHERE wallet = ?";
    const activate = (ifMatch?: string) =>
      setUserStatus(raced(ctx, other, address.toLowerCase()), { wallet: address, status: 'active', ifMatch });
    await expect(activate('"2"')).rejects.toMatchObject({ code: 'conflict' });
    expect((await detail(address)).data).toMatchObject({ status: 'inactive', status_note: 'Theirs.' });
    // Whoever doesn't say what they saw decides again.
    await activate();
    expect((await detail(address)).data).toMatchObject({ status: 'active', status_note: null });
  });
});

describe('a note about a customer', () => {
  test('is seen by administrators with its author, newest first, and its words are not in the audit log', async () => {
    const customer = await Customer.arrive();
    const path = `/admin/users/${customer.address}/notes`;
    const note = await hedy.call<NoteEntry>(path, { body: { text: 'Calls often.' } });
    expect(note).toMatchObject({ status: 201, data: { text: 'Calls often.', author: 'Hedy Lamarr' } });
    const support = await Admin.arrive('Sue Support', 'support');
    await support.call(path, { body: { text: 'Moved to Lisbon.' } });
    expect((await detail(customer.address)).data.notes.map(({ text, author }) => [text, author])).toEqual([
      ['Moved to Lisbon.', 'Sue Support'],
      ['Calls often.', 'Hedy Lamarr'],
    ]);
    expect(JSON.stringify(await logged(customer.address))).not.toContain('often');
    expect((await logged(customer.address)).map(({ action }) => action)).toEqual([
      'user.noted',
      'user.noted',
    ]);
    const auditor = await Admin.arrive('A', 'auditor');
    expect((await auditor.call(path, { body: { text: 'x' } })).status).toBe(403);
    expect((await hedy.call(path, { body: { text: '   ' } })).status).toBe(422);
  });

  test('is stored once when its request is repeated', async () => {
    const customer = await Customer.arrive();
    const path = `/admin/users/${customer.address}/notes`;
    const send = () =>
      hedy.call<NoteEntry>(path, { body: { text: 'Once.' }, headers: { 'idempotency-key': 'n' } });
    const [first, second] = [await send(), await send()];
    expect(second.data).toEqual(first.data);
    expect((await detail(customer.address)).data.notes).toHaveLength(1);
  });
});

describe('a customer’s phone number', () => {
  test('is shown for a reason, which the audit log keeps', async () => {
    const customer = await Customer.arrive();
    const path = `/admin/users/${customer.address}/reveal`;
    expect((await hedy.call(path, { body: { reason: ' ' } })).status).toBe(422);
    expect((await hedy.call(path, { body: { reason: 'To call back' } })).data).toEqual({ facts: [] });
    await customer.call('/profile', { method: 'PATCH', body: { phone: '+44 20 7946 0777' } });
    expect((await hedy.call(path, { body: { reason: 'To call back' } })).data).toEqual({
      facts: [{ label: 'Telephone', value: '+44 20 7946 0777' }],
    });
    const lines = await logged(customer.address);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toEqual({
      action: 'user.revealed',
      before: null,
      after: '{"fields":["telephone"],"reason":"To call back"}',
    });
    const support = await Admin.arrive('S', 'support');
    expect((await support.call(path, { body: { reason: 'Curious' } })).status).toBe(403);
  });
});

test('forgets the name and email address of a deleted profile, also those that only a policy gave', async () => {
  const { customer } = await claimed();
  expect((await detail(customer.address)).data.name).toBe('Ada Lovelace');
  expect((await customer.call('/profile', { method: 'DELETE' })).status).toBe(200);
  expect((await detail(customer.address)).data).toMatchObject({ name: null, email: null, total_policies: 1 });
  const [row] = await rows<{ id: number }>(
    'SELECT id FROM accounts WHERE wallet = ?',
    customer.address.toLowerCase(),
  );
  const entry = await rows(
    'SELECT rowid FROM desk_search WHERE desk_search MATCH ? AND rowid = 1000000000000 + CAST(? AS INTEGER)',
    'lovelace',
    row?.id,
  );
  expect(entry).toEqual([]);
});
