import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unstable_readConfig } from 'wrangler';
import { ROOT } from '../lib/bootstrap.mjs';
import {
  browserDeployment,
  chainEntry,
  deployProblems,
  isFormerRecord,
  platformOf,
  secretProblems,
} from '../lib/deployment.mjs';
import { contentSecurityPolicy, headersFile } from '../lib/site.mjs';

const [address, older, first] = ['11', '22', '33'].map((digits) => `0x${digits.repeat(20)}`);
const record = {
  chain_id: 11155111,
  contract: address,
  block: 9,
  contracts: [
    { address, block: 9, edition: 2 },
    { address: older, block: 7, edition: 2 },
    { address: first, block: 5, edition: 1 },
  ],
  tokens: { USDC: { address, decimals: 6, permit: true } },
  feeds: { ETH: address, USDC: address },
};
const example = JSON.parse(readFileSync(new URL('../../deploy/example.json', import.meta.url), 'utf8'));
const good = { ...example, chains: [chainEntry(record, example.chains[0])] };

describe('records of the first edition', () => {
  test('a record without a list of contracts is of the first edition', () => {
    const { contracts: _, ...former } = record;
    assert.equal(isFormerRecord(former), true);
  });

  test('a record with a list of contracts, or no record, is not of the first edition', () => {
    assert.equal(isFormerRecord(record), false);
    assert.equal(isFormerRecord(undefined), false);
  });
});

describe('deployment checks', () => {
  test('the example deployment is accepted', () => {
    assert.deepEqual(deployProblems(good), []);
  });

  const bad = [
    ['a local environment', { environment: 'local' }],
    ['reference rates', { rate_source: 'reference' }],
    ['the demo wallet', { demo_wallet: true }],
    ['the demo administrator', { demo_admin: true }],
    ['a site on loopback', { origin: 'https://localhost' }],
    ['a site without https', { origin: 'http://mooring.example' }],
    ['no sender of letters', { mail_from: undefined }],
    ['no address for answers', { mail_reply_to: 'nobody' }],
    ['no chain', { chains: [] }],
    ['a chain without a contract', { chains: [{ ...good.chains[0], contract: null }] }],
    ['a chain with a plain RPC', { chains: [{ ...good.chains[0], rpc_url: 'http://rpc.example' }] }],
    ['a chain with no confirmation', { chains: [{ ...good.chains[0], confirmations: 0 }] }],
    ['one confirmation on Ethereum', { chains: [{ ...good.chains[0], chain_id: 1, confirmations: 1 }] }],
    [
      'one confirmation on an unknown chain',
      { chains: [{ ...good.chains[0], chain_id: 424242, confirmations: 1 }] },
    ],
    [
      'a currency without a feed',
      { chains: [{ ...good.chains[0], currencies: [{ symbol: 'USDT', feed: null }] }] },
    ],
  ];
  for (const [name, change] of bad) {
    test(`a deployment with ${name} is refused in one sentence`, () => {
      assert.equal(deployProblems({ ...good, ...change }).length, 1);
    });
  }
});

test('a deployment without RPC_URLS is refused with the name of the secret', () => {
  const required = ['SESSION_SECRET', 'RPC_URLS'];
  assert.deepEqual(secretProblems(['SESSION_SECRET', 'RPC_URLS', 'PUSH_KEYS'], required), []);
  assert.deepEqual(secretProblems(['SESSION_SECRET'], required), ['The secret RPC_URLS is not set.']);
  assert.deepEqual(secretProblems([], required).length, 2);
});

test('the browser receives only the public RPC address', () => {
  const shown = browserDeployment({ environment: 'staging', chains: good.chains, demoWallet: false });
  assert.deepEqual(
    shown.chains.map((chain) => chain.rpc_url),
    ['https://rpc.sepolia.example'],
  );
  assert.doesNotMatch(JSON.stringify(shown), /RPC_URLS|rpc_urls/);
  assert.deepEqual(shown.chains[0].contracts, [address, older]);
});

test('a test network may use one confirmation, and any network may use two', () => {
  for (const [chain_id, confirmations] of [
    [11155111, 1],
    [1, 2],
  ]) {
    assert.deepEqual(
      deployProblems({ ...good, chains: [{ ...good.chains[0], chain_id, confirmations }] }),
      [],
    );
  }
});

describe('platform configuration', () => {
  const base = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') }, { hideWarnings: true });
  const spaces = (environment) =>
    Object.fromEntries(
      platformOf(base, environment).ratelimits.map(({ name, namespace_id }) => [name, namespace_id]),
    );

  test('each environment has its own rate limits, because an account shares namespaces', () => {
    assert.deepEqual(spaces('production'), {
      QUOTE_LIMIT: '1001',
      SIGN_IN_LIMIT: '1002',
      CLIENT_LIMIT: '1003',
    });
    assert.deepEqual(spaces('staging'), { QUOTE_LIMIT: '2001', SIGN_IN_LIMIT: '2002', CLIENT_LIMIT: '2003' });
  });

  test('rate limits match the local stack and never fall below what a person needs', () => {
    const limits = platformOf(base, 'staging').ratelimits.map(({ name, simple }) => [
      name,
      simple.limit,
      simple.period,
    ]);
    assert.deepEqual(limits, [
      ['QUOTE_LIMIT', 120, 60],
      ['SIGN_IN_LIMIT', 60, 60],
      ['CLIENT_LIMIT', 240, 60],
    ]);
  });

  test('log lines and errors are kept in every environment', () => {
    assert.equal(platformOf(base, 'production').observability.enabled, true);
    assert.equal(platformOf(base, 'staging').observability.enabled, true);
  });
});

describe('the site’s headers', () => {
  const chains = [{ rpc_url: 'https://rpc.example/key' }];

  test('a deployed site keeps browsers on https for a year', () => {
    for (const environment of ['staging', 'production']) {
      assert.match(
        headersFile({ environment, chains }),
        /^\/\*\n(?: {2}.+\n)* {2}Strict-Transport-Security: max-age=31536000; includeSubDomains\n/,
      );
    }
  });

  test('a local site does not force https on other local servers', () => {
    assert.doesNotMatch(headersFile({ environment: 'local', chains }), /Strict-Transport-Security/);
  });
});

test('a chain entry has the network’s name, its native coin first, and every token', () => {
  const entry = chainEntry(record, {
    rpc_url: 'https://rpc.example',
    confirmations: 3,
    heartbeats: { ETH: 3600 },
  });
  assert.equal(entry.name, 'Sepolia Testnet');
  assert.equal(entry.start_block, 9);
  // The worker can't read the first edition, which sold nothing.
  assert.deepEqual(entry.earlier_contracts, [{ address: older, start_block: 7 }]);
  assert.deepEqual(
    entry.currencies.map(({ symbol, decimals, token, heartbeat_seconds }) => [
      symbol,
      decimals,
      token,
      heartbeat_seconds,
    ]),
    [
      ['ETH', 18, null, 3600],
      ['USDC', 6, address, 86_400],
    ],
  );
  assert.throws(() =>
    chainEntry({ ...record, chain_id: 424242 }, { rpc_url: 'https://x', confirmations: 1 }),
  );
});

test('the security policy lets the browser reach only us and the chains on offer', () => {
  const policy = contentSecurityPolicy([
    { rpc_url: 'https://rpc.example/key' },
    { rpc_url: 'https://rpc.example/other' },
  ]);
  assert.match(policy, /connect-src 'self' https:\/\/rpc\.example;/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
});
