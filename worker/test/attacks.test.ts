/** Attacks on identity that are about no single route. Those on every route are in `security.test.ts`. */
import { env } from 'cloudflare:workers';
import { CompactEncrypt, decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { derivations } from '#worker/admin/auth/password.ts';
import { purposeKey } from '#worker/platform/crypto/jwt.ts';
import { ADMIN_PASSWORD, Admin, adminLogin } from './admin.ts';
import { Customer, call, later, ORIGIN, usual, workerWith } from './harness.ts';
import { CALLS } from './security/calls.ts';

const SECRET = new TextEncoder().encode('a session secret that only these tests know');
const EVIL = 'https://evil.example';

let ada: Customer;
let hedy: Admin;
let deskKey: Uint8Array;
beforeAll(async () => {
  [ada, hedy] = [await Customer.arrive(), await Admin.arrive()];
  deskKey = await purposeKey(SECRET, 'administrator session');
});

const encoded = (value: unknown) =>
  btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

describe('a token with a forged header or payload', () => {
  /** Every kind of session: its real token, the key that we sign it with, and a call that it opens. */
  const kinds = () => [
    { real: ada.token, key: SECRET, path: '/profile' },
    { real: hedy.token, key: deskKey, path: '/admin/auth/profile' },
  ];

  test.each<[string, (real: string, key: Uint8Array) => Promise<string> | string]>([
    ['that names no algorithm', (real) => new UnsecuredJWT(decodeJwt(real)).encode()],
    ...['none', 'None', 'NONE', 'nOnE', ''].map((alg): [string, (real: string) => string] => [
      `that says “${alg}” above the real signature`,
      (real) => [encoded({ alg }), ...real.split('.').slice(1)].join('.'),
    ]),
    ['with its payload signed by HS512', (real, key) => signed(real, { alg: 'HS512' }, doubled(key))],
    ['with its payload signed by HS384', (real, key) => signed(real, { alg: 'HS384' }, doubled(key))],
    [
      'signed with a private RSA key whose public half the header brings',
      async (real) => {
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
        const jwk = await exportJWK(publicKey);
        return new SignJWT(decodeJwt(real)).setProtectedHeader({ alg: 'RS256', jwk }).sign(privateKey);
      },
    ],
    [
      'signed with a private EC key whose public half the header brings',
      async (real) => {
        const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
        const jwk = await exportJWK(publicKey);
        return new SignJWT(decodeJwt(real)).setProtectedHeader({ alg: 'ES256', jwk }).sign(privateKey);
      },
    ],
    [
      'whose header points to a key elsewhere',
      (real) => signed(real, { alg: 'HS256', jku: `${EVIL}/keys.json`, kid: 'theirs' }, text(EVIL)),
    ],
    [
      'whose key id is a file',
      (real) => signed(real, { alg: 'HS256', kid: '/dev/null' }, new Uint8Array(32)),
    ],
    [
      'whose key id is a query',
      (real) => signed(real, { alg: 'HS256', kid: "' UNION SELECT 'k" }, text('k'.repeat(32))),
    ],
    [
      'whose header demands an extension',
      (real, key) => signed(real, { alg: 'HS256', crit: ['exp'], exp: 1 }, key),
    ],
    ['that is encrypted with the key instead of signed', (real, key) => encrypted(real, key)],
    ['signed with an empty key', (real) => signed(real, { alg: 'HS256' }, new Uint8Array(1))],
    ['signed with the name of the secret', (real) => signed(real, { alg: 'HS256' }, text('SESSION_SECRET'))],
    [
      'whose payload was extended under the real signature',
      (real) => {
        const [header, , signature] = real.split('.');
        return [header, encoded({ ...decodeJwt(real), exp: 4_000_000_000 }), signature].join('.');
      },
    ],
    ['with a part left out', (real) => real.split('.').slice(0, 2).join('.')],
    ['with a part added', (real) => `${real}.${real.split('.')[2]}`],
    [
      'whose signature is in other letters',
      (real) => real.slice(0, -2) + (real.at(-2) === 'A' ? 'B' : 'A') + real.at(-1),
    ],
  ])('is refused %s', async (_, forge) => {
    for (const { real, key, path } of kinds()) {
      expect((await call(path, { token: real })).status).toBe(200);
      expect(await call(path, { token: await forge(real, key) })).toMatchObject({
        status: 401,
        code: 'unauthorized',
      });
    }
  });

  const text = (value: string) => new TextEncoder().encode(value);
  const doubled = (key: Uint8Array) => Uint8Array.from([...key, ...key]);
  const signed = (real: string, header: Record<string, unknown>, key: Uint8Array) =>
    new SignJWT(decodeJwt(real))
      .setProtectedHeader(header as { alg: string })
      .sign(key, { crit: { exp: true } } as never);
  const encrypted = async (real: string, key: Uint8Array) =>
    new CompactEncrypt(text(JSON.stringify(decodeJwt(real))))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(key))));

  test('is refused where it is no bearer token', async () => {
    for (const { real, path } of kinds()) {
      const misplaced: Record<string, string>[] = [
        { cookie: `token=${real}; adminToken=${real}; session=${real}` },
        { authorization: `Basic ${btoa(`${real}:`)}` },
        { authorization: real },
        { 'x-access-token': real },
      ];
      for (const headers of misplaced) {
        expect((await call(path, { headers })).status).toBe(401);
      }
      expect((await call(`${path}?token=${real}&access_token=${real}`)).status).toBe(401);
    }
  });
});

