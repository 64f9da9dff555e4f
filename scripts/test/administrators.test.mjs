import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isPassword } from '../../worker/src/admin/auth/password.ts';
import { administratorProblems, administratorSql } from '../lib/administrators.mjs';
import { ROOT } from '../lib/bootstrap.mjs';
import { localSecrets } from '../lib/secrets.mjs';

const good = { email: 'hedy@mooring.example', name: 'Hedy Lamarr', password: 'twelve chars' };
let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'mooring-administrators-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

describe('who can be made an administrator', () => {
  test('somebody with an address, a name and twelve characters of password', () => {
    assert.deepEqual(administratorProblems(good), []);
  });

  const bad = [
    ['a password of eleven characters', { password: 'eleven char' }],
    ['no address', { email: 'hedy' }],
    ['no name', { name: '' }],
    ['a name of several lines', { name: 'Hedy\nLamarr' }],
  ];
  for (const [name, change] of bad) {
    test(`${name} is refused in one sentence`, () => {
      assert.equal(administratorProblems({ ...good, ...change }).length, 1);
    });
  }

  test('a quotation mark in a name ends no statement', async () => {
    const sql = await administratorSql({ ...good, name: "Grace O'Malley'); --" });
    assert.match(sql, /'Grace O''Malley''\); --'/);
  });
});

test('npm run admin:create writes one whom the API’s own check knows, and not a second time', async () => {
  const wrangler = (...words) =>
    spawnSync(process.execPath, [
      join(ROOT, 'node_modules/wrangler/bin/wrangler.js'),
      ...['d1', ...words, '--local', '--persist-to', join(folder, 'd1')],
      ...['--config', join(ROOT, 'wrangler.toml')],
    ]);
  wrangler('migrations', 'apply', 'DB');
  const create = (password) =>
    spawnSync(
      process.execPath,
      [
        ...[join(ROOT, 'scripts/admin-create.mjs'), '--local'],
        ...['--email', ' Hedy@Mooring.example ', '--name', "Hedy O'Lamarr"],
      ],
      { env: { ...process.env, STATE_DIR: folder, MOORING_ADMIN_PASSWORD: password }, encoding: 'utf8' },
    );
  const short = create('too short');
  assert.equal(short.status, 1);
  assert.match(short.stderr, /at least 12 characters/);
  const first = create(good.password);
  assert.equal(first.status, 0, first.stderr);
  const again = create('another password');
  assert.equal(again.status, 1);
  assert.match(again.stderr, /There is an administrator hedy@mooring\.example already/);

  const { stdout } = wrangler('execute', 'DB', '--json', '--command', 'SELECT * FROM admins');
  const [{ results }] = JSON.parse(String(stdout));
  assert.equal(results.length, 1);
  assert.equal(results[0].email, good.email);
  assert.equal(results[0].name, "Hedy O'Lamarr");
  assert.equal(await isPassword(good.password, results[0].password_hash), true);
});

test('a secret that a later version needs joins the ones of an older state folder', () => {
  const path = join(folder, 'secrets.json');
  const { secrets } = localSecrets(path);
  const { DEMO_ADMIN_PASSWORD, ...older } = JSON.parse(readFileSync(path, 'utf8'));
  assert.equal(DEMO_ADMIN_PASSWORD, secrets.DEMO_ADMIN_PASSWORD);
  assert.ok(DEMO_ADMIN_PASSWORD.length >= 12);
  rmSync(path);
  writeFileSync(path, JSON.stringify(older));
  const next = localSecrets(path).secrets;
  assert.equal(next.SESSION_SECRET, secrets.SESSION_SECRET);
  assert.notEqual(next.DEMO_ADMIN_PASSWORD, secrets.DEMO_ADMIN_PASSWORD);
});
