import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unstable_readConfig } from 'wrangler';
import { NETWORKS } from '../../domain/chains.ts';
import { chainList } from '../../worker/src/platform/chain/config.ts';
import { ROOT } from '../lib/bootstrap.mjs';
import {
  browserDeployment,
  chainEntry,
  deployProblems,
  isFormerRecord,
  payersNotice,
  phoneNotice,
  platformOf,
  secretProblems,
  substrateEntry,
} from '../lib/deployment.mjs';
import { contentSecurityPolicy, headersFile, robotsFile, securityFile } from '../lib/site.mjs';
import { DEV_ACCOUNTS, LOCAL_GENESIS } from '../lib/substrate.mjs';

const [address, older, first] = ['11', '22', '33'].map((digits) => `0x${digits.repeat(20)}`);
const record = {
  chain_id: 11155111,
  contract: address,
  block: 9,
  contracts: [
    { address, block: 9, edition: 3 },
    { address: older, block: 7, edition: 3 },
    { address: first, block: 5, edition: 1 },
  ],
  tokens: { USDC: { address, decimals: 6, authorization: { name: 'USD Coin', version: '2' } } },
  feeds: { ETH: address, USDC: address },
  roles: Object.fromEntries(
    ['administrator', 'guardian', 'claims', 'underwriter', 'treasurer', 'pauser', 'signer'].map(
      (role, index) => [role, `0x${`a${index}`.repeat(20)}`],
    ),
  ),
};
const example = JSON.parse(readFileSync(new URL('../../deploy/example.json', import.meta.url), 'utf8'));
const { substrate, ...evm } = example;
const good = { ...evm, chains: [chainEntry(record, example.chains[0])] };

describe('records of an earlier edition', () => {
  test('a record of the first or second edition is of an earlier one', () => {
    const { contracts: _, ...former } = record;
    assert.equal(isFormerRecord(former), true);
    assert.equal(isFormerRecord({ ...record, contracts: [{ address, block: 9, edition: 2 }] }), true);
  });

  test('a record of the third edition, or no record, is not of an earlier one', () => {
    assert.equal(isFormerRecord(record), false);
    assert.equal(isFormerRecord(undefined), false);
  });
});

