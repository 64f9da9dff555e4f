import { describe, expect, test } from 'vitest';
import type { AdminEntry } from '#domain/admin/auth-schema.ts';
import { ADMIN_PASSWORD, Admin, adminLogin } from '../../../test/admin.ts';
import { call, later, ORIGIN, rows, runSchedule, workerWith } from '../../../test/harness.ts';
import { Postbox } from '../../../test/postbox.ts';

type Invitation = AdminEntry & { link: string; link_expires_at: string };
const PASSWORD = 'twelve characters';
const DAY = 86_400_000;
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

const newAddress = () => `${crypto.randomUUID()}@mooring.example`;
const newName = () => `Grace ${crypto.randomUUID().slice(0, 8)}`;
const propose = (by: Admin, body: Record<string, unknown> = {}) =>
  by.call<null>('/admin/admins', {
    body: { email: newAddress(), name: newName(), role: 'claims', ...body },
  });
const linkFor = (by: Admin, id: number, reach?: Postbox['reach'], token = by.token) =>
  by.call<Invitation>(`/admin/admins/${id}/invitation`, { method: 'POST', token }, reach);

/** Invites someone with a colleague's confirmation, and takes the link. */
async function invite(by: Admin, body: Record<string, unknown> = {}, reach?: Postbox['reach']) {
  const email = newAddress();
  expect((await propose(by, { email, ...body })).status).toBe(202);
  const second = await Admin.arrive('Second');
  await second.confirmAll(reach);
  await second.deactivate();
  const address = String(body.email ?? email).toLowerCase();
  const [made] = await rows<{ id: number }>('SELECT id FROM admins WHERE email = ?', address);
  return linkFor(by, made?.id ?? 0, reach);
}
const tokenOf = (link: string) => link.slice(link.indexOf('#invitation=') + '#invitation='.length);
const accept = (token: string, password = PASSWORD, reach?: Postbox['reach']) =>
  call<{ email: string }>('/admin/auth/invitation', { body: { token, password } }, reach);
const change = (by: Admin, id: number, body: Record<string, unknown>) =>
  by.call<AdminEntry & { waits: boolean }>(`/admin/admins/${id}`, { method: 'PATCH', body });
const actions = async (id: number) =>
  (
    await rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE subject = ? AND action <> 'admin.signed_in' ORDER BY id",
      `admin:${id}`,
    )
  ).map(({ action }) => action);