describe('a sign-in text that the right wallet signed', () => {
  const nonceFor = async (address: string, chainId = usual.chain_id) =>
    (
      await call<{ nonce: string; message: string }>('/auth/nonce', {
        body: { address, kind: 'evm', chain_id: chainId },
      })
    ).data;

  test.each<[string, (message: string, other: string) => string]>([
    ['another domain', (message) => message.replace('localhost:8787 wants', 'evil.example wants')],
    [
      'another port of our host',
      (message) => message.replace('localhost:8787 wants', 'localhost:9999 wants'),
    ],
    ['another URI', (message) => message.replace('URI: http://localhost:8787', `URI: ${EVIL}`)],
    ['another chain', (message) => message.replace(/Chain ID: \d+/, 'Chain ID: 31337')],
    ['another chain that we don’t offer', (message) => message.replace(/Chain ID: \d+/, 'Chain ID: 1')],
    [
      'a later end',
      (message) => message.replace(/Expiration Time: .*/, 'Expiration Time: 2099-01-01T00:00:00.000Z'),
    ],
    ['no end', (message) => message.replace(/\nExpiration Time: .*/, '')],
    ['another statement', (message) => message.replace('moves no money', 'sells your house')],
    ['a resource added', (message) => `${message}\nResources:\n- ${EVIL}`],
    ['a second nonce above ours', (message, other) => message.replace('Nonce:', `Nonce: ${other}\nNonce:`)],
    [
      'another of the wallet’s own nonces',
      (message, other) => message.replace(/Nonce: \w+/, `Nonce: ${other}`),
    ],
    ['other line ends', (message) => message.replaceAll('\n', '\r\n')],
  ])('is refused with %s, and leaves the real one valid', async (_, change) => {
    const wallet = privateKeyToAccount(generatePrivateKey());
    const [{ message }, other] = [await nonceFor(wallet.address), await nonceFor(wallet.address)];
    const verify = async (signedText: string) => {
      const signature = await wallet.signMessage({ message: signedText });
      const body = { kind: 'evm', address: wallet.address, message: signedText, signature };
      return (await call('/auth/verify', { body })).status;
    };
    const changed = change(message, other.nonce);
    expect(changed).not.toBe(message);
    expect(await verify(changed)).toBe(401);
    expect(await verify(message)).toBe(200);
    expect(await verify(message)).toBe(401);
  });
});

