/**
 * Runs the same attacks against every route of the published document. A new guarded route is covered
 * automatically. It needs an entry in `samples` only if a stranger's request must have a body to reach the
 * owner check.
 */
import { env, exports } from 'cloudflare:workers';
import { decodeJwt, SignJWT } from 'jose';
import { getAddress } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN_ROLES,
  type AdminRole,
  isPermitted,
  PERMISSIONS,
  type Permission,
} from '../../domain/admin/roles.ts';
import type { PaymentException } from '../../domain/payments/schema.ts';
import { cancellationTypedData, type SignedConsent } from '../../domain/policy/consent.ts';
import { purposeKey } from '../src/platform/crypto/purpose.ts';
import { Admin } from './admin.ts';
import { callTime, claimBody, submit } from './claims.ts';
import { consentTo } from './desk.ts';
import {
  type Answer,
  CAR,
  type Call,
  Customer,
  call,
  HOME,
  later,
  ORIGIN,
  type Reach,
  TRAVEL,
  term,
  usual,
  workerWith,
} from './harness.ts';

interface Operation {
  method: string;
  path: string;
  /** The kind of session the document requires; null if none. */
  guard: 'wallet' | 'admin' | null;
  /** What an administrator's role must allow; empty if every role may call it. */
  permissions: string[];
}

interface Sample {
  path?: string;
  body?: unknown;
}

const HASH = `0x${'5e'.repeat(32)}`;
const document = await call('/openapi.json').then(
  (answer) =>
    answer as unknown as { paths: Record<string, Record<string, { security?: Record<string, string[]>[] }>> },
);
const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security }]) => ({
    method: method.toUpperCase(),
    path: path.replace(/^\/api/, ''),
    guard: security?.length ? (security.some((each) => 'admin' in each) ? 'admin' : 'wallet') : null,
    permissions: security?.flatMap((each) => each.admin ?? []) ?? [],
  })),
);
const PUBLIC = [
  ...['GET /health', 'GET /config', 'GET /registry/summary', 'GET /registry/off-chain-payments'],
  ...['GET /registry/policies/{quote_id}', 'GET /insurance/underwriting'],
  ...['GET /insurance/products', 'GET /insurance/ipid/{version}', 'POST /complaints'],
  ...['POST /auth/nonce', 'POST /auth/verify', 'POST /account/email/confirm'],
  'POST /profile/unsubscribe',
  ...['GET /audit/records', 'GET /audit/summary', 'GET /audit/export'],
  ...['GET /audit/movements', 'GET /audit/accounts'],
  ...['POST /admin/auth/login', 'POST /admin/auth/invitation', 'GET /audit-log/head'],
  ...['GET /support/faq', 'POST /contact', 'POST /analytics/events'],
  ...['POST /withdrawals', 'POST /withdrawals/confirm', 'GET /shares/{token}'],
];
/** Guarded routes whose path names something shared. */
const COMMON = ['POST /support/faq/{id}/vote'];
const SECRET = new TextEncoder().encode('a session secret that only these tests know');

/** What may stand where a path has an id, and names nothing. */
const MALFORMED = ['-1', '1.5', '%27%20OR%201%3D1', '%00', '9'.repeat(30), 'x'.repeat(2000)];

