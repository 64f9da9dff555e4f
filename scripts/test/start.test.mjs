import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cannotWrite } from '../lib/bootstrap.mjs';
import { freePort } from '../lib/processes.mjs';
import { localSecrets } from '../lib/secrets.mjs';
import { readWhole, requireSound, writeWhole } from '../lib/state-files.mjs';

const START = fileURLToPath(new URL('../start.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mooring-start-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Runs npm start's script until it ends. */
async function start(stateDir, env = {}, options = {}) {
  const ports = {};
  for (const name of ['PORT', 'ANVIL_PORT', 'SUBSTRATE_PORT']) ports[name] = String(await freePort());
  const child = spawn(process.execPath, [START], {
    ...options,
    env: { ...process.env, ...ports, STATE_DIR: stateDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  assert.doesNotMatch(output, /^\s+at /m);
  return { code, output };
}

/** A state folder as a finished start leaves it, as far as its files are checked before anything is started. */
function finished(name) {
  const stateDir = join(folder, name);
  const put = (file, content) => {
    mkdirSync(dirname(join(stateDir, file)), { recursive: true });
    writeFileSync(join(stateDir, file), content);
  };
  put('d1/complete', '');
  put('d1/substrate', '');
  put('chain/state.json', '{}');
  put('deployments.json', '{"1337":{"contracts":[{"edition":3}]}}');
  localSecrets(join(stateDir, 'secrets.json'));
  mkdirSync(join(stateDir, 'substrate'));
  mkdirSync(join(stateDir, 'd1/v3/d1'), { recursive: true });
  for (const file of ['substrate/blocks.sqlite', 'd1/v3/d1/data.sqlite']) {
    const database = new DatabaseSync(join(stateDir, file));
    database.exec('CREATE TABLE things (name TEXT); BEGIN');
    for (let row = 0; row < 500; row += 1) {
      database.prepare('INSERT INTO things VALUES (?)').run('x'.repeat(100));
    }
    database.exec('COMMIT');
    database.close();
  }
  return stateDir;
}

for (const file of [
  'deployments.json',
  'secrets.json',
  'chain/state.json',
  'substrate/blocks.sqlite',
  'd1/v3/d1/data.sqlite',
]) {
  test(`npm start names ${file} when it was cut off`, async () => {
    const stateDir = finished(file.replaceAll('/', '-'));
    const path = join(stateDir, file);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length / 2));
    const { code, output } = await start(stateDir);
    assert.equal(code, 1);
    assert.ok(
      output.includes(`${path} is damaged. Restore it, or start over with: npm start -- --fresh`),
      output,
    );
  });
}

test('a file or database that was cut off is recognized, wherever that was', () => {
  const stateDir = finished('cut');
  const checks = { 'secrets.json': readWhole, 'substrate/blocks.sqlite': requireSound };
  for (const [file, check] of Object.entries(checks)) {
    const path = join(stateDir, file);
    const whole = readFileSync(path);
    check(path);
    for (const left of [0, 1, 20, whole.length / 2]) {
      writeFileSync(path, whole.subarray(0, left));
      assert.throws(() => check(path), { message: new RegExp(`^${path} is damaged.`) }, `${file} at ${left}`);
    }
  }
});

test('a process number that belongs to another program by now does not stop npm start', async () => {
  const stateDir = finished('other-program');
  writeFileSync(join(stateDir, 'run.pid'), String(process.pid));
  writeFileSync(join(stateDir, 'secrets.json'), '{');
  assert.match((await start(stateDir)).output, /secrets\.json is damaged/);
});

test('npm start refuses one port for two purposes, and what is no port', async () => {
  const port = String(await freePort());
  const same = await start(join(folder, 'same'), { PORT: port, SUBSTRATE_PORT: port });
  assert.equal(same.code, 1);
  assert.match(same.output, new RegExp(`PORT and SUBSTRATE_PORT must differ; both are ${port}\\.`));
  const none = await start(join(folder, 'none'), { ANVIL_PORT: '70000' });
  assert.match(none.output, /ANVIL_PORT must be a port number between 1 and 65535\./);
});

test('npm start names the folder of another user, in which it may not write', async () => {
  const stateDir = join(folder, 'theirs');
  mkdirSync(stateDir);
  chmodSync(folder, 0o755);
  chmodSync(stateDir, 0o555);
  // Root may write anywhere.
  const options = process.getuid() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { code, output } = await start(stateDir, {}, options);
  assert.equal(code, 1);
  assert.ok(output.includes(`Mooring can’t write to ${stateDir}: this user may not write there.`), output);
});

test('a disk that takes nothing is named in a sentence, and other errors keep their own', () => {
  const path = '/srv/mooring/.local';
  assert.equal(
    cannotWrite({ code: 'EROFS', path }),
    'Mooring can’t write to /srv/mooring/.local: the disk is read-only.',
  );
  assert.equal(
    cannotWrite({ code: 'ENOSPC', path }),
    'Mooring can’t write to /srv/mooring/.local: the disk is full.',
  );
  assert.equal(cannotWrite({ code: 'ENOENT', path }), undefined);
  assert.equal(cannotWrite(new Error('Something else')), undefined);
});

test('a file is written whole, or stays what it was', async () => {
  const path = join(folder, 'deep/file.json');
  writeWhole(path, 'one');
  const writer = `import { writeWhole } from ${JSON.stringify(new URL('../lib/state-files.mjs', import.meta.url).href)};
    for (let n = 0; ; n += 1) { writeWhole(process.argv[1], String(n % 10).repeat(300_000)); if (n === 5) console.log('on'); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  for (let look = 0; look < 200; look += 1) {
    const content = readFileSync(path, 'utf8');
    assert.equal(content, content[0].repeat(300_000));
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  const content = readFileSync(path, 'utf8');
  assert.equal(content, content[0].repeat(300_000));
});

test('a database that is being written to is sound', () => {
  const path = join(folder, 'open.sqlite');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = wal; CREATE TABLE things (name TEXT); INSERT INTO things VALUES (1)');
  requireSound(path);
  database.close();
});