describe('an administrator’s sign-in', () => {
  test('derives one password for known and unknown addresses alike, so that its time reveals nothing', async () => {
    const [active, former, invited] = [await Admin.arrive(), await Admin.arrive(), await Admin.arrive()];
    await former.deactivate();
    await env.DB.prepare("UPDATE admins SET password_hash = '' WHERE id = ?").bind(invited.id).run();
    const cost = async (email: string, password: string, client: string) => {
      const before = derivations();
      const { status } = await adminLogin(email, password, undefined, { 'cf-connecting-ip': client });
      return [status, derivations() - before];
    };
    expect(await cost(active.email, ADMIN_PASSWORD, '192.0.2.101')).toEqual([200, 1]);
    expect(await cost(active.email, 'wrong', '192.0.2.102')).toEqual([401, 1]);
    expect(await cost('nobody@mooring.example', 'wrong', '192.0.2.103')).toEqual([401, 1]);
    expect(await cost(former.email, ADMIN_PASSWORD, '192.0.2.104')).toEqual([401, 1]);
    expect(await cost(invited.email, '', '192.0.2.105')).toEqual([422, 0]);
    expect(await cost(invited.email, 'anything', '192.0.2.105')).toEqual([401, 1]);
  });

  test('derives no password while the client has to wait', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.110' };
    const at = workerWith(later(0));
    for (let tried = 0; tried < 5; tried += 1)
      await adminLogin('nobody@mooring.example', 'wrong', at, headers);
    const before = derivations();
    expect((await adminLogin('nobody@mooring.example', 'wrong', at, headers)).status).toBe(429);
    expect(derivations() - before).toBe(0);
  });
});

describe('a page of another site', () => {
  const preflight = (origin: string) =>
    workerWith({})(
      new Request(`${ORIGIN}/api/insurance/quotes`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type',
        },
      }),
    );

  test('gets a preflight answer that names our own site alone, and no credentials', async () => {
    for (const origin of [EVIL, 'null', `${ORIGIN}.evil.example`, 'http://localhost:1', ORIGIN]) {
      const { headers } = await preflight(origin);
      expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  test('gets no answer that it may read, and no cookie, with or without a token', async () => {
    for (const token of [null, ada.token]) {
      const { headers } = await call('/profile', { token, headers: { origin: EVIL, cookie: 'a=b' } });
      expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(headers.has('access-control-allow-credentials')).toBe(false);
      expect(headers.has('set-cookie')).toBe(false);
    }
  });

  test('can’t pass a form off as JSON at any call that takes JSON', async () => {
    // A one-click unsubscribe is a form by its standard, and its token stands in the link.
    const taking = CALLS.filter(
      ({ body, optionalBody, optionalForm }) => (body ?? optionalBody) && !optionalForm,
    );
    expect(taking.length).toBeGreaterThan(70);
    const accepted: string[] = [];
    for (const { method, path, who } of taking) {
      const token = who === 'wallet' ? ada.token : hedy.token;
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const options = { method, token, raw: '{"a":1}', headers: { 'content-type': type, origin: EVIL } };
        const { status } = await call(path.replace(/\{\w+\}/g, '1'), options);
        if (status !== 415) accepted.push(`${method} ${path} ${type}: ${status}`);
      }
    }
    expect(accepted).toEqual([]);
  });
});

test('a line break in a request makes no second line in the log and no header in the answer', async () => {
  const logs = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  );
  const FAKE = '\r\nX-Evil: 1\r\n{"level":"info","event":"forged"}';
  const path = encodeURIComponent(FAKE);
  const answers = [
    await call(`/nowhere/${path}`),
    await call(`/insurance/policy/${path}?wallet_address=${path}`, { token: ada.token }),
    await call(`/insurance/ipid/${path}`),
    await call(`/shares/${path}`),
    await call('/contact', { body: { name: FAKE, email: FAKE, subject: FAKE, message: FAKE } }),
    await call('/admin/auth/login', { body: { email: FAKE, password: FAKE } }),
    await call('/messages/create', { token: ada.token, body: { subject: FAKE, message: FAKE } }),
    await call(`/admin/claims/export?search=${path}`, { token: hedy.token }).catch(() => null),
  ];
  const lines = logs.flatMap((log) => log.mock.calls.flat().map(String));
  for (const log of logs) log.mockRestore();
  expect(lines.length).toBeGreaterThanOrEqual(answers.length);
  for (const line of lines) {
    expect(line).not.toMatch(/[\r\n]/);
    expect(JSON.parse(line).event).not.toBe('forged');
    expect(line).not.toContain('X-Evil');
  }
  for (const answer of answers) expect(answer?.headers.has('x-evil') ?? false).toBe(false);
});
