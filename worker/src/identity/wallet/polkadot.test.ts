import { describe, expect, test } from 'vitest';
import { call, later, localAccount, rows, usual } from '../../../test/harness.ts';
import { polkadotWorker, shown } from '../../../test/polkadot.ts';
import {
  ecdsaAccount,
  ed25519Account,
  type SubstrateAccount,
  signText,
  sr25519Account,
  substrate,
} from '../../../test/substrate.ts';

const reach = polkadotWorker();

const askNonce = (address: string, changes: Record<string, unknown> = {}) =>
  call<{ nonce: string; message: string }>(
    '/auth/nonce',
    { body: { address, kind: 'substrate', chain_id: substrate.genesis_hash, ...changes } },
    reach,
  );
const verify = (address: string, message: string, signature: string, changes: Record<string, unknown> = {}) =>
  call<{ token: string; address: string }>(
    '/auth/verify',
    { body: { kind: 'substrate', address, message, signature, ...changes } },
    reach,
  );

const KINDS: readonly [string, (name: string) => SubstrateAccount][] = [
  ['sr25519', sr25519Account],
  ['ed25519', ed25519Account],
  ['ecdsa', ecdsaAccount],
];

describe('Polkadot sign-in', () => {
  test('asks for a text with the fields of EIP-4361 and the genesis hash', async () => {
    const account = sr25519Account('Reader');
    const { data, status } = await askNonce(account.key);
    expect(status).toBe(200);
    const [first, address, , statement, , ...fields] = data.message.split('\n');
    expect(first).toBe('localhost:8787 wants you to sign in with your Polkadot account:');
    expect(address).toBe(shown(account));
    expect(statement).toBe('Sign in to Mooring. This is free and moves no money.');
    const values = Object.fromEntries(fields.map((line) => line.split(/: (.*)/, 2)));
    expect(values).toMatchObject({
      URI: 'http://localhost:8787',
      Version: '1',
      'Chain ID': substrate.genesis_hash,
      Nonce: data.nonce,
    });
    const lasts = Date.parse(values['Expiration Time'] ?? '') - Date.parse(values['Issued At'] ?? '');
    expect(lasts / 60_000).toBe(5);
  });

  test.each(
    KINDS,
  )('signs an %s account in, once, and shows it with the prefix of the chain', async (_, make) => {
    const account = make('Ada');
    // Another chain's form of the same address.
    const { message } = (await askNonce(shown(account, 42))).data;
    const signature = signText(account, message);
    const answer = await verify(shown(account, 0), message, signature);
    expect(answer).toMatchObject({ status: 200, data: { address: shown(account) } });
    expect((await verify(shown(account), message, signature)).status).toBe(401);
    const { token } = answer.data;
    for (const name of [shown(account), shown(account, 42), account.key]) {
      const list = await call(`/insurance/active-policies/${name}`, { token }, reach);
      expect(list).toMatchObject({ status: 200, data: [] });
    }
    const other = shown(sr25519Account('Somebody'));
    expect((await call(`/insurance/active-policies/${other}`, { token }, reach)).status).toBe(404);
    const stored = await rows('SELECT kind FROM accounts WHERE wallet = ?', account.key);
    expect(stored).toEqual([{ kind: 'substrate' }]);
  });

  test('refuses a tampered text, another signer, another account and another kind without using up the nonce', async () => {
    const [ada, eve] = [sr25519Account('Ada 2'), sr25519Account('Eve 2')];
    const { message } = (await askNonce(shown(ada))).data;
    const signature = signText(ada, message);
    const longer = message.replace('Version: 1', 'Version: 2');
    const attempts = [
      await verify(shown(ada), longer, signText(ada, longer)),
      await verify(shown(ada), message, signText(eve, message)),
      await verify(shown(eve), message, signText(eve, message)),
      await verify(shown(ada), message, signature, { kind: 'evm' }),
      await verify(localAccount(5).address, message, signature, { kind: 'evm' }),
      await verify(shown(ada), message, '0x1234'),
    ];
    expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => 401));
    expect((await verify(shown(ada), message, signature)).status).toBe(200);
  });

  test('refuses a late signature', async () => {
    const ada = sr25519Account('Ada 3');
    const { message } = (await askNonce(shown(ada))).data;
    const body = { kind: 'substrate', address: shown(ada), message, signature: signText(ada, message) };
    const late = polkadotWorker(later(5 * 60_000 + 1000));
    expect((await call('/auth/verify', { body }, late)).status).toBe(401);
  });

  test.each([
    [
      'an EVM address',
      { address: localAccount(5).address },
      'Please send the address of a Polkadot account.',
    ],
    ['a mistyped address', { address: `${shown(sr25519Account('Ada')).slice(0, -1)}x` }, null],
    ['an EVM chain', { chain_id: usual.chain_id }, 'Your wallet cannot sign in on this network.'],
    ['another genesis hash', { chain_id: `0x${'ab'.repeat(32)}` }, null],
    ['the kind of an EVM wallet', { kind: 'evm' }, 'Your wallet cannot sign in on this network.'],
    [
      'an EVM chain and kind for a public key',
      { kind: 'evm', chain_id: usual.chain_id },
      'Please send an address of 0x and 40 hexadecimal digits.',
    ],
  ])('answers 422 with a sentence for %s', async (_, changes, sentence) => {
    const answer = await askNonce(sr25519Account('Ada').key, changes);
    expect(answer).toMatchObject({ status: 422, success: false });
    expect(answer.message).toMatch(/^[A-Z][a-z]+ .+\.$/);
    if (sentence) expect(answer.message).toBe(sentence);
  });
});
