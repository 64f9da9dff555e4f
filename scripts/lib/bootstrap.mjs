// Runs on Node 20 or newer before anything is installed: installs the packages and continues under the project's
// Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NODE = join(ROOT, 'node_modules/.bin/node');
const OLDEST = 24;

const WHY = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** A sentence for a file that can't be written; undefined for any other error. */
export const cannotWrite = ({ code, path }) =>
  code in WHY && path ? `Mooring can’t write to ${path}: ${WHY[code]}.` : undefined;

const LOCK = join(ROOT, 'package-lock.json');
/** Beside npm's own record: the hash of the lock file that we installed. */
const STAMP = join(ROOT, 'node_modules/.package-lock.sha256');
const lockHash = () => createHash('sha256').update(readFileSync(LOCK)).digest('hex');

/** Whether the lock file's packages are installed: by us, or by hand according to npm's record. */
function installed() {
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === lockHash();
  const packagesOf = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  try {
    const [wanted, found] = [LOCK, join(ROOT, 'node_modules/.package-lock.json')].map(packagesOf);
    const same = (one, two) => one.version === two?.version && one.integrity === two?.integrity;
    // Packages for other systems are left out.
    return Object.entries({ ...found, ...wanted }).every(
      ([path, { optional }]) => path === '' || (found[path] ? same(found[path], wanted[path]) : optional),
    );
  } catch {
    return false;
  }
}

/** Whether the registry answers anything, in the time that a person waits. */
function registryAnswers() {
  const { status, stderr } = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=15000'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 20_000,
  });
  return status === 0 || /code E\d{3}\b/.test(stderr);
}

/** Installs from the lock file unless that is what is installed. Ends the process when it fails. */
function install() {
  if (installed()) return;
  try {
    accessSync(ROOT, constants.W_OK);
  } catch (error) {
    console.error(cannotWrite(error) ?? error.message);
    process.exit(1);
  }
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error('node_modules is a link, and installing would empty its target. Please remove the link.');
    process.exit(1);
  }
  console.log('Installing the packages of package-lock.json (a minute or two, once) …');
  const online = registryAnswers();
  // Without a network it can still find everything in npm's cache.
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(online ? [] : ['--offline'])];
  const { status } = spawnSync('npm', words, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) {
    console.error(
      online
        ? 'The packages could not be installed; the lines above say why.'
        : 'The packages could not be installed: npm’s registry can’t be reached. Connect to the network and start again.',
    );
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, lockHash());
}

/**
 * Makes sure that the packages are installed and that `script` runs under Node 24 or newer, restarting it under the
 * project's Node if necessary. Resolves only in the process that should do the work.
 */
export async function bootstrap(script) {
  install();
  process.env.PATH = `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`;
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return;
  const child = spawn(NODE, [fileURLToPath(script), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  await new Promise((resolve) => {
    child.on('exit', (code, signal) => {
      process.exitCode = signal ? 1 : (code ?? 1);
      resolve();
    });
  });
  process.exit();
}
