import { createHmac } from 'node:crypto';
import { HonoRequest } from 'hono/request';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminRole } from '#domain/admin/roles.ts';
import { ADMIN_PASSWORD, Admin } from '../../../test/admin.ts';
import { deskCtx, racedAt } from '../../../test/desk.ts';
import { call, later, type Reach, rows, workerWith } from '../../../test/harness.ts';
import { confirmTotp, enrollTotp } from './enroll.ts';

const STEP = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a moment by RFC 6238 and RFC 4226 §5.3, without the library that the worker uses. */
function codeAt(secret: string, at: number): string {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The middle of the current step, so that none ends while a test runs. */
const now = Math.floor(Date.now() / STEP) * STEP + STEP / 2;
const at = (steps: number): Reach => workerWith({ clock: () => now + steps * STEP });
const client = () => ({
  'cf-connecting-ip': `2001:db8:77:${Math.floor(Math.random() * 65536).toString(16)}::1`,
});

const logIn = (admin: Admin, body: Record<string, unknown>, reach: Reach = at(0), headers = client()) =>
  call<{ token: string; must_enroll_totp: boolean }>(
    '/admin/auth/login',
    { body: { email: admin.email, password: ADMIN_PASSWORD, ...body }, headers },
    reach,
  );

const post = <Data>(admin: Admin, path: string, body: unknown, reach: Reach = at(0)) =>
  admin.call<Data>(`/admin/auth/${path}`, { body, headers: client() }, reach);

/** Enrolls with the code of the step before, so that this step's is still unused. */
async function enrolled(role: AdminRole = 'administrator') {
  const admin = await Admin.arrive('Hedy Lamarr', role);
  const { data } = await post<{ secret: string; uri: string }>(admin, 'totp', { password: ADMIN_PASSWORD });
  const code = codeAt(data.secret, now - STEP);
  const confirmed = await post<{ recovery_codes: string[] }>(admin, 'totp/confirm', { code });
  return { admin, ...data, codes: confirmed.data.recovery_codes };
}

describe('a second factor', () => {
  test('is enrolled by a QR code and its first right code, and answers ten recovery codes once', async () => {
    const { admin, secret, uri, codes } = await enrolled();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { host, pathname, searchParams } = new URL(uri);
    expect([host, decodeURIComponent(pathname)]).toEqual(['totp', `/Mooring:${admin.email}`]);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      secret,
      issuer: 'Mooring',
      digits: '6',
      period: '30',
    });
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}$/);
    const profile = await admin.call('/admin/auth/profile');
    expect(profile.data).toMatchObject({ totp_enabled: true, recovery_codes_left: 10 });
    expect((await post(admin, 'totp', { password: ADMIN_PASSWORD })).status).toBe(409);
    const [row] = await rows<{ sealed_totp: string }>(
      'SELECT sealed_totp FROM admins WHERE id = ?',
      admin.id,
    );
    expect(row?.sealed_totp).not.toContain(secret);
    const stored = JSON.stringify(await rows('SELECT * FROM recovery_codes WHERE admin_id = ?', admin.id));
    expect(stored).not.toContain(codes[0]);
  });

  test('does not count before one of its codes is confirmed, and needs the password to begin', async () => {
    const admin = await Admin.arrive();
    expect((await post(admin, 'totp', { password: 'wrong' })).status).toBe(422);
    await post(admin, 'totp', { password: ADMIN_PASSWORD });
    expect((await post(admin, 'totp/confirm', { code: '000000' })).status).toBe(422);
    expect((await logIn(admin, {})).status).toBe(200);
  });

  test('asks for a code at sign-in, and takes each one once', async () => {
    const { admin, secret } = await enrolled();
    expect(await logIn(admin, {})).toMatchObject({ status: 401, code: 'totp_required' });
    expect(await logIn(admin, { password: 'wrong', totp: codeAt(secret, now) })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    });
    expect((await logIn(admin, { totp: '000000' })).status).toBe(401);
    const [failed] = await rows(
      'SELECT sum(attempts) attempts, sum(wrong_codes) wrong_codes FROM failed_sign_ins WHERE admin_id = ?',
      admin.id,
    );
    expect(failed).toEqual({ attempts: 2, wrong_codes: 1 });
    const code = codeAt(secret, now);
    expect((await logIn(admin, { totp: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    expect(await logIn(admin, { totp: code })).toMatchObject({ status: 401, code: 'unauthorized' });
    // The code it was enrolled with is older still.
    expect((await logIn(admin, { totp: codeAt(secret, now - STEP) })).status).toBe(401);
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('takes the code of the step %i away: %i', async (steps, status) => {
    const { admin, secret } = await enrolled();
    const there = at(5);
    expect((await logIn(admin, { totp: codeAt(secret, now + (5 + steps) * STEP) }, there)).status).toBe(
      status,
    );
  });

  test('takes a code once even when two requests bring it together', async () => {
    const { admin, secret } = await enrolled();
    const totp = codeAt(secret, now);
    const answers = await Promise.all([1, 2, 3].map(() => logIn(admin, { totp })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test('takes each recovery code once, however it is typed', async () => {
    const { admin, codes } = await enrolled();
    const [first = '', second = ''] = codes;
    expect((await logIn(admin, { totp: first })).status).toBe(200);
    expect((await logIn(admin, { totp: first })).status).toBe(401);
    expect((await logIn(admin, { totp: second.replaceAll('-', '').toUpperCase() })).status).toBe(200);
    expect((await admin.call('/admin/auth/profile')).data).toMatchObject({ recovery_codes_left: 8 });
  });

  test('delays wrong codes as it delays wrong passwords, and a missing one not at all', async () => {
    const { admin, secret } = await enrolled();
    const headers = client();
    for (let n = 0; n < 8; n += 1)
      expect((await logIn(admin, {}, at(0), headers)).code).toBe('totp_required');
    const answers: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      // Asking without a code between the guesses takes none of them back.
      if (n < 5) await logIn(admin, {}, at(0), headers);
      answers.push((await logIn(admin, { totp: '000000' }, at(0), headers)).status);
    }
    expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await logIn(admin, { totp: codeAt(secret, now) }, at(0), headers)).status).toBe(429);
    expect((await logIn(admin, { totp: codeAt(secret, now) })).status).toBe(200);
  });

  test('is removed only with the password and a code', async () => {
    const { admin, secret } = await enrolled();
    const code = codeAt(secret, now);
    expect((await post(admin, 'totp/remove', { password: 'wrong', code })).status).toBe(422);
    expect((await post(admin, 'totp/remove', { password: ADMIN_PASSWORD, code: '000000' })).status).toBe(422);
    expect((await post(admin, 'totp/remove', { password: ADMIN_PASSWORD, code })).status).toBe(200);
    expect((await logIn(admin, {})).status).toBe(200);
    expect(await rows('SELECT * FROM recovery_codes WHERE admin_id = ?', admin.id)).toEqual([]);
  });

  test('renews the recovery codes with a code', async () => {
    const { admin, secret, codes } = await enrolled();
    const renewed = await post<{ recovery_codes: string[] }>(admin, 'recovery-codes', {
      code: codeAt(secret, now),
    });
    expect(renewed.data.recovery_codes).toHaveLength(10);
    expect((await logIn(admin, { totp: codes[0] })).status).toBe(401);
    expect((await logIn(admin, { totp: renewed.data.recovery_codes[0] })).status).toBe(200);
  });

  test('leaves a line in the audit log each time it changes', async () => {
    const { admin, secret } = await enrolled();
    await post(admin, 'recovery-codes', { code: codeAt(secret, now) });
    await post(admin, 'totp/remove', { password: ADMIN_PASSWORD, code: codeAt(secret, now + STEP) });
    const lines = await rows<{ action: string }>(
      "SELECT action FROM audit_log WHERE admin_id = ? AND action <> 'admin.signed_in'",
      admin.id,
    );
    expect(lines.map(({ action }) => action)).toEqual([
      ...['admin.totp_started', 'admin.totp_enrolled', 'admin.recovery_codes_renewed', 'admin.totp_removed'],
    ]);
  });
});

describe('two requests about a second factor at once', () => {
  // The first batch of each counts the attempt.
  const actor = (admin: Admin) =>
    ({ id: admin.id, email: admin.email, name: '', role: 'administrator', jti: 'test' }) as const;
  const factorOf = async (admin: Admin) =>
    (
      await rows<{ sealed_totp: string | null; totp_confirmed_at: string | null }>(
        'SELECT sealed_totp, totp_confirmed_at FROM admins WHERE id = ?',
        admin.id,
      )
    )[0];
  const request = () => new HonoRequest(new Request('https://mooring.test', { headers: client() }));

  test('starting over never turns off a second factor that was confirmed in the meantime', async () => {
    const admin = await Admin.arrive();
    await post(admin, 'totp', { password: ADMIN_PASSWORD });
    const started = await factorOf(admin);
    const confirmed = "UPDATE admins SET totp_confirmed_at = '2026-11-01' WHERE id = ?";
    const ctx = { ...racedAt(deskCtx(), 2, confirmed, admin.id), admin: actor(admin) };
    await expect(enrollTotp(ctx, { password: ADMIN_PASSWORD }, request())).rejects.toMatchObject({
      code: 'conflict',
      message: 'Your second factor was just changed. Please review it and try again.',
    });
    expect(await factorOf(admin)).toEqual({ ...started, totp_confirmed_at: '2026-11-01' });
    expect(
      await rows(
        "SELECT action FROM audit_log WHERE admin_id = ? AND action = 'admin.totp_started'",
        admin.id,
      ),
    ).toHaveLength(1);
  });

  test('a code confirms only the secret that it belongs to', async () => {
    const admin = await Admin.arrive();
    const { data } = await post<{ secret: string }>(admin, 'totp', { password: ADMIN_PASSWORD });
    const replaced = "UPDATE admins SET sealed_totp = 'another secret' WHERE id = ?";
    const ctx = { ...racedAt(deskCtx({ clock: () => now }), 2, replaced, admin.id), admin: actor(admin) };
    const confirm = confirmTotp(ctx, { code: codeAt(data.secret, now) }, request());
    await expect(confirm).rejects.toMatchObject({ code: 'invalid' });
    expect(await factorOf(admin)).toEqual({ sealed_totp: 'another secret', totp_confirmed_at: null });
    expect(await rows('SELECT hash FROM recovery_codes WHERE admin_id = ?', admin.id)).toEqual([]);
  });
});

describe('outside the local demo', () => {
  /** The same worker under its public name. */
  const deployed: Reach = (request) =>
    at(0)(new Request(request.url.replace('localhost:8787', 'mooring.example'), request));
  let underwriter: Admin;

  beforeEach(async () => {
    underwriter = await Admin.arrive('Ada', 'underwriter');
  });

  test('a role that pays or administers does nothing before it has a second factor', async () => {
    const opened = await logIn(underwriter, {}, deployed);
    expect(opened.data.must_enroll_totp).toBe(true);
    const { token } = opened.data;
    const refused = {
      status: 403,
      code: 'forbidden',
      message: 'Your role needs a second factor. Please enroll an authenticator app first.',
    };
    for (const path of ['/admin/colleagues', '/admin/auth/sessions']) {
      expect(await underwriter.call(path, { token }, deployed), path).toMatchObject(refused);
    }
    const profile = await underwriter.call('/admin/auth/profile', { token }, deployed);
    expect(profile.data).toMatchObject({ must_enroll_totp: true, totp_enabled: false });
    const { data } = await post<{ secret: string }>(
      underwriter,
      'totp',
      { password: ADMIN_PASSWORD },
      deployed,
    );
    await post(underwriter, 'totp/confirm', { code: codeAt(data.secret, now) }, deployed);
    expect((await underwriter.call('/admin/colleagues', { token }, deployed)).status).toBe(200);
    expect((await underwriter.call('/admin/auth/logout', { method: 'POST', token }, deployed)).status).toBe(
      200,
    );
  });

  test('support and auditors may sign in with the password alone', async () => {
    for (const role of ['support', 'auditor'] as const) {
      const admin = await Admin.arrive(role, role);
      expect((await logIn(admin, {}, deployed)).data.must_enroll_totp, role).toBe(false);
      expect((await admin.call('/admin/colleagues', {}, deployed)).status, role).toBe(200);
    }
  });

  test('no role needs one in the local demo', async () => {
    expect((await logIn(underwriter, {})).data.must_enroll_totp).toBe(false);
    expect((await underwriter.call('/admin/colleagues', {}, workerWith(later(0)))).status).toBe(200);
  });
});
