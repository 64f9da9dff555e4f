import { SignJWT } from 'jose';
import {
  concat,
  encodeAbiParameters,
  getCreate2Address,
  type Hex,
  keccak256,
  padHex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { parseSiweMessage } from 'viem/siwe';
import { describe, expect, test, vi } from 'vitest';
import {
  Customer,
  call,
  chain,
  later,
  localAccount,
  noChain,
  type Reach,
  rows,
  shaky,
  usual,
  workerWith,
} from '../../../test/harness.ts';

const SECRET = new TextEncoder().encode('a session secret that only these tests know');
const newAccount = () => privateKeyToAccount(generatePrivateKey());

const askNonce = (address: string, reach?: Reach, changes: Record<string, unknown> = {}) =>
  call<{ nonce: string; message: string }>(
    '/auth/nonce',
    { body: { address, kind: 'evm', chain_id: usual.chain_id, ...changes } },
    reach,
  );
const verify = (address: string, message: string, signature: string, reach?: Reach) =>
  call<{ token: string; address: string; expires_at: string }>(
    '/auth/verify',
    { body: { kind: 'evm', address, message, signature } },
    reach,
  );
const whoami = (address: string, token: string, reach?: Reach) =>
  call(`/insurance/active-policies/${address}`, { token }, reach);

describe('sign-in message', () => {
  test('names site, wallet, chain and an end in five minutes @api-14', async () => {
    const { address } = newAccount();
    const { data } = await askNonce(address.toLowerCase());
    const message = parseSiweMessage(data.message);
    expect(message).toMatchObject({
      address,
      chainId: usual.chain_id,
      domain: 'localhost:8787',
      uri: 'http://localhost:8787',
      nonce: data.nonce,
      version: '1',
    });
    const minutes = (Number(message.expirationTime) - Number(message.issuedAt)) / 60_000;
    expect(minutes).toBe(5);
  });

  test('leaves the owners of a contract wallet an hour to sign', async () => {
    const { data } = await askNonce(newAccount().address, undefined, { contract_wallet: true });
    const { expirationTime, issuedAt } = parseSiweMessage(data.message);
    expect((Number(expirationTime) - Number(issuedAt)) / 60_000).toBe(60);
  });

  test('has a nonce of 128 random bits that the nonce before does not reveal', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const { address } = newAccount();
    const nonces: string[] = [];
    for (let asked = 0; asked < 4; asked += 1) nonces.push((await askNonce(address)).data.nonce);
    random.mockRestore();
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    const pieces = nonces.flatMap((nonce) => [nonce.slice(0, 8), nonce.slice(8, 16), nonce.slice(16, 24)]);
    for (const [index, piece] of pieces.entries()) {
      const others = nonces.filter((_, other) => other !== Math.floor(index / 3));
      expect(others.some((nonce) => nonce.includes(piece))).toBe(false);
    }
  });

  test('names the public site, whatever host was asked, unless the deployment is local', async () => {
    const body = { address: newAccount().address, kind: 'evm', chain_id: usual.chain_id };
    const ask = async (url: string, variables: Partial<Env>) => {
      const request = new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const answer = await workerWith({}, variables)(request);
      const { data } = (await answer.json()) as { data: { message: string } };
      return parseSiweMessage(data.message).domain;
    };
    const path = '/api/auth/nonce';
    const deployed = {
      ENVIRONMENT: 'staging',
      RATE_SOURCE: 'chainlink',
      PUBLIC_ORIGIN: 'https://mooring.example',
      RPC_URLS: JSON.stringify({ 1337: usual.rpc_url, 31337: usual.rpc_url }),
    } as Partial<Env>;
    expect(await ask(`http://127.0.0.1:9999${path}`, {})).toBe('127.0.0.1:9999');
    expect(await ask(`https://evil.example${path}`, {})).toBe('localhost:8787');
    expect(await ask(`http://127.0.0.1:9999${path}`, deployed)).toBe('mooring.example');
  });

  test.each([
    ['an invalid address', { address: '0x1234' }],
    ['a public key instead of an EVM address', { address: `0x${'ab'.repeat(32)}` }],
    ['a chain that is not offered', { chain_id: 5 }],
    [
      'a Polkadot wallet without an offered Polkadot chain',
      { kind: 'substrate', chain_id: `0x${'ab'.repeat(32)}` },
    ],
    ['an unknown field', { admin: true }],
  ])('answers 422 with a sentence for a sign-in with %s', async (_, changes) => {
    const answer = await askNonce(newAccount().address, undefined, changes);
    expect(answer).toMatchObject({ status: 422, success: false });
    expect(answer.message).toMatch(/^[A-Z][a-z]+ .+\.$/);
  });
});

