/** Whoever arrives in a test has the session that signing in opens. */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { Admin, adminLogin } from './admin.ts';
import { Customer, rows } from './harness.ts';

/** What is the same at each sign-in, and how many seconds it lasts; an administrator's ends with a whole second. */
function sessionOf({ created_at, expires_at, jti, nonce, ...row }: Record<string, unknown>) {
  const span = Date.parse(String(expires_at)) - Date.parse(String(created_at));
  return { ...row, seconds: Math.ceil(span / 1000), ids: [typeof jti, typeof nonce] };
}
function claimsOf(token: string) {
  const { iat = 0, exp = 0, jti, ...claims } = decodeJwt(token);
  return { ...claims, seconds: exp - iat, id: typeof jti };
}

test('a customer arrives with the session, the account and the token that a signature gives', async () => {
  const customer = await Customer.arrive();
  const arrived = customer.token;
  const account = () => rows('SELECT * FROM accounts WHERE wallet = ?', customer.address.toLowerCase());
  const [joined] = await account();
  await customer.signInAgain();
  const [first, second, ...more] = await rows(
    'SELECT * FROM sessions WHERE wallet = ? ORDER BY rowid',
    customer.address.toLowerCase(),
  );
  expect(more).toEqual([]);
  expect(sessionOf(first ?? {})).toEqual(sessionOf(second ?? {}));
  expect(claimsOf(arrived)).toEqual(claimsOf(customer.token));
  expect(await account()).toEqual([{ ...joined, last_sign_in_at: expect.any(String) }]);
  expect((await customer.call('/profile', { token: arrived })).status).toBe(200);
});

test('an administrator arrives with the session, the line of the log and the token that a password gives', async () => {
  const hedy = await Admin.arrive();
  const { token } = (await adminLogin(hedy.email)).data;
  const [first, second, ...more] = await rows(
    'SELECT * FROM admin_sessions WHERE admin_id = ? ORDER BY rowid',
    hedy.id,
  );
  expect(more).toEqual([]);
  expect(sessionOf(first ?? {})).toEqual(sessionOf(second ?? {}));
  expect(claimsOf(hedy.token)).toEqual(claimsOf(token));
  const lines = await rows(
    'SELECT admin_id, action, subject, before, after FROM audit_log WHERE admin_id = ? ORDER BY id',
    hedy.id,
  );
  expect(lines).toHaveLength(2);
  expect(lines[0]).toEqual(lines[1]);
  expect((await hedy.call('/admin/auth/profile')).status).toBe(200);
});
