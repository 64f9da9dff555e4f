import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalEntry } from '#domain/admin/approvals-schema.ts';
import type { AdminEntry } from '#domain/admin/auth-schema.ts';
import type { AdminRole } from '#domain/admin/roles.ts';
import { Admin, adminLogin } from '../../../test/admin.ts';
import { call, rows } from '../../../test/harness.ts';

type Changed = AdminEntry & { waits: boolean };
const PASSWORD = 'twelve characters';

let hedy: Admin;
let grace: Admin;

beforeAll(async () => {
  [hedy, grace] = [await Admin.arrive('Hedy'), await Admin.arrive('Grace')];
});

beforeEach(async () => {
  await rows(
    "UPDATE admins SET status = CASE WHEN id IN (?, ?) THEN 'active' ELSE 'inactive' END RETURNING id",
    hedy.id,
    grace.id,
  );
  await rows('DELETE FROM approvals RETURNING id');
});

const newAddress = () => `${crypto.randomUUID()}@mooring.example`;
const change = (by: Admin, id: number, body: Record<string, unknown>) =>
  by.call<Changed>(`/admin/admins/${id}`, { method: 'PATCH', body });
const propose = (by: Admin, email: string, role: AdminRole = 'administrator') =>
  by.call<null>('/admin/admins', { body: { email, name: `New ${email.slice(0, 8)}`, role } });
const approvals = async (by: Admin) => (await by.call<ApprovalEntry[]>('/admin/approvals')).data;
const decide = async (by: Admin, how: 'confirm' | 'refuse' = 'confirm') =>
  by.call<null>(`/admin/approvals/${(await approvals(by))[0]?.id}/${how}`, { method: 'POST' });
const idOf = async (email: string) =>
  (await rows<{ id: number }>('SELECT id FROM admins WHERE email = ?', email))[0]?.id ?? null;
const roleOf = async ({ id }: Admin) =>
  (await rows<{ role: string }>('SELECT role FROM admins WHERE id = ?', id))[0]?.role;

/** Someone whom the given administrator created, with a session. */
async function childOf(parent: Admin, name: string): Promise<Admin> {
  const child = await Admin.arrive(name);
  await rows('UPDATE admins SET created_by = ? WHERE id = ? RETURNING id', parent.id, child.id);
  return child;
}