describe('an invitation', () => {
  test('makes an account whose password is chosen by its link, once @people-5', async () => {
    const hedy = await Admin.arrive('Hedy Lamarr');
    const email = newAddress();
    const { status, data } = await invite(hedy, { email: email.toUpperCase(), name: 'Grace Hopper' });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      email,
      name: 'Grace Hopper',
      role: 'claims',
      role_label: 'Claims Handler',
      status: 'invited',
      totp_enabled: false,
      created_by: 'Hedy Lamarr',
      last_sign_in_at: null,
      sessions: 0,
    });
    expect(data.link.startsWith(`${ORIGIN}/admin/admin-login#invitation=`)).toBe(true);
    expect((Date.parse(data.link_expires_at) - Date.now()) / DAY).toBeCloseTo(7, 2);
    const stored = JSON.stringify(await rows("SELECT * FROM tokens WHERE kind = 'invitation'"));
    expect(stored).not.toContain(tokenOf(data.link));

    expect((await adminLogin(email, '')).status).toBe(422);
    expect((await adminLogin(email, PASSWORD)).status).toBe(401);
    expect((await accept(tokenOf(data.link), 'too short')).status).toBe(422);
    expect((await accept(tokenOf(data.link))).data).toEqual({ email });
    expect((await accept(tokenOf(data.link))).status).toBe(404);
    expect((await adminLogin(email, PASSWORD)).status).toBe(200);
    expect(await actions(data.id)).toEqual(['admin.invited', 'admin.invited_again', 'admin.joined']);
  });

  test('is also sent by email with a link of its own, and either one ends both @people-5', async () => {
    const hedy = await Admin.arrive();
    const postbox = new Postbox();
    const email = newAddress();
    const { data } = await invite(hedy, { email }, postbox.reach);
    await postbox.deliver();
    const [, letter] = postbox.to(email);
    expect(postbox.to(email)).toHaveLength(2);
    expect(letter?.subject).toBe('You are invited to the Mooring back office');
    expect(letter?.text).toMatch(/^Dear Grace \w{8},$/m);
    expect(letter?.text).toContain('Role: Claims Handler');
    const sent = /#invitation=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
    expect(sent).not.toBe(tokenOf(data.link));
    expect((await accept(sent)).status).toBe(200);
    expect((await accept(tokenOf(data.link))).status).toBe(404);
  });

  test('has no link that works after the password is chosen, not even one that was made too late', async () => {
    const hedy = await Admin.arrive();
    const { data } = await invite(hedy);
    const kept = await rows<{ key: string }>(
      "SELECT key FROM tokens WHERE kind = 'invitation' AND admin_id = ?",
      data.id,
    );
    await accept(tokenOf(data.link));
    await rows(
      "INSERT INTO tokens (kind, key, admin_id, expires_at) VALUES ('invitation', ?, ?, '2999') RETURNING key",
      kept[0]?.key,
      data.id,
    );
    expect((await accept(tokenOf(data.link), 'another password')).status).toBe(404);
    const [left, right] = [await invite(hedy), await invite(hedy)];
    const both = await Promise.all([1, 2].map(() => accept(tokenOf(left.data.link))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await accept(tokenOf(right.data.link))).status).toBe(200);
  });

  test('is not sent once the password is chosen', async () => {
    const hedy = await Admin.arrive();
    const postbox = new Postbox();
    const email = newAddress();
    const { data } = await invite(hedy, { email }, postbox.reach);
    await accept(tokenOf(data.link));
    await postbox.deliver();
    expect(postbox.to(email)).toEqual([]);
  });

  test('lapses after seven days, is then purged, and can be made again', async () => {
    const hedy = await Admin.arrive();
    const { data } = await invite(hedy);
    const after = workerWith(later(7 * DAY + 1000));
    expect((await accept(tokenOf(data.link), PASSWORD, after)).status).toBe(404);
    const again = await linkFor(hedy, data.id);
    expect(again.status).toBe(201);
    expect((await accept(tokenOf(data.link))).status).toBe(404);
    await runSchedule(later(6 * DAY), {}, ['purge expired']);
    expect(
      await rows("SELECT * FROM tokens WHERE kind = 'invitation' AND admin_id = ?", data.id),
    ).toHaveLength(1);
    await runSchedule(later(8 * DAY), {}, ['purge expired']);
    expect(await rows("SELECT * FROM tokens WHERE kind = 'invitation' AND admin_id = ?", data.id)).toEqual(
      [],
    );
    // The run a week later purged the session as well.
    const { token } = (await adminLogin(hedy.email)).data;
    const third = await linkFor(hedy, data.id, undefined, token);
    expect((await accept(tokenOf(third.data.link))).status).toBe(200);
    const late = await linkFor(hedy, data.id, undefined, token);
    expect(late).toMatchObject({ status: 409, message: `${data.name} has already chosen a password.` });
  });

  test('is refused for an address that someone has', async () => {
    const hedy = await Admin.arrive();
    const answer = await propose(hedy, { email: hedy.email });
    expect(answer).toMatchObject({
      status: 409,
      message: 'There is already an administrator with this address.',
    });
  });

  test('shows its link only to the inviting administrator, and only the newest link works', async () => {
    const [hedy, mary] = [await Admin.arrive('Hedy'), await Admin.arrive('Mary')];
    const { data } = await invite(hedy);
    const resent = await linkFor(mary, data.id);
    expect(resent).toMatchObject({ status: 201, data: { link: null, created_by: 'Hedy' } });
    expect((await accept(tokenOf(data.link))).status).toBe(404);
  });
});

