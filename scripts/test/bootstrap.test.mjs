import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../lib/bootstrap.mjs';
import { freePort } from '../lib/processes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mooring-bootstrap-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** npm with a cache of its own and a registry where nothing listens. */
const env = {
  ...process.env,
  npm_config_cache: join(folder, 'cache'),
  npm_config_registry: `http://127.0.0.1:${await freePort()}`,
  npm_config_update_notifier: 'false',
};

/** A project with a package in a file beside it, so that npm needs no network. */
function project(name) {
  const root = join(folder, name);
  mkdirSync(join(root, 'scripts/lib'), { recursive: true });
  cpSync(join(ROOT, 'scripts/lib/bootstrap.mjs'), join(root, 'scripts/lib/bootstrap.mjs'));
  writeFileSync(
    join(root, 'scripts/run.mjs'),
    "import { bootstrap } from './lib/bootstrap.mjs';\nawait bootstrap(import.meta.url);\nconsole.log('It runs.');\n",
  );
  return root;
}

/** Makes version `version` of the package what the project's lock file asks for. */
function lock(root, version) {
  const source = join(folder, `part-${version}`);
  mkdirSync(source, { recursive: true });
  writeFileSync(join(source, 'package.json'), JSON.stringify({ name: 'part', version }));
  const npm = (...words) => {
    const { status, stderr } = spawnSync('npm', words, { cwd: root, env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  npm('pack', source, '--pack-destination', root);
  const dependencies = { part: `file:part-${version}.tgz` };
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ name: 'project', type: 'module', dependencies }),
  );
  npm('install', '--package-lock-only', '--offline', '--no-audit');
}

async function run(root, options = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs')], {
    env,
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
}

const installed = (root) =>
  JSON.parse(readFileSync(join(root, 'node_modules/part/package.json'), 'utf8')).version;
const INSTALLING = /^Installing the packages/;

test('packages are installed when what the lock file asks for has changed, whatever its time says', async () => {
  const root = project('changed');
  lock(root, '1.0.0');
  const first = await run(root);
  assert.match(first.output, INSTALLING);
  assert.match(first.output, /It runs\.\n$/);
  assert.equal(installed(root), '1.0.0');

  const file = join(root, 'package-lock.json');
  utimesSync(file, new Date('2099-01-01'), new Date('2099-01-01'));
  assert.equal((await run(root)).output, 'It runs.\n');

  lock(root, '2.0.0');
  utimesSync(file, new Date('2001-01-01'), new Date('2001-01-01'));
  assert.match((await run(root)).output, INSTALLING);
  assert.equal(installed(root), '2.0.0');
  // Whoever has installed by hand needs nothing more, unless that was interrupted.
  rmSync(join(root, 'node_modules/.package-lock.sha256'));
  assert.equal((await run(root)).output, 'It runs.\n');
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":');
  assert.match((await run(root)).output, INSTALLING);
});

test('without a network the installation ends within seconds, with a sentence that says so', async () => {
  const root = project('offline');
  lock(root, '1.0.0');
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  wanted.packages[''].dependencies.away = '1.0.0';
  wanted.packages['node_modules/away'] = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify(wanted));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'project', ...wanted.packages[''] }));
  const began = Date.now();
  const { code, output } = await run(root);
  assert.notEqual(code, 0);
  assert.match(output, /npm’s registry can’t be reached\. Connect to the network and start again\.\n$/);
  assert.ok(Date.now() - began < 60_000, `${Date.now() - began} ms`);
});

test('in a folder of another user nothing is installed, and a sentence names it', async () => {
  const root = project('theirs');
  lock(root, '1.0.0');
  chmodSync(folder, 0o755);
  chmodSync(root, 0o555);
  // Root may write anywhere.
  const options = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { code, output } = await run(root, options);
  chmodSync(root, 0o755);
  assert.equal(code, 1);
  assert.equal(output, `Mooring can’t write to ${root}/: this user may not write there.\n`);
});
