// Part of the lint step: no file imports more than 15 modules. The files in `wide-files.json` do, and that list only gets shorter.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/bootstrap.mjs';

const LIST = 'scripts/lint/wide-files.json';
const MOST = 15;
/** Written by a script, to hold one import for every use case. */
const COLLECTOR = 'worker/src/served.gen.ts';
const FROM = /^(?:import|export)\b[^;'"]*?\bfrom '([^']+)'|^import '([^']+)'|\bawait import\('([^']+)'\)/gm;

/** How many modules a file needs: what it imports, re-exports or awaits. */
export const importsOf = (text) =>
  new Set([...text.matchAll(FROM)].map(([, ...names]) => names.join(''))).size;

/**
 * A sentence for each file that imports too much and each entry that is too high.
 * @param {Readonly<Record<string, number>>} counts modules by file
 * @param {Readonly<Record<string, number>>} listed most modules by file, above 15
 */
export function wideFiles(counts, listed) {
  const tooWide = Object.entries(counts)
    .filter(([file, count]) => count > (listed[file] ?? MOST))
    .map(([file, count]) => `${file} imports ${count} modules; at most ${listed[file] ?? MOST} are allowed.`);
  const tooHigh = Object.entries(listed)
    .filter(([file, most]) => (counts[file] ?? 0) < most)
    .map(([file, most]) => `${file} has ${most} in ${LIST} and imports ${counts[file] ?? 0}: lower it.`);
  return [...tooWide, ...tooHigh];
}

function countAll() {
  const files = execFileSync('git', ['ls-files', 'domain', 'worker/src', 'web/src', 'scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const checked = files
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.|\.fixture\.|\/test\//.test(file))
    .filter((file) => file !== COLLECTOR);
  return Object.fromEntries(checked.map((file) => [file, importsOf(readFileSync(join(ROOT, file), 'utf8'))]));
}

if (import.meta.main) {
  const listed = JSON.parse(readFileSync(join(ROOT, LIST), 'utf8'));
  const counts = countAll();
  if (process.argv.includes('--lower')) {
    const lower = Object.entries(listed)
      .map(([file, most]) => [file, Math.min(most, counts[file] ?? 0)])
      .filter(([, most]) => most > MOST);
    writeFileSync(join(ROOT, LIST), `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`);
  } else {
    const problems = wideFiles(counts, listed);
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) process.exitCode = 1;
  }
}