describe('an administrator', () => {
  test('whose role changes or who is disabled loses every session', async () => {
    const hedy = await Admin.arrive();
    const grace = await Admin.arrive('Grace', 'claims');
    expect((await change(hedy, grace.id, { role: 'support' })).data).toMatchObject({
      role: 'support',
      sessions: 0,
      status: 'active',
    });
    expect((await grace.call('/admin/colleagues')).status).toBe(401);
    const { token } = (await adminLogin(grace.email)).data;
    expect((await change(hedy, grace.id, { status: 'inactive' })).data.status).toBe('inactive');
    expect((await grace.call('/admin/colleagues', { token })).status).toBe(401);
    expect((await adminLogin(grace.email)).status).toBe(401);
    await change(hedy, grace.id, { status: 'active' });
    expect((await adminLogin(grace.email)).status).toBe(200);
    // The same again changes nothing and leaves no line.
    await change(hedy, grace.id, { status: 'active' });
    expect(await actions(grace.id)).toEqual(['admin.changed', 'admin.changed', 'admin.changed']);
    const [first] = await rows<{ before: string; after: string }>(
      "SELECT before, after FROM audit_log WHERE subject = ? AND action = 'admin.changed' ORDER BY id",
      `admin:${grace.id}`,
    );
    expect(first).toEqual({ before: '{"role":"claims"}', after: '{"role":"support"}' });
  });

  test('keeps the sessions when only the name changes', async () => {
    const hedy = await Admin.arrive();
    const grace = await Admin.arrive('Grace', 'claims');
    expect((await change(hedy, grace.id, { name: 'Grace Brewster' })).data.name).toBe('Grace Brewster');
    expect((await grace.call('/admin/colleagues')).status).toBe(200);
    expect(JSON.stringify(await rows('SELECT subject, before, after FROM audit_log'))).not.toContain('Grace');
  });

  test('never gets the name of another administrator, whatever the case and spacing', async () => {
    const hedy = await Admin.arrive('Maria Sibylla');
    const grace = await Admin.arrive('Grace', 'claims');
    const refusal = { status: 409, issues: [{ path: 'name' }] };
    for (const name of [
      'Maria Sibylla',
      'maria  sibylla',
      'MARIASIBYLLA',
      'Maria\u200b Sibylla',
      'Ｍaria Sibylla',
    ]) {
      expect(await change(hedy, grace.id, { name }), name).toMatchObject(refusal);
      expect(await propose(hedy, { name }), name).toMatchObject(refusal);
      const own = { method: 'PATCH', body: { name } };
      expect(await grace.call('/admin/settings/profile', own), name).toMatchObject(refusal);
    }
    expect((await change(hedy, hedy.id, { name: 'Maria SIBYLLA' })).data.name).toBe('Maria SIBYLLA');
    expect((await change(hedy, grace.id, { name: 'Maria Sibylla Graff' })).status).toBe(200);
  });

  test('does not get a name from an invitation if somebody took it before the confirmation', async () => {
    const hedy = await Admin.arrive();
    const name = newName();
    expect((await propose(hedy, { name })).status).toBe(202);
    const grace = await Admin.arrive('Grace', 'claims');
    expect((await change(hedy, grace.id, { name })).status).toBe(200);
    const second = await Admin.arrive('Second');
    await expect(second.confirmAll()).rejects.toThrow(/another administrator already has this name/i);
    await rows('DELETE FROM approvals RETURNING id');
  });

  test('cannot change their own role', async () => {
    const hedy = await Admin.arrive();
    expect(await change(hedy, hedy.id, { role: 'support' })).toMatchObject({
      status: 409,
      message: 'You cannot change your own role. Please ask another administrator.',
    });
  });

  test('is never the last one to be disabled or demoted', async () => {
    await rows("UPDATE admins SET status = 'inactive' RETURNING id");
    const [hedy, grace] = [await Admin.arrive(), await Admin.arrive()];
    await invite(hedy, { role: 'administrator' });
    // Both at once: one of them stays.
    const both = await Promise.all([
      change(hedy, grace.id, { status: 'inactive' }),
      change(grace, hedy.id, { role: 'support' }),
    ]);
    expect(
      both
        .map(({ status }) => status)
        .sort()
        .at(0),
    ).toBe(200);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left] = await rows<{ n: number }>(
      "SELECT count(*) n FROM admins WHERE role = 'administrator' AND status = 'active' AND password_hash <> ''",
    );
    expect(left?.n).toBe(1);
    const last = (await hedy.call('/admin/colleagues')).status === 200 ? hedy : grace;
    expect(await change(last, last.id, { status: 'inactive' })).toMatchObject({
      status: 409,
      message: 'This is the last active administrator. Please make someone else one first.',
    });
  });

  test('sees all others with their sessions, and ends them', async () => {
    const hedy = await Admin.arrive();
    const grace = await Admin.arrive('Grace', 'auditor');
    await adminLogin(grace.email);
    const list = await hedy.call<AdminEntry[]>('/admin/admins');
    expect(list.data.find(({ id }) => id === grace.id)).toMatchObject({ role: 'auditor', sessions: 2 });
    const ended = await hedy.call<AdminEntry>(`/admin/admins/${grace.id}/sessions`, { method: 'DELETE' });
    expect(ended.data.sessions).toBe(0);
    expect((await grace.call('/admin/colleagues')).status).toBe(401);
    await hedy.call(`/admin/admins/${grace.id}/sessions`, { method: 'DELETE' });
    expect(await actions(grace.id)).toEqual(['admin.sessions_ended']);
    expect((await hedy.call('/admin/admins/999999/sessions', { method: 'DELETE' })).status).toBe(404);
  });
});