/** A token that we might have signed. */
const forged = (key: Uint8Array, audience: string, jti: string, claims: Record<string, string>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('mooring')
    .setAudience(audience)
    .setJti(jti)
    .setExpirationTime('1h')
    .sign(key);

/** After an administrator's longest session. */
const afterHours = workerWith(later(8 * 3_600_000 + 1000));

let hedy: Admin;
const staff = new Map<AdminRole, Admin>();
let loggedOut: Admin;
let dismissed: Admin;
let ada: Customer;
let eve: Customer;
let bob: Customer;
let policyId: number;
let threadId: number;
let claimId: number;
let rejectedId: number;
let relayedId: string;
let exceptionId: number;
let cancellation: SignedConsent;
let refund: SignedConsent;

beforeAll(async () => {
  [hedy, loggedOut, dismissed] = [await Admin.arrive(), await Admin.arrive(), await Admin.arrive()];
  for (const role of ADMIN_ROLES) staff.set(role, await Admin.arrive(role, role));
  await loggedOut.call('/admin/auth/logout', { method: 'POST' });
  await dismissed.deactivate();
  [ada, eve, bob] = [await Customer.arrive(), await Customer.arrive(), await Customer.arrive()];
  const quote = (await ada.quote()).data;
  policyId = (await ada.report(await ada.pay(quote))).data.id;
  relayedId = quote.quote_id;
  await env.DB.prepare(
    `INSERT INTO relayed_purchases (chain_id, sender, nonce, quote_id, wallet, data, gas, valid_until, state, tx_hash, raw,
       is_empty, signed, max_fee, tip, fee_cap, created_at, signed_at)
     VALUES ('1337', '0x', 0, ?1, ?2, '0x', 1, '', 'bought', ?3, '0x', 0, '[]', '1', '1', '1', '', '')`,
  )
    .bind(relayedId, ada.address.toLowerCase(), HASH)
    .run();
  cancellation = await consentTo(ada, policyId);
  exceptionId = await payTwice();
  const body = { subject: 'Roof', message: 'Is hail covered?' };
  threadId = (await ada.call<{ id: number }>('/messages/create', { body })).data.id;
  claimId = (await submit(ada, { id: policyId, policy_type: 'home' })).data.id;
  rejectedId = (await submit(ada, { id: policyId, policy_type: 'home' }, { claim_amount: 4000 })).data.id;
  const rejection = { status: 'rejected', clause: 'not_covered-2', admin_notes: 'This is wear.' };
  await hedy.call(`/admin/claims/${rejectedId}/status`, { method: 'PATCH', body: rejection });
  await env.DB.prepare("UPDATE accounts SET status = 'inactive' WHERE wallet = ?")
    .bind(bob.address.toLowerCase())
    .run();
});

/** Requests that would succeed for `wallet`. */
const samples = (wallet: Customer): Record<string, Sample> => {
  const report = { wallet_address: wallet.address, tx_hash: HASH, chain_id: usual.chain_id };
  return {
    'POST /auth/logout': {},
    'POST /insurance/drafts': { body: { insurance_type: 'home', details: HOME, ...term() } },
    'POST /insurance/quotes': { body: wallet.quoteBody() },
    'POST /insurance/quotes/{quote_id}/relay': {
      path: `/insurance/quotes/${relayedId}/relay`,
      body: { signature: '0x' },
    },
    'POST /insurance/home-quote': { body: report },
    'POST /insurance/car-quote': { body: { ...report, ...CAR } },
    'POST /insurance/travel-quote': { body: { ...report, ...TRAVEL } },
    'GET /insurance/active-policies/{wallet}': { path: `/insurance/active-policies/${wallet.address}` },
    'GET /insurance/payment-exceptions/{wallet}': {
      path: `/insurance/payment-exceptions/${wallet.address}`,
    },
    'GET /insurance/policy/{id}': { path: `/insurance/policy/${policyId}?wallet_address=${wallet.address}` },
    'GET /insurance/policy/{id}/proof': { path: `/insurance/policy/${policyId}/proof` },
    'POST /insurance/policy/{id}/shares': {
      path: `/insurance/policy/${policyId}/shares`,
      body: { fields: ['coverage_usd'], days: 7 },
    },
    'DELETE /insurance/policy/{id}/shares/{share_id}': {
      path: `/insurance/policy/${policyId}/shares/${HASH}`,
    },
    'POST /insurance/policy/{id}/cancel': {
      // An open claim blocks the cancellation itself.
      path: `/insurance/policy/${policyId}/cancel?preview=true`,
      body: cancellation,
    },
    'POST /insurance/payment-exceptions/{id}/consent': {
      path: `/insurance/payment-exceptions/${exceptionId}/consent`,
      body: refund,
    },
    'POST /insurance/policy/{id}/certificate/email': {
      path: `/insurance/policy/${policyId}/certificate/email`,
      body: {},
    },
    'PATCH /insurance/policy/{id}/beneficiary': {
      path: `/insurance/policy/${policyId}/beneficiary`,
      body: { beneficiary: 'Grace Hopper' },
    },
    'PATCH /insurance/policy/{id}/nickname': {
      path: `/insurance/policy/${policyId}/nickname`,
      body: { nickname: 'Quay Street' },
    },
    'PATCH /insurance/policy/{id}/contact': {
      path: `/insurance/policy/${policyId}/contact`,
      body: { email: 'ada@example.com', telephone: HOME.property_owner_telephone },
    },
    'GET /messages/list/{wallet}': { path: `/messages/list/${wallet.address}` },
    'GET /messages/notifications/count/{wallet}': { path: `/messages/notifications/count/${wallet.address}` },
    'GET /messages/full/{id}': { path: `/messages/full/${threadId}?wallet_address=${wallet.address}` },
    'POST /messages/create': {
      body: { wallet_address: wallet.address, subject: 'Roof', message: 'Is hail covered?' },
    },
    'POST /messages/reply': {
      body: { wallet_address: wallet.address, message: 'And snow?', parent_message_id: threadId },
    },
    'POST /claims/submit': {
      body: { ...claimBody({ id: policyId, policy_type: 'home' }), wallet_address: wallet.address },
    },
    'GET /claims/{wallet}': { path: `/claims/${wallet.address}` },
    'GET /claims/detail/{id}': { path: `/claims/detail/${claimId}` },
    'POST /claims/{id}/second-look': {
      path: `/claims/${rejectedId}/second-look`,
      body: { reason: 'Please look at it again.' },
    },
    'POST /claims/{id}/call': {
      path: `/claims/${claimId}/call`,
      body: {
        preferred_at: callTime(),
        telephone: HOME.property_owner_telephone,
      },
    },
    'GET /profile': {},
    'PATCH /profile': { body: { name: 'Ada Lovelace', email: 'ada@example.com' } },
    'DELETE /profile/avatar': {},
    'POST /profile/push': {
      body: {
        endpoint: 'https://push.example.com/one',
        keys: {
          // The generator of P-256: a valid point, like any browser's key.
          p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
          auth: 'A'.repeat(22),
        },
      },
    },
    'DELETE /profile/push': { body: { endpoint: 'https://push.example.com/one' } },
    'POST /support/faq/{id}/vote': { path: '/support/faq/file-a-claim/vote', body: { helpful: true } },
  };
};

/** A second payment of Ada's for one draft, and her consent to its refund. */
async function payTwice(): Promise<number> {
  const form = { insurance_type: 'travel', details: TRAVEL, ...term(30) };
  const { draft_id } = (await ada.call<{ draft_id: string }>('/insurance/drafts', { body: form })).data;
  const twice = { ...form, details: undefined, draft_id };
  const [first, second] = [(await ada.quote(twice)).data, (await ada.quote(twice)).data];
  await ada.report(await ada.pay(first));
  await ada.report(await ada.pay(second));
  const { data } = await ada.call<PaymentException[]>(`/insurance/payment-exceptions/${ada.address}`);
  const validUntil = Math.floor(Date.now() / 1000) + 86_400;
  const terms = { quoteId: second.quote_id, refund: BigInt(second.amount), validUntil };
  refund = {
    signature: await ada.account.signTypedData(
      cancellationTypedData(usual.chain_id, getAddress(usual.contract), terms),
    ),
    valid_until: new Date(validUntil * 1000).toISOString(),
  };
  return data[0]?.id ?? 0;
}

const name = ({ method, path }: Operation) => `${method} ${path}`;
const guarded = operations.filter(({ guard }) => guard === 'wallet');
const administrative = operations.filter(({ guard }) => guard === 'admin');
const titled = (list: Operation[]) => list.map((operation) => [name(operation), operation] as const);

function send(
  operation: Operation,
  sample: Sample,
  token: string | null,
  reach?: Reach,
): Promise<Answer<unknown>> {
  const options: Call = { method: operation.method, token };
  if (sample.body !== undefined) options.body = sample.body;
  return call(sample.path ?? operation.path, options, reach);
}

/** A request to the route in the wallet's name; without an entry, one to its path alone. */
function sampleOf(operation: Operation, wallet: Customer): Sample {
  const path = operation.path.replace('{wallet}', wallet.address).replace('{id}', String(policyId));
  return samples(wallet)[name(operation)] ?? { path };
}

test('names only permissions that exist, and one for every write but an administrator’s own', () => {
  const unknown = operations.flatMap(({ permissions }) =>
    permissions.filter((each) => !(PERMISSIONS as readonly string[]).includes(each)),
  );
  expect(unknown).toEqual([]);
  const free = administrative.filter(
    ({ method, permissions }) => method !== 'GET' && permissions.length === 0,
  );
  expect(free.map(name).sort()).toEqual(
    [
      ...['POST /admin/auth/logout', 'POST /admin/auth/password', 'POST /admin/auth/recovery-codes'],
      ...['POST /admin/auth/totp', 'POST /admin/auth/totp/confirm', 'POST /admin/auth/totp/remove'],
      ...['DELETE /admin/auth/sessions/{id}', 'POST /admin/views', 'DELETE /admin/views/{id}'],
      ...['PATCH /admin/settings/profile', 'PATCH /admin/settings/notifications'],
    ].sort(),
  );
});

test('lists every route without a session as public', () => {
  const open = operations.filter(({ guard }) => guard === null).map(name);
  expect(open.filter((each) => !PUBLIC.includes(each))).toEqual([]);
  expect(guarded.length).toBeGreaterThanOrEqual(8);
});

test('requires an administrator for every route under /admin and for no other @desk-4', () => {
  const asked = administrative.map(({ path }) => path);
  const all = operations.map(({ path }) => path).filter((path) => path.startsWith('/admin/'));
  const open = ['/admin/auth/login', '/admin/auth/invitation'];
  expect(asked.sort()).toEqual(all.filter((path) => !open.includes(path)).sort());
});

describe.each(titled(guarded))('%s', (_, operation) => {
  const status = async (token: string | null, sample = sampleOf(operation, ada)) => {
    const answer = await send(operation, sample, token);
    expect(answer.success).toBe(answer.status < 400);
    return answer.status;
  };

  test('answers 401 without a token, even for an invalid body', async () => {
    expect(await status(null)).toBe(401);
    if (operation.method === 'POST') expect(await status(null, { body: { nonsense: true } })).toBe(401);
  });

  test('answers 401 for a token of another kind', async () => {
    const forge = (audience: string, claims: Record<string, string>) =>
      forged(SECRET, audience, crypto.randomUUID(), claims);
    const tokens = [
      hedy.token,
      await forge('mooring:admin', { email: 'admin@example.com' }),
      await forge('mooring:wallet', { address: ada.address.toLowerCase(), kind: 'evm' }),
      'eyJhbGciOiJub25lIn0.eyJhZGRyZXNzIjoiMHgwIn0.',
    ];
    expect(await Promise.all(tokens.map((token) => status(token)))).toEqual([401, 401, 401, 401]);
  });

  test("shows and changes nothing of a wallet's data with another wallet's token @wallet-24", async () => {
    if (COMMON.includes(name(operation))) return;
    const names =
      operation.path.includes('{') || JSON.stringify(sampleOf(operation, ada)).includes(ada.address);
    if (names) expect(await status(eve.token)).toBe(404);
  });

  test('refuses a malformed id with a reason and never causes a server error @api-16', async () => {
    if (!operation.path.includes('{')) return;
    const sample = sampleOf(operation, ada);
    for (const id of MALFORMED) {
      const path = operation.path.replace(/\{[^}]+\}/g, id);
      const answer = await send(operation, { ...sample, path }, ada.token);
      expect([400, 404, 422], `${path} ${answer.status}`).toContain(answer.status);
      expect(answer.message).toMatch(/^[“A-Z].{5,}/);
    }
  });
});