describe('wallet sign-in', () => {
  test('signs an EOA in for 24 hours without RPC @wallet-23', async () => {
    const ada = newAccount();
    const offline = workerWith(noChain);
    const { message } = (await askNonce(ada.address, offline)).data;
    const { data, status } = await verify(ada.address, message, await ada.signMessage({ message }), offline);
    expect(status).toBe(200);
    expect(data.address).toBe(ada.address);
    const hours = (Date.parse(data.expires_at) - Date.now()) / 3_600_000;
    expect(hours).toBeCloseTo(24, 2);
    expect((await whoami(ada.address, data.token)).status).toBe(200);
    const tomorrow = workerWith(later(24 * 3_600_000 + 1000));
    expect((await whoami(ada.address, data.token, tomorrow)).status).toBe(401);
  });

  test('accepts a compact signature (EIP-2098), and none by another key', async () => {
    const [ada, eve] = [newAccount(), newAccount()];
    const compact = async (by: typeof ada, message: string) =>
      serializeCompactSignature(
        signatureToCompactSignature(parseSignature(await by.signMessage({ message }))),
      );
    const { message } = (await askNonce(ada.address)).data;
    const short = await compact(ada, message);
    expect(short).toHaveLength(130);
    expect((await verify(ada.address, message, await compact(eve, message))).status).toBe(401);
    expect((await verify(ada.address, message, short)).status).toBe(200);
  });

  test('accepts a nonce once, even for two simultaneous requests @wallet-23', async () => {
    const ada = newAccount();
    const { message } = (await askNonce(ada.address)).data;
    const signature = await ada.signMessage({ message });
    const answers = await Promise.all([1, 2, 3].map(() => verify(ada.address, message, signature)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await verify(ada.address, message, signature)).status).toBe(401);
    const wallet = ada.address.toLowerCase();
    expect(await rows('SELECT jti FROM sessions WHERE wallet = ?', wallet)).toHaveLength(1);
  });

  test('refuses a late signature', async () => {
    const ada = newAccount();
    const { message } = (await askNonce(ada.address)).data;
    const signature = await ada.signMessage({ message });
    const answer = await verify(ada.address, message, signature, workerWith(later(5 * 60_000 + 1000)));
    expect(answer).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  test('refuses a tampered message, another signer, another address and a foreign nonce without using up the nonce', async () => {
    const ada = newAccount();
    const eve = newAccount();
    const { message } = (await askNonce(ada.address)).data;
    const signature = await ada.signMessage({ message });
    const tampered = message.replace(`Chain ID: ${usual.chain_id}`, `Chain ID: ${shaky.chain_id}`);
    expect(tampered).not.toBe(message);
    const attempts = [
      await verify(ada.address, tampered, await ada.signMessage({ message: tampered })),
      await verify(ada.address, message, await eve.signMessage({ message })),
      await verify(eve.address, message, signature),
      await verify(eve.address, message, await eve.signMessage({ message })),
      await verify(ada.address, `${message} `, await ada.signMessage({ message: `${message} ` })),
      await verify(ada.address, 'hello', await ada.signMessage({ message: 'hello' })),
      await verify(ada.address, message, '0x1234'),
    ];
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 401));
    for (const { message: words } of attempts) expect(words).toMatch(/^[A-Z].+\.$/);
    expect((await verify(ada.address, message, signature)).status).toBe(200);
  });

  test('answers 429 above the nonce limit with a time to retry, for this wallet only', async () => {
    const ada = newAccount();
    // Twice the limit, because a new minute may start in between.
    const answers = await Promise.all(Array.from({ length: 121 }, () => askNonce(ada.address)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(60);
    expect(refused[0]?.headers.get('retry-after')).toBe('60');
    expect((await askNonce(newAccount().address)).status).toBe(200);
  });
});

describe('contract wallets', () => {
  const MAGIC = '1626ba7e'.padEnd(64, '0');
  const word = (byte: string): Hex => `0x${byte.repeat(32)}`;
  /** Runtime code that accepts exactly one 32-byte signature (EIP-1271). */
  const walletCode = (secret: Hex): Hex => `0x6064357f${secret.slice(2)}147f${MAGIC}0260005260206000f3`;
  const initCode = (code: Hex): Hex => {
    const size = ((code.length - 2) / 2).toString(16).padStart(2, '0');
    return concat([`0x60${size}600c60003960${size}6000f3`, code]);
  };
  /** EIP-6492: the signature includes how to deploy the wallet. */
  const DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
  const SUFFIX = `0x${'6492'.repeat(16)}` as const;

  test('signs a deployed contract wallet in by EIP-1271', async () => {
    const secret = word('5e');
    const hash = await chain.sendTransaction({
      account: localAccount(6),
      chain: chain.chain,
      data: initCode(walletCode(secret)),
    });
    const { contractAddress } = await chain.waitForTransactionReceipt({ hash });
    const address = contractAddress ?? '0x';
    const { message } = (await askNonce(address)).data;
    expect((await verify(address, message, word('66'))).status).toBe(401);
    const unreachable = await verify(address, message, secret, workerWith(noChain));
    expect(unreachable).toMatchObject({ status: 503, code: 'chain_unreachable' });
    const answer = await verify(address, message, secret);
    expect(answer.status).toBe(200);
    expect((await whoami(address, answer.data.token)).status).toBe(200);
  });

  test('signs a contract wallet in by EIP-6492 before it is deployed', async () => {
    const secret = word('7a');
    const salt = padHex('0x1', { size: 32 });
    const bytecode = initCode(walletCode(secret));
    const address = getCreate2Address({ from: DEPLOYER, salt, bytecodeHash: keccak256(bytecode) });
    const wrapped = (inner: Hex) =>
      concat([
        encodeAbiParameters(
          [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
          [DEPLOYER, concat([salt, bytecode]), inner],
        ),
        SUFFIX,
      ]);
    const { message } = (await askNonce(address)).data;
    expect((await verify(address, message, wrapped(word('66')))).status).toBe(401);
    expect((await verify(address, message, wrapped(secret))).status).toBe(200);
  });
});

describe('wallet sessions', () => {
  test('ends only the signed-out session @api-14', async () => {
    const ada = await Customer.arrive();
    const { message } = (await askNonce(ada.address)).data;
    const other = await verify(ada.address, message, await ada.account.signMessage({ message }));
    expect((await ada.call('/auth/logout', { method: 'POST' })).status).toBe(200);
    expect((await whoami(ada.address, ada.token)).status).toBe(401);
    expect((await ada.call('/auth/logout', { method: 'POST' })).status).toBe(401);
    expect((await whoami(ada.address, other.data.token)).status).toBe(200);
  });

  test('refuses tokens of another kind, key or issuer, expired ones and those without a session', async () => {
    const ada = await Customer.arrive();
    const wallet = ada.address.toLowerCase();
    const [session] = await rows<{ jti: string }>('SELECT jti FROM sessions WHERE wallet = ?', wallet);
    const now = Math.floor(Date.now() / 1000);
    const make = (changes: {
      jti?: string;
      aud?: string;
      iss?: string;
      exp?: number;
      kind?: string;
      key?: string;
    }) =>
      new SignJWT({ address: wallet, kind: changes.kind ?? 'evm' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(changes.iss ?? 'mooring')
        .setAudience(changes.aud ?? 'mooring:wallet')
        .setJti(changes.jti ?? session?.jti ?? '')
        .setExpirationTime(changes.exp ?? now + 600)
        .sign(changes.key ? new TextEncoder().encode(changes.key) : SECRET);
    const status = async (token: string) => (await whoami(ada.address, token)).status;
    expect(await status(await make({}))).toBe(200);
    expect(await status(await make({ aud: 'mooring:admin' }))).toBe(401);
    expect(await status(await make({ iss: 'somebody' }))).toBe(401);
    expect(await status(await make({ exp: now - 1 }))).toBe(401);
    expect(await status(await make({ kind: 'admin' }))).toBe(401);
    expect(await status(await make({ jti: crypto.randomUUID() }))).toBe(401);
    expect(await status(await make({ key: 'another secret of more than 32 characters' }))).toBe(401);
    expect(await status('not.a.token')).toBe(401);
    const [header, payload] = (await make({})).split('.');
    expect(await status(`${header}.${payload}.`)).toBe(401);
  });
});
