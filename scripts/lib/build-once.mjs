// Builds that a checkout shares: made again only when a source has changed.
import { createHash, randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

/** What builds write or install among their sources. */
const WRITTEN = ['node_modules', 'routeTree.gen.ts'];

function hashInto(hash, path) {
  if (!statSync(path).isDirectory()) {
    hash.update(path).update('\0').update(readFileSync(path)).update('\0');
    return;
  }
  const names = readdirSync(path).filter((name) => !WRITTEN.includes(name));
  for (const name of names.sort()) hashInto(hash, join(path, name));
}

function sourceHash(sources, flags) {
  const hash = createHash('sha256').update(JSON.stringify(flags));
  for (const source of sources) hashInto(hash, join(ROOT, source));
  return hash.digest('hex');
}

/**
 * Builds the folder dist/`name`, unless it was built from the same sources with the same flags. `build` gets a folder
 * of its own, so that two builds at once don't mix.
 * @param {string} name
 * @param {{ sources: string[], flags?: Record<string, string>, build: (out: string) => Promise<unknown> }} options
 * @returns {Promise<string>} the folder
 */
export async function buildOnce(name, { sources, flags = {}, build }) {
  const out = join(ROOT, 'dist', name);
  const stamp = `${out}.stamp`;
  const wanted = sourceHash(sources, flags);
  const isBuilt = () => existsSync(out) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isBuilt()) return out;
  const made = `${out}.${randomUUID()}`;
  // A tool would say it in more words.
  mkdirSync(dirname(out), { recursive: true });
  accessSync(dirname(out), constants.W_OK);
  try {
    await build(made);
    // Another process may have built the same meanwhile, and may be reading it by now.
    if (isBuilt()) return out;
    rmSync(stamp, { force: true });
    rmSync(out, { recursive: true, force: true });
    renameSync(made, out);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  // Of the sources as they were when the build began: whoever changes one meanwhile gets another build.
  writeFileSync(stamp, wanted);
  return out;
}
