// Runs on Node 20 or newer before anything is installed: installs the packages and continues under the project's
// Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NODE = join(ROOT, 'node_modules/.bin/node');
const OLDEST = 24;

function installed() {
  const lock = join(ROOT, 'package-lock.json');
  const done = join(ROOT, 'node_modules/.package-lock.json');
  return existsSync(done) && statSync(done).mtimeMs >= statSync(lock).mtimeMs;
}

/** Installs from the lock file when it is newer than what is installed. Ends the process when that fails. */
function install() {
  if (installed()) return;
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error('node_modules is a link, and installing would empty its target. Please remove the link.');
    process.exit(1);
  }
  console.log('Installing the packages of package-lock.json (a minute or two, once) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('The packages could not be installed; the lines above say why.');
    process.exit(status ?? 1);
  }
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
