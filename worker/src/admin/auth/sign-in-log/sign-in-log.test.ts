import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditLogEntry } from '#domain/admin/records-schema.ts';
import { ADMIN_PASSWORD, Admin, adminLogin } from '../../../../test/admin.ts';
import { later, type Reach, rows, runSchedule, workerWith } from '../../../../test/harness.ts';

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const HOUR = 3_600_000;
/** A moment at the start of an hour, so that everything of a test is in the same hour. */
const STARTS = Math.ceil(Date.now() / HOUR) * HOUR + 60_000;
const at = (ms: number) => ({ clock: () => STARTS + ms });
const reach = (ms: number): Reach => workerWith(at(ms));

const fail = (email: string, client: string, ms = 0) =>
  adminLogin(email, 'a secret that nobody may read', reach(ms), { 'cf-connecting-ip': client });
const logFailed = (ms: number) => runSchedule(at(ms), {}, ['log failed sign-ins']);

let hedy: Admin;
const lines = async (subject: string, action: string) => {
  const { data } = await hedy.call<{ entries: AuditLogEntry[] }>(`/admin/audit-log?subject=${subject}`);
  return data.entries
    .filter((entry) => entry.action === action)
    .map(({ admin_name, before, after }) => ({ admin_name, before, after }));
};

beforeEach(async () => {
  await rows('DELETE FROM failed_sign_ins');
  hedy = await Admin.arrive('Hedy Lamarr');
});

describe('a sign-in at the desk', () => {
  test('leaves a line with the device and whether a second factor was used', async () => {
    const grace = await Admin.arrive('Grace', 'claims');
    await adminLogin(grace.email, ADMIN_PASSWORD, undefined, { 'user-agent': FIREFOX });
    expect(await lines(`admin:${grace.id}`, 'admin.signed_in')).toEqual([
      { admin_name: 'Grace', before: null, after: { device: 'Firefox on macOS', second_factor: false } },
      { admin_name: 'Grace', before: null, after: { device: 'Unknown device', second_factor: false } },
    ]);
  });

  test('that fails is counted, and each account gets one line once the hour is over', async () => {
    const [grace, mary] = [await Admin.arrive('Grace'), await Admin.arrive('Mary')];
    for (const client of ['192.0.2.61', '192.0.2.61', '192.0.2.62']) await fail(grace.email, client);
    await fail(mary.email, '192.0.2.63');
    await logFailed(HOUR - 61_000);
    expect(await lines(`admin:${grace.id}`, 'admin.sign_in_failed')).toEqual([]);
    await logFailed(HOUR);
    await logFailed(HOUR + 1);
    const hour = new Date(STARTS - 60_000).toISOString();
    expect(await lines(`admin:${grace.id}`, 'admin.sign_in_failed')).toEqual([
      { admin_name: 'Our servers', before: null, after: { hour, attempts: 3, wrong_codes: 0, clients: 2 } },
    ]);
    expect(await lines(`admin:${mary.id}`, 'admin.sign_in_failed')).toMatchObject([
      { after: { attempts: 1, clients: 1 } },
    ]);
    expect(await rows('SELECT * FROM failed_sign_ins')).toEqual([]);
  });

  test('that fails at any number of unknown addresses is one line, which keeps neither address nor password', async () => {
    const emails = Array.from({ length: 12 }, (_, n) => `a-typed-secret-${n}@mooring.example`);
    for (const [n, email] of emails.entries()) await fail(email, `2001:db8:77:${n % 3}::1`);
    await logFailed(HOUR);
    expect(await lines('admin:unknown', 'admin.sign_in_failed')).toMatchObject([
      { after: { attempts: 12, wrong_codes: 0, clients: 3 } },
    ]);
    const stored = JSON.stringify([await rows('SELECT * FROM audit_log'), await rows('SELECT * FROM desk')]);
    expect(stored).not.toMatch(/typed-secret|nobody may read|2001:db8:77/);
  });

  test('that is delayed because of earlier failures is not counted again', async () => {
    const grace = await Admin.arrive('Grace');
    for (let n = 0; n < 9; n += 1) await fail(grace.email, '192.0.2.64');
    await logFailed(HOUR);
    expect(await lines(`admin:${grace.id}`, 'admin.sign_in_failed')).toMatchObject([
      { after: { attempts: 5 } },
    ]);
  });
});

describe('the end of a session at the desk', () => {
  const logOut = (admin: Admin) => admin.call('/admin/auth/logout', { method: 'POST' });

  test('leaves one line when its administrator signs out, also when asked twice at once', async () => {
    const grace = await Admin.arrive('Grace');
    await Promise.all([logOut(grace), logOut(grace)]);
    expect(await lines(`admin:${grace.id}`, 'admin.signed_out')).toHaveLength(1);
  });

  test('leaves one line when nobody used it for the time in the settings', async () => {
    const grace = await Admin.arrive('Grace');
    await rows(
      "UPDATE admin_sessions SET created_at = '2020-01-01T00:00:00.000Z' WHERE admin_id = ?",
      grace.id,
    );
    await Promise.all([1, 2].map(() => grace.call('/admin/auth/profile')));
    expect(await lines(`admin:${grace.id}`, 'admin.session_expired')).toEqual([
      { admin_name: 'Our servers', before: null, after: { reason: 'idle' } },
    ]);
  });

  test('leaves one line when its eight hours are over, and none when it had ended before', async () => {
    const [grace, mary] = [await Admin.arrive('Grace'), await Admin.arrive('Mary')];
    await logOut(mary);
    for (let n = 0; n < 2; n += 1) {
      await runSchedule(later(8 * HOUR + 1000), {}, ["purge administrators' sessions"]);
    }
    hedy = await Admin.arrive('Hedy');
    expect(await lines(`admin:${grace.id}`, 'admin.session_expired')).toMatchObject([
      { admin_name: 'Our servers', after: { reason: 'eight hours', device: 'Unknown device' } },
    ]);
    expect(await lines(`admin:${mary.id}`, 'admin.session_expired')).toEqual([]);
  });
});