describe('payout authority', () => {
  test('is lowered at once, raised by a second administrator, and leaves lines in the audit log', async () => {
    const [hedy, mary] = [await Admin.arrive('Hedy'), await Admin.arrive('Mary')];
    const grace = await Admin.arrive('Grace', 'claims');
    const limit = async () => {
      const { data } = await hedy.call<AdminEntry[]>('/admin/admins');
      return data.find(({ id }) => id === grace.id)?.payout_limit_usd;
    };
    expect((await change(hedy, grace.id, { payout_limit_usd: 5_000 })).data.waits).toBe(false);
    expect((await change(hedy, grace.id, { payout_limit_usd: 2_000 })).data.waits).toBe(false);
    for (const usd of [2_001, null]) {
      expect((await change(hedy, grace.id, { payout_limit_usd: usd })).data).toMatchObject({
        waits: true,
        payout_limit_usd: 2_000,
      });
    }
    const { data } = await mary.call('/admin/approvals');
    expect(data).toMatchObject([
      {
        title: 'Payout authority of Grace',
        before: 'Up to $2,000',
        after: 'As the role',
        now: 'Up to $2,000',
      },
    ]);
    expect(await mary.confirmAll()).toBe(1);
    expect(await limit()).toBeNull();
    // It bounds the next payout; what the session may do otherwise is the same.
    expect((await grace.call('/admin/colleagues')).status).toBe(200);
    const logged = await rows<{ action: string; after: string | null }>(
      "SELECT action, after FROM audit_log WHERE subject = ? AND action <> 'admin.signed_in' ORDER BY id",
      `admin:${grace.id}`,
    );
    expect(logged).toEqual([
      { action: 'admin.changed', after: '{"payout_limit_usd":5000}' },
      { action: 'admin.changed', after: '{"payout_limit_usd":2000}' },
      { action: 'approval.made', after: '{"payout_limit_usd":2001}' },
      { action: 'approval.withdrawn', after: null },
      { action: 'approval.made', after: '{"payout_limit_usd":null}' },
      { action: 'approval.confirmed', after: '{"payout_limit_usd":null}' },
    ]);
  });

  test('is never one’s own to change, and is changed apart from role and status', async () => {
    const hedy = await Admin.arrive();
    const grace = await Admin.arrive('Grace', 'claims');
    expect((await change(hedy, hedy.id, { payout_limit_usd: 1 })).message).toBe(
      'You cannot change your own payout authority. Please ask another administrator.',
    );
    expect((await change(hedy, grace.id, { payout_limit_usd: 1, role: 'support' })).status).toBe(409);
    expect((await change(hedy, grace.id, { payout_limit_usd: -1 })).status).toBe(422);
    expect((await change(grace, hedy.id, { payout_limit_usd: 1 })).status).toBe(403);
  });
});

describe('one’s own account', () => {
  test('lists its sessions by device and ends one of them', async () => {
    const admin = await Admin.arrive();
    await adminLogin(admin.email, ADMIN_PASSWORD, undefined, { 'user-agent': SAFARI });
    type Sessions = { id: string; device: string; current: boolean }[];
    const { data } = await admin.call<Sessions>('/admin/auth/sessions');
    expect(data.map(({ device, current }) => [device, current])).toEqual([
      ['Safari on macOS', false],
      ['Unknown device', true],
    ]);
    const ended = await admin.call(`/admin/auth/sessions/${data[0]?.id}`, { method: 'DELETE' });
    expect(ended.status).toBe(200);
    expect((await admin.call<Sessions>('/admin/auth/sessions')).data).toHaveLength(1);
    const other = await Admin.arrive();
    const foreign = await other.call(`/admin/auth/sessions/${data[1]?.id}`, { method: 'DELETE' });
    expect(foreign.status).toBe(404);
  });

  test('gets a new password with the old one, which ends its other sessions', async () => {
    const admin = await Admin.arrive();
    const { token } = (await adminLogin(admin.email)).data;
    const next = (current_password: string, new_password: string) =>
      admin.call('/admin/auth/password', { body: { current_password, new_password } });
    expect((await next('wrong', PASSWORD)).status).toBe(422);
    expect((await next(ADMIN_PASSWORD, 'short')).message).toBe('A password needs at least 12 characters.');
    expect((await next(ADMIN_PASSWORD, PASSWORD)).status).toBe(200);
    expect((await admin.call('/admin/colleagues')).status).toBe(200);
    expect((await admin.call('/admin/colleagues', { token })).status).toBe(401);
    expect((await adminLogin(admin.email)).status).toBe(401);
    expect((await adminLogin(admin.email, PASSWORD)).status).toBe(200);
  });
});

test('lists the colleagues that work can be assigned to', async () => {
  await rows("UPDATE admins SET status = 'inactive' RETURNING id");
  const hedy = await Admin.arrive('Hedy Lamarr');
  await Admin.arrive('Ada Lovelace', 'auditor');
  await (await Admin.arrive('Gone')).deactivate();
  await invite(hedy);
  const { data } = await hedy.call<{ name: string; role: string }[]>('/admin/colleagues');
  expect(data.map(({ name, role }) => [name, role])).toEqual([
    ['Ada Lovelace', 'auditor'],
    ['Hedy Lamarr', 'administrator'],
  ]);
});
