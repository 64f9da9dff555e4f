// Where tests keep what they throw away: in memory, since a database waits for the disk with every statement.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const MEMORY = '/dev/shm';
const NAME = 'mooring-test-';
/** More than the largest run of the gate fills. */
const ENOUGH_BYTES = 2 * 2 ** 30;

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes the folders of runs that were killed. */
function sweep(root) {
  for (const name of readdirSync(root)) {
    if (name.startsWith(NAME) && !isRunning(Number(name.slice(NAME.length)))) {
      rmSync(join(root, name), { recursive: true, force: true });
    }
  }
}

/**
 * Lets this process and all that it starts keep their temporary files in memory, where the machine has enough of it. They
 * go when the process ends.
 */
export function keepInMemory(root = MEMORY, enough = ENOUGH_BYTES) {
  if (!existsSync(root)) return;
  sweep(root);
  const { bavail, bsize } = statfsSync(root);
  if (bavail * bsize < enough) return;
  const folder = join(root, `${NAME}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