describe('adding an administrator', () => {
  test.each([
    'administrator',
    'support',
  ] as const)('needs a second administrator, even for the role %s', async (role) => {
    const email = newAddress();
    expect((await propose(hedy, email, role)).status).toBe(202);
    expect(await idOf(email)).toBeNull();
    expect(await approvals(hedy)).toMatchObject([
      {
        kind: 'invite',
        title: `Invitation of New ${email.slice(0, 8)}`,
        before: 'No account',
        own: true,
        confirmers: ['Grace'],
      },
    ]);
    expect((await decide(hedy)).status).toBe(409);
    expect(await idOf(email)).toBeNull();

    expect((await decide(grace)).status).toBe(200);
    const id = await idOf(email);
    const all = await hedy.call<AdminEntry[]>('/admin/admins');
    expect(all.data.find((each) => each.id === id)).toMatchObject({
      status: 'invited',
      created_by: 'Hedy',
      role,
    });
    // Of the person the decided approval and the log keep nothing.
    const kept = JSON.stringify([
      await rows('SELECT * FROM approvals'),
      await rows('SELECT * FROM audit_log'),
    ]);
    expect(kept).not.toContain(email);
    expect(kept).not.toContain(`New ${email.slice(0, 8)}`);
  });

  test('can be refused, and proposed again', async () => {
    const email = newAddress();
    await propose(hedy, email);
    expect((await decide(grace, 'refuse')).status).toBe(200);
    expect([await approvals(hedy), await idOf(email)]).toEqual([[], null]);
    expect((await propose(grace, email)).status).toBe(202);
    expect((await decide(hedy)).status).toBe(200);
    expect(await idOf(email)).not.toBeNull();
  });

  test('waits for fourteen days, and can then be proposed again', async () => {
    const email = newAddress();
    await propose(hedy, email);
    const [{ id, proposed_at, expires_at } = { id: '', proposed_at: '', expires_at: '' }] =
      await approvals(grace);
    expect(Date.parse(expires_at) - Date.parse(proposed_at)).toBe(14 * 86_400_000);
    // Repeated, it is the same approval.
    await propose(hedy, email);
    expect((await approvals(grace)).map((each) => each.id)).toEqual([id]);
    await rows("UPDATE approvals SET expires_at = '2026-01-01T00:00:00.000Z' RETURNING id");
    expect(await approvals(grace)).toEqual([]);
    expect(await grace.call(`/admin/approvals/${id}/confirm`, { method: 'POST' })).toMatchObject({
      status: 409,
      message: 'Nobody confirmed this in time. Please propose the change again.',
    });
    expect(await idOf(email)).toBeNull();
    expect((await propose(grace, email)).status).toBe(202);
    expect(await rows('SELECT status, sealed_input FROM approvals WHERE id = ?', id)).toEqual([
      { status: 'expired', sealed_input: null },
    ]);
    expect((await decide(hedy)).status).toBe(200);
    expect(await idOf(email)).not.toBeNull();
  });

  test('a change that needs a second administrator is refused with a reason if there is only one', async () => {
    await grace.deactivate();
    const email = newAddress();
    expect((await propose(hedy, email)).status).toBe(202);
    expect((await approvals(hedy))[0]?.confirmers).toEqual([]);
    expect((await decide(hedy)).status).toBe(409);
    expect(await idOf(email)).toBeNull();
    // Whoever comes by the command line can.
    const mary = await Admin.arrive('Mary');
    expect((await approvals(hedy))[0]?.confirmers).toEqual(['Mary']);
    expect((await decide(mary)).status).toBe(200);
    expect(await idOf(email)).not.toBeNull();
  });

  test('is refused for an address that has got an account in the meantime', async () => {
    const email = newAddress();
    await propose(hedy, email);
    await rows('UPDATE admins SET email = ? WHERE id = ? RETURNING id', email, (await Admin.arrive('X')).id);
    expect(await decide(grace)).toMatchObject({
      status: 409,
      message: 'There is already an administrator with this address.',
    });
  });
});

describe('who confirms', () => {
  const one = 'come from one another or from the same administrator, so they count as one person.';

  test('is never an account that the proposer created, nor one that such an account created', async () => {
    const child = await childOf(hedy, 'Child');
    const grandchild = await childOf(child, 'Grandchild');
    await propose(hedy, newAddress());
    for (const each of [child, grandchild]) {
      const [waiting] = await approvals(each);
      expect(waiting?.not_by_you).toBe(`Your account and Hedy’s ${one}`);
      expect(waiting?.confirmers).toEqual(['Grace']);
      expect(await decide(each)).toMatchObject({ status: 409, message: waiting?.not_by_you });
    }
    expect((await decide(grace)).status).toBe(200);
  });

  test('is not the creator of the account that proposes, at any remove', async () => {
    const child = await childOf(hedy, 'Child');
    const grandchild = await childOf(child, 'Grandchild');
    await propose(grandchild, newAddress());
    expect((await decide(hedy)).message).toBe(`Your account and Grandchild’s ${one}`);
    expect((await decide(child)).status).toBe(409);
    expect((await decide(grace)).status).toBe(200);
  });

  test('is never another account of the same creator', async () => {
    const [left, right] = [await childOf(hedy, 'Left'), await childOf(hedy, 'Right')];
    await propose(left, newAddress());
    expect((await decide(right)).status).toBe(409);
    expect((await decide(grace)).status).toBe(200);
  });

  test('manages administrators: nobody else sees or decides', async () => {
    await propose(hedy, newAddress());
    const id = (await approvals(hedy))[0]?.id;
    const claims = await Admin.arrive('Claims', 'claims');
    expect((await claims.call('/admin/approvals')).status).toBe(403);
    for (const how of ['confirm', 'refuse']) {
      expect((await claims.call(`/admin/approvals/${id}/${how}`, { method: 'POST' })).status).toBe(403);
    }
    expect((await hedy.call('/admin/approvals/999999/confirm', { method: 'POST' })).status).toBe(422);
    const none = `/admin/approvals/${crypto.randomUUID()}/confirm`;
    expect((await hedy.call(none, { method: 'POST' })).status).toBe(404);
  });

  test('has no link to an account that a colleague invited, so cannot take it over', async () => {
    const email = newAddress();
    await propose(hedy, email);
    await decide(grace);
    const id = await idOf(email);
    type Invitation = { link: string | null };
    const link = async (by: Admin) =>
      (await by.call<Invitation>(`/admin/admins/${id}/invitation`, { method: 'POST' })).data.link;
    expect(await link(grace)).toBeNull();
    const token = /#invitation=(.+)$/.exec((await link(hedy)) ?? '')?.[1];
    expect((await call('/admin/auth/invitation', { body: { token, password: PASSWORD } })).status).toBe(200);
    const joined = (await adminLogin(email, PASSWORD)).data.token;
    await propose(hedy, newAddress());
    const [waiting] = (await call<ApprovalEntry[]>('/admin/approvals', { token: joined })).data;
    expect(waiting?.not_by_you).toContain('count as one person');
  });
});

