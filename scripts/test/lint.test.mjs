import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ROOT } from '../lib/bootstrap.mjs';
import { bundleWorker } from '../lib/wrangler.mjs';
import { importsOf, wideFiles } from '../lint/imports.mjs';
import { EXCEPTIONS, isAllowed, licenseProblems } from '../lint/licenses.mjs';
import { isSecretFile, secretsIn } from '../lint/secrets.mjs';

/** Planted secrets are put together here, or this file would be reported. */
const planted = (...parts) => parts.join('');
const HEX = '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';

describe('the scan for secrets', () => {
  for (const [name, line] of [
    ['a private key in PEM form', planted('-----BEGIN EC PRIV', 'ATE KEY-----')],
    ['an OpenSSH key', planted('-----BEGIN OPENSSH PRIV', 'ATE KEY-----')],
    ['a signer’s key in a file of variables', planted('QUOTE_SIGNER_', `KEY="0x${HEX}"`)],
    ['a key given to a function', planted('privateKeyTo', `Account('0x${HEX}')`)],
    ['a key as a property', planted('  private', `Key: '${HEX}',`)],
    [
      'a mnemonic',
      planted('legal winner thank year wave sausage worth useful ', 'legal winner thank yellow'),
    ],
    [
      'a mnemonic in a sentence',
      planted(
        'Use “abandon abandon abandon abandon abandon abandon ',
        'abandon abandon abandon abandon abandon about”.',
      ),
    ],
    ['a token of GitHub', planted('gh', `p_${'a1B2'.repeat(9)}`)],
    ['a token of npm', planted('npm', `_${'a1B2'.repeat(9)}`)],
    ['a login of a registry', planted('//registry.test/:_auth', 'Token=abcdef')],
    ['a key of AWS', planted('AKIA', 'ABCDEFGHIJKLMNOP')],
    [
      'an RPC address with its key',
      planted('https://mainnet.infura.io/', 'v3/0123456789abcdef0123456789abcdef'),
    ],
    [
      'a session token',
      planted('eyJhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.', 'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'),
    ],
    ['a webhook secret', planted('whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8G')],
    ['a password in an address', planted('postgres://admin:', 'hunter2hunter2@db.test/main')],
    ['a secret in a setting', planted('api_', "key: 'AbCdEf0123456789AbCdEf01'")],
  ]) {
    test(`the scan for secrets finds ${name}`, () => {
      const { problems } = secretsIn('some/file.ts', `const before = 1;\n${line}\n`);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0], /^some\/file\.ts:2 has what looks like a/);
      // A build's log is no place for the whole of it.
      assert.ok(problems[0].length < 90);
    });
  }

  for (const line of [
    `const transaction = '0x${HEX}';`,
    "const signer = await signerOf('0x1234');",
    'The quick brown fox and a dozen other words that are no mnemonic at all, as in any sentence.',
    'PUSH_KEYS, SESSION_SECRET and DETAILS_KEYS are set with `wrangler secret put`.',
    "password: z.string().min(12, 'Please choose a longer password.')",
    'https://mainnet.infura.io/v3/<key>',
  ]) {
    test(`the scan for secrets takes no offense at: ${line.slice(0, 40)}`, () => {
      assert.deepEqual(secretsIn('some/file.ts', line).problems, []);
    });
  }

  test('anvil’s mnemonic is known, and its key only in the file that is listed', () => {
    const mnemonic = planted('test test test test test test ', 'test test test test test junk');
    assert.deepEqual(secretsIn('any.ts', mnemonic).problems, []);
    const key = planted("key = '0x92db14e403b83dfe", "3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e'");
    assert.equal(secretsIn('any.ts', planted('private_', key)).problems.length, 1);
    assert.equal(secretsIn('scripts/contracts/deploy.test.mjs', planted('private_', key)).problems.length, 0);
  });

  test('files that hold secrets by their name are refused', () => {
    const names = ['.dev.vars', 'deploy/.env', '.env.production', 'keys/server.pem', 'id_ed25519', 'a.p12'];
    assert.deepEqual(names.filter(isSecretFile), names);
    assert.deepEqual(['.env.example', 'worker/env.d.ts', 'keys.ts', '.npmrc'].filter(isSecretFile), []);
  });
});

