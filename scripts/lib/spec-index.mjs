// Which lines of docs/spec-index.md the test titles name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const FOLDERS = ['domain', 'worker', 'web', 'e2e', 'scripts/test', 'contracts/test'];
const TEST_FILE = /\.(test|spec)\.(ts|tsx|mjs)$|\.t\.sol$/;
const LINE = /^- ([a-z]+-\d+) (.+)$/;
/** A tag stands in a title after a space and ends with a space or the title's quote. */
const TAG = /(?<= )@([a-z]+-\d+)(?=[ '"`])/g;

/** @returns {{ id: string, text: string }[]} the lines of the index, in its order */
export function readIndex(markdown) {
  return markdown
    .split('\n')
    .map((line) => LINE.exec(line))
    .filter((match) => match !== null)
    .map(([, id, text]) => ({ id, text }));
}

/** @returns {Set<string>} the ids that a test file's titles name */
export function tagsIn(source) {
  return new Set([...source.matchAll(TAG)].map(([, id]) => id));
}

/** @returns {{ lines: { id: string, text: string }[], named: Set<string> }} the project's index and tags */
export function specCoverage() {
  const lines = readIndex(readFileSync(join(ROOT, 'docs/spec-index.md'), 'utf8'));
  const named = new Set();
  for (const folder of FOLDERS) {
    for (const path of readdirSync(join(ROOT, folder), { recursive: true })) {
      if (!TEST_FILE.test(path) || path.includes('node_modules')) continue;
      for (const id of tagsIn(readFileSync(join(ROOT, folder, path), 'utf8'))) named.add(id);
    }
  }
  return { lines, named };
}