describe('a change of role that grants a permission to pay', () => {
  test('is granted by two administrators, and ends the sessions', async () => {
    const sam = await Admin.arrive('Sam', 'support');
    const answer = await change(hedy, sam.id, { role: 'claims' });
    expect(answer).toMatchObject({ status: 200, data: { role: 'support', waits: true } });
    expect((await sam.call('/admin/colleagues')).status).toBe(200);
    expect(await approvals(grace)).toMatchObject([
      { title: 'Role of Sam', before: 'Support', after: 'Claims Handler', now: 'Support' },
    ]);
    expect((await decide(grace)).status).toBe(200);
    expect(await roleOf(sam)).toBe('claims');
    expect((await sam.call('/admin/colleagues')).status).toBe(401);
  });

  test.each([
    ['support', 'administrator', true],
    ['support', 'underwriter', true],
    ['auditor', 'claims', true],
    ['claims', 'underwriter', true],
    ['underwriter', 'claims', true],
    ['administrator', 'underwriter', false],
    ['administrator', 'claims', false],
    ['claims', 'support', false],
    ['support', 'auditor', false],
  ] as const)('from %s to %s needs a second administrator: %s', async (from, to, waits) => {
    const sam = await Admin.arrive('Sam', from);
    expect((await change(hedy, sam.id, { role: to })).data.waits).toBe(waits);
    expect(await roleOf(sam)).toBe(waits ? from : to);
  });

  test('comes back to a disabled account only with a second administrator', async () => {
    const [payer, reader] = [await Admin.arrive('Payer', 'claims'), await Admin.arrive('Reader', 'auditor')];
    for (const { id } of [payer, reader]) await change(hedy, id, { status: 'inactive' });
    expect((await change(hedy, reader.id, { status: 'active' })).data).toMatchObject({
      status: 'active',
      waits: false,
    });
    expect((await change(hedy, payer.id, { status: 'active' })).data).toMatchObject({
      status: 'inactive',
      waits: true,
    });
    expect((await adminLogin(payer.email)).status).toBe(401);
    expect((await decide(grace)).status).toBe(200);
    expect((await adminLogin(payer.email)).status).toBe(200);
  });

  test('is not granted to an account whose role has changed since, and both versions are shown', async () => {
    const sam = await Admin.arrive('Sam', 'support');
    await change(hedy, sam.id, { role: 'claims' });
    await change(grace, sam.id, { role: 'auditor' });
    expect(await approvals(grace)).toMatchObject([
      { before: 'Support', after: 'Claims Handler', now: 'Auditor' },
    ]);
    expect((await decide(grace)).status).toBe(409);
    expect(await roleOf(sam)).toBe('auditor');
    expect((await decide(grace, 'refuse')).status).toBe(200);
  });

  test('cannot be confirmed for one’s own account', async () => {
    const mary = await Admin.arrive('Mary');
    await rows("UPDATE admins SET role = 'claims' WHERE id = ? RETURNING id", mary.id);
    await change(hedy, mary.id, { role: 'administrator' });
    await rows("UPDATE admins SET role = 'administrator' WHERE id = ? RETURNING id", mary.id);
    expect((await decide(mary)).message).toBe(
      'This is about your own account. Another administrator must confirm it.',
    );
  });
});
