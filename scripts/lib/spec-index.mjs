// Finds the lines of docs/spec-index.md that test titles name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const FOLDERS = ['domain', 'worker', 'web', 'e2e', 'scripts/test', 'contracts/test'];
const TEST_FILE = /\.(test|spec)\.(ts|tsx|mjs)$|\.t\.sol$/;
const LINE = /^- ([a-z]+-\d+) (.+)$/;
/** A test that only `npm run test:full` runs. */
const LONG_TEST = /\btest\(\s*(['"`])((?:(?!\1).)*)\1,\s*\{\s*tag: '@full',?\s*\}/gs;
/** A tag follows a space in a title and ends at a space or the closing quote. */
const TAG = /(?<= )@([a-z]+-\d+)(?=[ '"`])/g;

/** @returns {{ id: string, text: string }[]} the lines of the index in order */
export function readIndex(markdown) {
  return markdown
    .split('\n')
    .map((line) => LINE.exec(line))
    .filter((match) => match !== null)
    .map(([, id, text]) => ({ id, text }));
}

/** @returns {Set<string>} the ids in a test file's titles */
export function tagsIn(source) {
  return new Set([...source.matchAll(TAG)].map(([, id]) => id));
}

/** @returns {Set<string>} the ids in the titles of those of its tests that `npm test` runs */
export const tagsInGate = (source) => tagsIn(source.replace(LONG_TEST, ''));

/**
 * @returns {{ lines: { id: string, text: string }[], named: Set<string>, held: Set<string> }} the project's index, its tags,
 *   and the tags of tests that `npm test` runs
 */
export function specCoverage() {
  const lines = readIndex(readFileSync(join(ROOT, 'docs/spec-index.md'), 'utf8'));
  const [named, held] = [new Set(), new Set()];
  for (const folder of FOLDERS) {
    for (const path of readdirSync(join(ROOT, folder), { recursive: true })) {
      if (!TEST_FILE.test(path) || path.includes('node_modules')) continue;
      const source = readFileSync(join(ROOT, folder, path), 'utf8');
      for (const id of tagsIn(source)) named.add(id);
      for (const id of tagsInGate(source)) held.add(id);
    }
  }
  return { lines, named, held };
}
