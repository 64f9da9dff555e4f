/** Who attacks, with which token. */
import { decodeJwt, SignJWT } from 'jose';
import { ADMIN_ROLES, type AdminRole } from '#domain/admin/roles.ts';
import { purposeKey } from '#worker/platform/crypto/jwt.ts';
import { Admin } from '../admin.ts';
import { Customer, later, type Reach, rows, workerWith } from '../harness.ts';
import { addCanaries, settle, type Things } from './things.ts';

const SECRET = new TextEncoder().encode('a session secret that only these tests know');

/** A token that nobody signed. */
const UNSIGNED = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwiYWRkcmVzcyI6IjB4MCJ9.';

/** A token that we might have signed. */
const forged = (key: Uint8Array, audience: string, jti: string, claims: Record<string, string>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('mooring')
    .setAudience(audience)
    .setJti(jti)
    .setExpirationTime('1h')
    .sign(key);

interface Attacker {
  token: string | null;
  reach?: Reach;
}
export type Attackers = Readonly<Record<string, Attacker>>;

export interface People {
  ada: Customer;
  eve: Customer;
  bob: Customer;
  of: { ada: Things; eve: Things; bob: Things };
  hedy: Admin;
  grace: Admin;
  staff: Map<AdminRole, Admin>;
  /** Everyone whom a customer's call must take for nobody. */
  customers: Attackers;
  /** Everyone whom the desk must take for nobody. */
  desk: Attackers;
}

export async function gather(): Promise<People> {
  await addCanaries();
  const [hedy, grace, loggedOut, dismissed] = await Promise.all([1, 2, 3, 4].map(() => Admin.arrive()));
  const [ada, eve, bob] = await Promise.all([1, 2, 3].map(() => Customer.arrive()));
  if (!(hedy && grace && loggedOut && dismissed && ada && eve && bob)) throw new Error('Somebody is missing');
  const staff = new Map<AdminRole, Admin>();
  for (const role of ADMIN_ROLES) staff.set(role, await Admin.arrive(role, role));
  await loggedOut.call('/admin/auth/logout', { method: 'POST' });
  await dismissed.deactivate();
  const of = {
    ada: await settle(ada, 'AdaOnlyMark', hedy),
    eve: await settle(eve, 'EveOnlyMark', hedy),
    bob: await settle(bob, 'BobOnlyMark', hedy),
  };
  await rows("UPDATE accounts SET status = 'inactive' WHERE wallet = ?", bob.address.toLowerCase());

  const wallet = { address: ada.address.toLowerCase(), kind: 'evm' };
  const [adaJti, hedyJti] = [ada.token, hedy.token].map((token) => decodeJwt(token).jti ?? '') as [
    string,
    string,
  ];
  const deskKey = await purposeKey(SECRET, 'administrator session');
  const someone: Attackers = {
    'no token': { token: null },
    'a malformed token': { token: 'not.a.token' },
    'an unsigned token': { token: UNSIGNED },
  };
  const customers: Attackers = {
    ...someone,
    'an expired token': { token: ada.token, reach: workerWith(later(24 * 3_600_000 + 1000)) },
    'the token of an ended session': { token: of.ada.revoked },
    'an administrator’s token': { token: hedy.token },
    'a token for the desk under the wallets’ key': {
      token: await forged(SECRET, 'mooring:admin', adaJti, wallet),
    },
    'a token without a session': {
      token: await forged(SECRET, 'mooring:wallet', crypto.randomUUID(), wallet),
    },
    'a token under another wallet’s session': {
      token: await forged(SECRET, 'mooring:wallet', decodeJwt(eve.token).jti ?? '', wallet),
    },
  };
  const sub = String(hedy.id);
  const desk: Attackers = {
    ...someone,
    'an expired token': { token: hedy.token, reach: workerWith(later(8 * 3_600_000 + 1000)) },
    'the token of an ended session': { token: loggedOut.token },
    'the token of a former administrator': { token: dismissed.token },
    'a wallet’s token': { token: ada.token },
    'a token under the wallets’ key': { token: await forged(SECRET, 'mooring:admin', hedyJti, { sub }) },
    'a token for wallets under the desk’s key': {
      token: await forged(deskKey, 'mooring:wallet', hedyJti, { sub }),
    },
    'a token under another administrator’s session': {
      token: await forged(deskKey, 'mooring:admin', hedyJti, { sub: String(grace.id) }),
    },
    'a token without a session': { token: await forged(deskKey, 'mooring:admin', 'no session', { sub }) },
  };
  return { ada, eve, bob, of, hedy, grace, staff, customers, desk };
}