describe.each(titled(administrative))('%s', (_, operation) => {
  /** Status of a request where only the session may be right. A file route rejects JSON before that. */
  const status = async (token: string | null, reach?: Reach) => {
    const path = operation.path.replace(/\{[^}]+\}/g, '999999');
    const answer = await send(operation, { path }, token, reach);
    expect(answer.success).toBe(answer.status < 400);
    return answer.status;
  };

  test('answers 401 without a token, even for an invalid body', async () => {
    expect(await status(null)).toBe(401);
    if (operation.method === 'GET') return;
    expect((await send(operation, { body: { nonsense: true } }, null)).status).toBe(401);
  });

  test("answers 401 for a wallet's token, even one that names an administrator", async () => {
    const jti = decodeJwt(hedy.token).jti ?? '';
    const key = await purposeKey(SECRET, 'administrator session');
    const tokens = [
      ada.token,
      await forged(SECRET, 'mooring:admin', jti, { sub: String(hedy.id) }),
      await forged(key, 'mooring:wallet', jti, { sub: String(hedy.id) }),
      await forged(key, 'mooring:admin', jti, { sub: String(hedy.id + 1) }),
      await forged(key, 'mooring:admin', 'no session', { sub: String(hedy.id) }),
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    ];
    expect(await Promise.all(tokens.map((token) => status(token)))).toEqual(tokens.map(() => 401));
  });

  test('answers 401 for an expired or revoked session and a former administrator @desk-4', async () => {
    const answers = [status(hedy.token, afterHours), status(loggedOut.token), status(dismissed.token)];
    expect(await Promise.all(answers)).toEqual([401, 401, 401]);
  });

  test('serves the roles that its permission names and answers 403 to all others @people-4', async () => {
    if (operation.path === '/admin/auth/logout') return;
    // Nothing has this id, so that none of these requests changes anything.
    const path = operation.path.replace(/\{[^}]+\}/g, '999999');
    const statuses = await Promise.all(
      [...staff].map(async ([role, { token }]) => {
        const headers = { authorization: `Bearer ${token}` };
        const request = new Request(`${ORIGIN}/api${path}`, { method: operation.method, headers });
        const response = await exports.default.fetch(request);
        await response.arrayBuffer();
        return [role, response.status] as const;
      }),
    );
    expect(statuses).toHaveLength(ADMIN_ROLES.length);
    for (const [role, status] of statuses) {
      const allowed = operation.permissions.every((each) => isPermitted(role, each as Permission));
      if (allowed) expect([401, 403], `${role}: ${status}`).not.toContain(status);
      else expect(status, role).toBe(403);
    }
  });
});

/** Routes with a full request above. */
const known = () => guarded.filter((operation) => name(operation) in samples(ada));

test('lets a deactivated account read and sign out but not get a quote', async () => {
  const result: Record<string, number> = {};
  for (const operation of known()) {
    if (operation.path === '/auth/logout') continue;
    result[name(operation)] = (await send(operation, sampleOf(operation, bob), bob.token)).status;
  }
  expect(result).toMatchObject({
    'POST /insurance/drafts': 403,
    'POST /insurance/quotes': 403,
    'POST /insurance/home-quote': 202,
    'GET /insurance/active-policies/{wallet}': 200,
    'GET /insurance/policy/{id}': 404,
  });
  expect((await bob.call('/auth/logout', { method: 'POST' })).status).toBe(200);
});

test('answers for its own wallet on every route', async () => {
  for (const operation of known()) {
    if (operation.path === '/auth/logout' || /car|travel/.test(operation.path)) continue;
    const { status } = await send(operation, sampleOf(operation, ada), ada.token);
    expect(status, name(operation)).toBeLessThan(400);
  }
});
