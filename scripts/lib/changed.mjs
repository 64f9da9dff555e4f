// What a change can break, for `npm run test:changed`.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
const lines = ({ stdout }) => stdout.split('\n').filter(Boolean);
const isCommit = (name) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).status === 0;

/** What a change is compared with: origin/main where that has another commit, otherwise the commit before. */
export function usualBase() {
  const differs = isCommit('origin/main') && git('diff', '--quiet', 'origin/main', 'HEAD').status !== 0;
  return differs ? 'origin/main' : 'HEAD~1';
}

/** Files that differ from the base's common ancestor, committed or not, without those that were deleted. */
export function changedFiles(base) {
  if (!isCommit(base)) throw new Error(`There is no commit ${base} to compare with.`);
  const from = lines(git('merge-base', base, 'HEAD'))[0] ?? base;
  const tracked = lines(git('diff', '--name-only', from));
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...tracked, ...untracked])].filter((file) => existsSync(join(ROOT, file)));
}

/** Parts whose sources import the sources of a part. */
const IMPORTERS = {
  domain: ['domain', 'worker', 'web', 'e2e'],
  worker: ['worker'],
  web: ['web'],
  e2e: ['e2e'],
};
const CODE = /\.(ts|tsx|mjs|mdx)$/;
/** What nearly every test rests on: tables and migrations, the contract, the API's calls, and what tests start from. */
const FOUNDATIONS = [
  ...[/^migrations\//, /^contracts\/src\//, /^domain\/.+[/-]api\.ts$/],
  ...[/^worker\/src\/platform\/db\/.*schema\.ts$/, /^worker\/test\/(chains|database|harness|reach)\.ts$/],
];
/** Scripts that the worker's tests start their chains with. */
const CHAIN_SCRIPTS = /^scripts\/(contracts|lib)\//;

const IMPORT = /(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g;
/** What a script reads without importing it. */
const READ = {
  'spec-index.test.mjs': /^docs\/spec-index\.md$|\.(test|spec)\.|\.t\.sol$/,
  'schema.test.mjs': /^migrations\//,
};

/** The file and all that it imports, however far. */
function withImports(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(join(ROOT, file))) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
    withImports(normalize(join(dirname(file), path)), seen);
  }
  return seen;
}

/** The tests of scripts that import or read one of these files. */
function scriptTests(files) {
  return readdirSync(join(ROOT, 'scripts/test'))
    .filter((name) => name.endsWith('.test.mjs'))
    .filter((name) => {
      const imported = withImports(`scripts/test/${name}`);
      return files.some((file) => imported.has(file) || READ[name]?.test(file));
    })
    .map((name) => `scripts/test/${name}`);
}

/**
 * @param {readonly string[]} files
 * @returns {{ foundations: string[], types: string[], related: Record<string, string[]>, contracts: boolean,
 *   scripts: string[], left: string[] }} `foundations`: the files for which everything has to run; `related`: those by whose
 *   imports tests are found, by the part whose tests those are; `scripts`: tests; `left`: why the whole gate is still needed
 */
export function touched(files) {
  const code = files.filter((file) => CODE.test(file));
  const parts = new Set(code.flatMap((file) => IMPORTERS[file.split('/')[0]] ?? []));
  const of = (...folders) => code.filter((file) => folders.includes(file.split('/')[0]));
  const contracts = files.some((file) => file.startsWith('contracts/'));
  const left = ['end-to-end tests'];
  if (files.some((file) => CHAIN_SCRIPTS.test(file)))
    left.push('tests on chains that a changed script starts');
  return {
    foundations: files.filter((file) => FOUNDATIONS.some((pattern) => pattern.test(file))),
    types: [...parts],
    related: {
      domain: of('domain'),
      worker: of('domain', 'worker'),
      web: of('domain', 'web'),
    },
    contracts,
    scripts: scriptTests(files),
    left,
  };
}