describe('the licenses of dependencies', () => {
  test('an expression holds if it leaves a choice among the allowed licenses', () => {
    const holds = [
      'MIT',
      '(MIT OR GPL-3.0-only)',
      'Apache-2.0 AND MIT',
      '(MIT AND Zlib)',
      'MIT AND (GPL-2.0-only OR ISC)',
    ];
    assert.deepEqual(holds.filter(isAllowed), holds);
    const fails = [
      ...[
        '',
        'GPL-3.0-only',
        'MIT AND GPL-3.0-only',
        'AGPL-3.0-or-later OR LGPL-2.1-only',
        'UNLICENSED',
        'MIT ISC',
      ],
      ...['SEE LICENSE IN LICENSE.md', 'Apache-2.0 WITH Commons-Clause', 'BUSL-1.1', 'CC-BY-NC-4.0'],
    ];
    assert.deepEqual(fails.filter(isAllowed), []);
  });

  test('a package with another license is named, also where an exception covers another license of it', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    assert.deepEqual(licenseProblems(lock), []);
    lock.packages['node_modules/left/node_modules/pad'] = { license: 'AGPL-3.0-only' };
    lock.packages['node_modules/smoldot'] = { license: 'AGPL-3.0-only' };
    assert.deepEqual(licenseProblems(lock), [
      'smoldot has the license “AGPL-3.0-only”, which is not on the list.',
      'pad has the license “AGPL-3.0-only”, which is not on the list.',
      'No package needs the exception /^smoldot$/.',
    ]);
  });

  test('no package that may not be passed on is in the worker’s bundle', async () => {
    const out = await bundleWorker();
    const { inputs } = JSON.parse(readFileSync(join(out, 'meta.json'), 'utf8'));
    const bundled = Object.keys(inputs).flatMap((file) => file.split('node_modules/').slice(1));
    const names = new Set(bundled.map((path) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''));
    assert.ok(names.has('hono') && names.has('zod'));
    const kept = EXCEPTIONS.filter(({ unshipped }) => unshipped);
    assert.deepEqual(
      [...names].filter((name) => kept.some(({ packages }) => packages.test(name))),
      [],
    );
  });
});

describe('the limit of imports', () => {
  test('each module that a file imports, re-exports or awaits counts once', () => {
    const text = `import a from 'a';
import type { B } from 'b';
import {
  type C,
  d,
} from 'c';
import { e } from 'c';
import 'side-effect';
export { f } from './f.ts';
const { g } = await import('./g.mjs');
const later = () => import('./lazy.ts');
const from = "from 'nowhere'";
`;
    assert.equal(importsOf(text), 6);
  });

  test('a file that imports more than 15 modules, or more than its entry, is reported', () => {
    assert.deepEqual(wideFiles({ 'a.ts': 15, 'b.ts': 20 }, { 'b.ts': 20 }), []);
    assert.deepEqual(wideFiles({ 'a.ts': 16, 'b.ts': 21 }, { 'b.ts': 20 }), [
      'a.ts imports 16 modules; at most 15 are allowed.',
      'b.ts imports 21 modules; at most 20 are allowed.',
    ]);
  });

  test('an entry that is higher than its file needs, or whose file is gone, is reported', () => {
    assert.deepEqual(wideFiles({ 'a.ts': 18 }, { 'a.ts': 20, 'gone.ts': 17 }), [
      'a.ts has 20 in scripts/lint/wide-files.json and imports 18: lower it.',
      'gone.ts has 17 in scripts/lint/wide-files.json and imports 0: lower it.',
    ]);
  });

  test('the list has no entry that every file may have', () => {
    const listed = JSON.parse(readFileSync(join(ROOT, 'scripts/lint/wide-files.json'), 'utf8'));
    assert.deepEqual(
      Object.entries(listed).filter(([, most]) => most <= 15),
      [],
    );
  });
});