describe('deployment checks', () => {
  test('the example deployment is accepted', () => {
    assert.deepEqual(deployProblems({ ...good, substrate }), []);
    assert.deepEqual(deployProblems(good), []);
  });

  test('the command names every problem of a settings file and sends nothing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mooring-deploy-'));
    const file = join(folder, 'settings.json');
    const chains = [{ ...example.chains[0], chain_id: 31337 }];
    writeFileSync(file, JSON.stringify({ ...example, chains, origin: 'http://mooring.example' }));
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/deploy.mjs'), file], {
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    assert.equal(status, 1);
    assert.deepEqual(stderr.trim().split('\n'), [
      'Not deployed:',
      '  - The origin must be the https address of the site without a path.',
      '  - Chain 31337 has no contract in deployments.json.',
      '  - substrate.feed must name a price feed on one of the chains.',
    ]);
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
    ['nobody to report a vulnerability to', { security_contact: undefined }],
    ['a bare address for reports of vulnerabilities', { security_contact: 'security@mooring.example' }],
    ['an operator without an ombudsman', { operator: { ...example.operator, ombudsman: undefined } }],
    ['a guardian without a mailbox', { guardian_email: 'nobody' }],
    ['no address of the guardian in production', { environment: 'production', guardian_email: undefined }],
    ['no operator in production', { environment: 'production', operator: undefined }],
    ['a WalletConnect project without its id', { walletconnect: { project_id: 'mooring' } }],
    [
      'a WalletConnect relay without encryption',
      { walletconnect: { project_id: 'a'.repeat(32), relay_url: 'ws://relay.example' } },
    ],
    ['no chain', { chains: [] }],
    ['a chain that closed down', { chains: [{ ...good.chains[0], chain_id: 5 }] }],
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

describe('the Substrate chain of a deployment', () => {
  const problems = (change, environment = 'production') =>
    deployProblems({ ...good, environment, substrate: { ...substrate, ...change } });

  test('a chain that pays a multisig or a delayed proxy is accepted', () => {
    assert.deepEqual(problems({}), []);
    assert.deepEqual(problems({ recipient_kind: 'delayed_proxy', rpc_url: 'wss://rpc.example' }), []);
  });

  test('a plain account may be paid in staging, and not in production', () => {
    assert.deepEqual(problems({ recipient_kind: undefined }, 'staging'), []);
    assert.deepEqual(problems({ recipient_kind: undefined }), [
      'substrate.recipient_kind must say that the recipient is a multisig or a delayed_proxy.',
    ]);
  });

  const [alice] = DEV_ACCOUNTS;
  for (const [name, change, problem] of [
    ['that we do not know', { genesis_hash: `0x${'12'.repeat(32)}` }, /has the genesis hash/],
    ['that is an EVM chain', { genesis_hash: '1' }, /has the genesis hash/],
    ['of this machine', { genesis_hash: LOCAL_GENESIS }, /local stack only/],
    ['without an encrypted RPC', { rpc_url: 'ws://rpc.example' }, /https or wss/],
    ['that pays nobody', { recipient: '5xyz' }, /A recipient must be an address/],
    ['that pays a development account', { recipient: alice.key }, /development accounts/],
    ['that paid one before', { earlier_recipients: [alice.key] }, /development accounts/],
    ['without a price feed', { feed: null }, /substrate\.feed/],
    ['with a feed elsewhere', { feed: { ...substrate.feed, chain_id: 1 } }, /substrate\.feed/],
    ['without a start', { start_block: undefined }, /refuse substrate: start_block/],
    ['with a setting that does not exist', { confirmations: 2 }, /refuse substrate: confirmations/],
  ]) {
    test(`a chain ${name} is refused in one sentence`, () => {
      const found = problems(change);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0], problem);
    });
  }

  test('the worker’s variable has the network’s own coin and prefix, and what owns the recipient', () => {
    assert.deepEqual(substrateEntry(substrate), {
      key: 'westend',
      name: 'Westend Asset Hub',
      ss58_prefix: 42,
      symbol: 'WND',
      decimals: 12,
      genesis_hash: '0x67f9723393ef76214df0118c34bbbd3dbebc8ed46a10973a8c969d48fe7598c9',
      rpc_url: 'https://rpc.westend-asset-hub.example',
      recipient: substrate.recipient,
      recipient_kind: 'multisig',
      start_block: 9_000_000,
      feed: { chain_id: 11155111, address: substrate.feed.address, heartbeat_seconds: 86_400 },
    });
    assert.equal(substrateEntry(undefined), null);
  });

  test('the browser gets every recipient as an address of that chain, and not what owns it', () => {
    const shown = browserDeployment({
      environment: 'staging',
      chains: good.chains,
      substrate: {
        ...substrateEntry(substrate),
        recipient: alice.key,
        earlier_recipients: [substrate.recipient],
      },
      demoWallet: false,
    }).substrate;
    assert.equal(shown.recipient, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY');
    assert.deepEqual(shown.recipients, [shown.recipient, substrate.recipient]);
    assert.equal('recipient_kind' in shown, false);
    const without = browserDeployment({ environment: 'staging', chains: good.chains, demoWallet: false });
    assert.equal(without.substrate, null);
  });

  test('the browser is told who insures, or that nobody does', () => {
    const parts = { environment: 'staging', chains: good.chains, demoWallet: false };
    assert.equal(browserDeployment(parts).operator, null);
    assert.deepEqual(browserDeployment({ ...parts, operator: example.operator }).operator, example.operator);
  });
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
  assert.equal(shown.chains[0].first_block, 7);
  // The browser reads who holds which role from the chain.
  assert.equal('roles' in shown.chains[0], false);
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
      EXPORT_LIMIT: '1004',
    });
    assert.deepEqual(spaces('staging'), {
      QUOTE_LIMIT: '2001',
      SIGN_IN_LIMIT: '2002',
      CLIENT_LIMIT: '2003',
      EXPORT_LIMIT: '2004',
    });
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
      ['EXPORT_LIMIT', 10, 60],
    ]);
  });

  test('every environment bundles the worker as the local stack does, without the decoder that it does not need', () => {
    const { minify, upload_source_maps, define, alias } = platformOf(base, 'production');
    assert.deepEqual(
      { minify, upload_source_maps, define: { ...define } },
      {
        minify: true,
        upload_source_maps: true,
        define: { 'import.meta.url': "'file:///worker.js'" },
      },
    );
    assert.deepEqual(Object.keys(alias), ['zod', 'brotli/decompress.js']);
    for (const file of Object.values(alias)) assert.ok(existsSync(file), file);
  });

  test('log lines and errors are kept in every environment, but no URLs and headers of requests', () => {
    for (const environment of ['production', 'staging']) {
      const { enabled, logs } = platformOf(base, environment).observability;
      assert.deepEqual([enabled, logs.enabled, logs.invocation_logs], [true, true, false]);
    }
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

  test('no page of the site has a base, an embedded object, an inline script or a frame around it', () => {
    const policy = contentSecurityPolicy({ chains });
    for (const rule of [
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      assert.ok(policy.split('; ').includes(rule), rule);
    }
  });

  test('every file of the site has its declared type and tells other sites no more than our origin', () => {
    for (const header of [
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: strict-origin-when-cross-origin',
    ]) {
      const [everywhere] = headersFile({ environment: 'production', chains }).split('/assets/*');
      assert.ok(everywhere.startsWith('/*\n') && everywhere.includes(`\n  ${header}\n`), header);
    }
  });

  test('a local site does not force https on other local servers', () => {
    assert.doesNotMatch(headersFile({ environment: 'local', chains }), /Strict-Transport-Security/);
  });

  test('only production is open to search engines, without the desk and the API', () => {
    assert.equal(robotsFile({ environment: 'staging' }, 'https://try.test'), 'User-agent: *\nDisallow: /\n');
    assert.equal(
      robotsFile({ environment: 'production' }, 'https://mooring.test'),
      'User-agent: *\nDisallow: /admin\nDisallow: /api/\nSitemap: https://mooring.test/sitemap.xml\n',
    );
  });
});

test('a laid-out site says where to report a vulnerability, for less than a year from its deployment', () => {
  const text = securityFile('mailto:security@mooring.test', 'https://mooring.test', Date.UTC(2027, 0, 31));
  assert.equal(
    text,
    [
      'Contact: mailto:security@mooring.test',
      'Expires: 2027-12-27T00:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://mooring.test/.well-known/security.txt',
      '',
    ].join('\n'),
  );
});

test('a chain entry has the network’s name, its native coin first, and every token', () => {
  const entry = chainEntry(record, {
    rpc_url: 'https://rpc.example',
    confirmations: 3,
    heartbeats: { ETH: 3600 },
  });
  assert.equal(entry.name, 'Sepolia Testnet');
  assert.equal(entry.start_block, 9);
  assert.deepEqual(entry.roles, record.roles);
  assert.deepEqual(chainList.parse([entry])[0].roles, record.roles);
  const { roles: _, ...former } = record;
  const settings = { rpc_url: 'https://rpc.example', confirmations: 3 };
  assert.equal(chainList.parse([chainEntry(former, settings)])[0].roles, undefined);
  const { signer: __, ...six } = record.roles;
  assert.equal(chainList.safeParse([{ ...entry, roles: six }]).success, false);
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

const twoRpcs = [{ rpc_url: 'https://rpc.example/key' }, { rpc_url: 'https://rpc.example/other' }];

test('each network’s entry has its own coin, and its tokens have their decimals there', () => {
  const token = (decimals) => ({ address, decimals, authorization: null });
  const currencies = (chain_id, tokens) =>
    chainEntry({ ...record, chain_id, tokens }, { rpc_url: 'https://x', confirmations: 2 }).currencies.map(
      ({ symbol, decimals, token: at }) => [symbol, decimals, at],
    );
  assert.deepEqual(currencies(56, { USDC: token(18), USDT: token(18) }), [
    ['BNB', 18, null],
    ['USDC', 18, address],
    ['USDT', 18, address],
  ]);
  assert.deepEqual(currencies(137, { USDT: token(6) }), [
    ['POL', 18, null],
    ['USDT', 6, address],
  ]);
  assert.deepEqual(currencies(80002, {}), [['POL', 18, null]]);
});

test('a network that was added as data can be deployed at once', () => {
  NETWORKS.push({
    ref: '4242',
    key: 'harbor',
    name: 'Harbor',
    nativeCurrency: { name: 'Anchor', symbol: 'ANC', decimals: 18 },
    explorer: null,
    stage: 'live',
  });
  const feeds = { ANC: address, USDC: address };
  const on = (confirmations) => [
    chainEntry({ ...record, chain_id: 4242, feeds }, { rpc_url: 'https://x.example', confirmations }),
  ];
  assert.deepEqual(deployProblems({ ...good, chains: on(2) }), []);
  assert.deepEqual(deployProblems({ ...good, chains: on(1) }), [
    'Chain 4242 needs at least two confirmations.',
  ]);
  NETWORKS.pop();
});

test('the security policy names the node of every chain on offer once, and no other host', () => {
  const policy = contentSecurityPolicy({
    chains: [
      { rpc_url: 'https://polygon.example/v2/key' },
      { rpc_url: 'https://bsc.example:8443' },
      { rpc_url: 'https://bsc.example:8443/other' },
      { rpc_url: 'http://127.0.0.1:8545' },
    ],
    substrate: null,
    walletconnect: null,
  });
  const hosts = policy.split('; ').filter((rule) => /:\/\//.test(rule));
  assert.deepEqual(hosts, [
    "connect-src 'self' https://polygon.example https://bsc.example:8443 http://127.0.0.1:8545",
  ]);
});

test('the security policy lets the browser reach only us and the chains on offer', () => {
  const policy = contentSecurityPolicy({ chains: twoRpcs, walletconnect: null });
  assert.match(policy, /connect-src 'self' https:\/\/rpc\.example;/);
  assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
  assert.doesNotMatch(policy, /walletconnect|frame-src|wss:/);
});

test('the security policy lets the browser reach a Substrate chain by HTTP and WebSocket, and compiles nothing', () => {
  const connect = (rpc_url) => {
    const policy = contentSecurityPolicy({ chains: twoRpcs, substrate: { rpc_url }, walletconnect: null });
    assert.match(policy, /script-src 'self';/);
    return policy.match(/connect-src 'self' ([^;]+);/)[1];
  };
  assert.equal(
    connect('http://127.0.0.1:9944'),
    'https://rpc.example http://127.0.0.1:9944 ws://127.0.0.1:9944',
  );
  assert.equal(
    connect('https://node.example/key'),
    'https://rpc.example https://node.example wss://node.example',
  );
  assert.equal(
    connect('wss://node.example/key'),
    'https://rpc.example https://node.example wss://node.example',
  );
});

describe('the security policy of a site that offers WalletConnect', () => {
  const sources = (walletconnect, name) =>
    contentSecurityPolicy({ chains: twoRpcs, walletconnect })
      .split('; ')
      .find((directive) => directive.startsWith(`${name} `));

  test('the policy allows WalletConnect’s relay and its verification, and nothing else', () => {
    const offer = { project_id: 'a'.repeat(32) };
    assert.equal(
      sources(offer, 'connect-src'),
      "connect-src 'self' https://rpc.example wss://relay.walletconnect.org https://verify.walletconnect.org",
    );
    assert.equal(sources(offer, 'frame-src'), 'frame-src https://verify.walletconnect.org');
    const without = contentSecurityPolicy({ chains: twoRpcs, walletconnect: null }).split('; ');
    const others = contentSecurityPolicy({ chains: twoRpcs, walletconnect: offer })
      .split('; ')
      .filter((directive) => !without.includes(directive));
    assert.deepEqual(
      others.map((directive) => directive.split(' ')[0]),
      ['connect-src', 'frame-src'],
    );
  });

  test('the policy allows a deployment’s own relay in place of WalletConnect’s', () => {
    assert.equal(
      sources({ project_id: '', relay_url: 'ws://127.0.0.1:18645/relay' }, 'connect-src'),
      "connect-src 'self' https://rpc.example ws://127.0.0.1:18645 https://verify.walletconnect.org",
    );
  });
});

test('a deployment with fewer than two people who pay claims says so, and one with two does not', () => {
  assert.match(payersNotice(0), /^Nobody here may pay claims/);
  assert.match(payersNotice(1), /^Only one person here may pay claims/);
  assert.equal(payersNotice(2), null);
});

test('a deployment says what phones lose without WalletConnect', () => {
  assert.match(phoneNotice({}), /on a phone only the browser inside a wallet app can connect/);
  assert.equal(phoneNotice({ walletconnect: { project_id: 'a'.repeat(32) } }), null);
});

test('the browser learns the WalletConnect project of a deployment, and null without one', () => {
  const offer = { project_id: 'a'.repeat(32) };
  const shown = (walletConnect) =>
    browserDeployment({ environment: 'staging', chains: good.chains, demoWallet: false, walletConnect })
      .walletconnect;
  assert.deepEqual(shown(offer), offer);
  assert.equal(shown(undefined), null);
});
