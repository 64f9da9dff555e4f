// The suites of `npm test`, and how each one's result is counted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';

const RESULTS = join(ROOT, '.local/test');
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const result = (name) => join(RESULTS, `${name}.json`);

const check = (name, command, ...args) => ({ name, command, args });
const vitest = (name, config, files = [], env = {}) => ({
  name,
  env,
  command: bin('vitest'),
  args: [
    ...['run', '--config', config, '--reporter=default', '--reporter=json'],
    `--outputFile.json=${result(name)}`,
    ...files,
  ],
  count: ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) => ({
    passed: numPassedTests,
    // A file that does not even load counts as one failure, and a test that was skipped or left to do is no pass.
    failed:
      numFailedTests +
      numPendingTests +
      numTodoTests +
      testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  }),
});

const LINT = [
  check('formatting and lint', bin('biome'), 'ci', '.'),
  check(
    'import boundaries',
    bin('depcruise'),
    ...['domain', 'worker/src', 'web/src', 'e2e', '--config', '.dependency-cruiser.cjs'],
  ),
];

const TYPECHECK = ['domain', 'worker', 'web', 'e2e'].map((part) =>
  check(`types of ${part}`, bin('tsc'), '-p', part),
);

const CONTRACTS = {
  name: 'contracts',
  command: process.execPath,
  args: ['scripts/contracts/test.mjs'],
  count: ({ passed, failed }) => ({ passed, failed }),
};

const SCRIPTS = {
  name: 'scripts',
  command: process.execPath,
  args: [
    '--test',
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/lib/node-test-json.mjs', '--test-reporter-destination=stderr'],
    'scripts/test/*.test.mjs',
  ],
  env: { COUNTS_FILE: result('scripts') },
  count: ({ passed, failed }) => ({ passed, failed }),
};

const E2E = {
  name: 'e2e',
  command: bin('playwright'),
  args: ['test'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: result('e2e') },
  count: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }),
};

export const SUITES = {
  lint: LINT,
  typecheck: TYPECHECK,
  contracts: [CONTRACTS],
  scripts: [SCRIPTS],
  domain: [vitest('domain', 'domain/vitest.config.ts')],
  worker: [vitest('worker', 'worker/vitest.config.ts')],
  web: [vitest('web', 'web/vitest.config.ts')],
  e2e: [E2E],
};

/** What takes too long for every change: `npm run test:full` runs it after all of the above. */
export const LONG = {
  'contracts-deep': [check('contracts-deep', process.execPath, 'scripts/contracts/test.mjs', '--deep')],
  'contract-coverage': [check('contract-coverage', process.execPath, 'scripts/contracts/coverage.mjs')],
  'lying-chain': [
    vitest('lying-chain', 'worker/vitest.config.ts', ['src/scan/lies.test.ts'], { LYING_CAMPAIGNS: '60' }),
  ],
  mutants: [check('mutants', process.execPath, 'scripts/contracts/mutants.mjs')],
  kills: [
    {
      ...E2E,
      name: 'kills',
      args: ['test', 'e2e/kills.spec.ts'],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: result('kills'), KILL_CAMPAIGN: 'large' },
    },
  ],
};

/**
 * Suites that do not touch each other's files and ports run side by side, one lane a core; each lane in its order.
 */
const LANES = [
  ['lint', 'typecheck', 'e2e'],
  ['contracts', 'worker', 'web', 'domain', 'scripts', ...Object.keys(LONG)],
];

export function lanesOf(names) {
  return LANES.map((lane) => lane.filter((name) => names.includes(name))).filter((lane) => lane.length > 0);
}

/**
 * Runs one step of a suite. Its output goes straight to the terminal, or with `quiet` there in one piece at its end.
 * @returns {Promise<{ name: string, passed: number, failed: number, seconds: number }>}
 */
export async function runStep({ name, command, args, env = {}, count }, quiet) {
  mkdirSync(RESULTS, { recursive: true });
  rmSync(result(name), { force: true });
  const began = Date.now();
  const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(command, args, { cwd: ROOT, stdio, env: { ...process.env, ...env } });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const [code] = await Promise.race([once(child, 'close'), once(child, 'error').then(() => [127])]);
  const seconds = (Date.now() - began) / 1000;
  if (quiet) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${name} ──\n`), ...output]));
  if (!count) return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds };

  const counted = existsSync(result(name))
    ? count(JSON.parse(readFileSync(result(name), 'utf8')))
    : { passed: 0, failed: 0 };
  // A runner that fails without naming a failed test, or that ran none, has failed all the same.
  const silent = counted.failed === 0 && (code !== 0 || counted.passed === 0);
  return { name, passed: counted.passed, failed: counted.failed + (silent ? 1 : 0), seconds };
}
