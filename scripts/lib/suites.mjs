// The suites of `npm test`, and how each one's result is counted.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './bootstrap.mjs';
import { followCpu } from './cpu.mjs';

const RESULTS = join(ROOT, '.local/test');
const bin = (name) => join(ROOT, 'node_modules/.bin', name);
const result = (name) => join(RESULTS, `${name}.json`);

/** Lines of a failed test's error that the summary repeats, since the whole output is long. */
const ERROR_LINES = 12;

/** A failed test's name, and below it the beginning of its error. */
const failure = (name, error = '') =>
  [
    name,
    ...stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim())
      .slice(0, ERROR_LINES),
  ].join('\n    ');

export const check = (name, command, ...args) => ({ name, command, args });
const vitest = (name, config, args = [], env = {}, mode = ['run']) => ({
  name,
  env: { TEST_STEP: name, ...env },
  command: bin('vitest'),
  args: [
    ...[...mode, '--config', config, '--reporter=default', '--reporter=json'],
    `--outputFile.json=${result(name)}`,
    ...args,
  ],
  count: ({ numPassedTests, testResults }) => ({
    passed: numPassedTests,
    times: testResults.flatMap(({ name: path, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        test: `${relative(ROOT, path)} › ${fullName}`,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
    failures: testResults.flatMap(({ name: path, status, message, assertionResults }) => {
      const file = relative(ROOT, path);
      // A file that does not even load is one failure.
      if (status === 'failed' && assertionResults.length === 0) return [failure(file, message)];
      // A test that was skipped or left to do is no pass.
      return assertionResults
        .filter((test) => test.status !== 'passed')
        .map(({ fullName, failureMessages }) =>
          failure(`${file} › ${fullName}`, failureMessages?.join('\n')),
        );
    }),
  }),
});

/** The tests of a part that import one of these files, by whatever way. */
export const related = (part, files) =>
  vitest(part, `${part}/vitest.config.ts`, ['--passWithNoTests', ...files], {}, ['related', '--run']);

const LINT = [
  check('formatting and lint', bin('biome'), 'ci', '.'),
  check('American spelling', process.execPath, 'scripts/spelling.mjs'),
  check('list of what serves the API', process.execPath, 'scripts/served.mjs', '--check'),
  check('no secrets', process.execPath, 'scripts/lint/secrets.mjs'),
  check('licenses', process.execPath, 'scripts/lint/licenses.mjs'),
  check(
    'import boundaries',
    bin('depcruise'),
    ...['domain', 'worker/src', 'web/src', 'e2e', 'scripts/faults/checker'],
    ...['--config', '.dependency-cruiser.cjs'],
  ),
  check(
    'folder circles',
    bin('depcruise'),
    ...['domain', 'worker/src', 'web/src', '--config', '.dependency-cruiser-folders.cjs'],
  ),
  check('imports of each file', process.execPath, 'scripts/lint/imports.mjs'),
  check('unused code', bin('knip'), '--treat-config-hints-as-errors'),
];

/**
 * One build, in which the domain is checked once. Each further checker of a program infers the shared types again, and a
 * third of the time is the collector's unless it waits for more.
 */
export const typesOf = (parts) => ({
  ...check('types', bin('tsc'), '-b', ...parts, '--checkers', '1'),
  env: { GOGC: '300' },
});

const CONTRACTS = {
  name: 'contracts',
  command: process.execPath,
  args: ['scripts/contracts/test.mjs'],
  count: (counted) => counted,
};

export const scriptsSuite = (files) => ({
  name: 'scripts',
  command: process.execPath,
  args: [
    '--test',
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/lib/node-test-json.mjs', '--test-reporter-destination=stderr'],
    ...files,
  ],
  env: { RESULTS_FILE: result('scripts') },
  count: ({ passed, failures }) => ({
    passed,
    failures: failures.map(({ name, error }) => failure(name, error)),
  }),
});

/** Every test of a Playwright report as `{ path, status, error, seconds }`; `path` is its file and titles. */
const playwrightTests = ({ suites = [], specs = [] }, path = []) => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => {
      const error = results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n');
      const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1000;
      return { path: [...path, title], status, error, seconds };
    }),
  ),
  ...suites.flatMap((suite) => playwrightTests(suite, [...path, suite.title])),
];

const E2E = {
  name: 'e2e',
  command: bin('playwright'),
  args: ['test'],
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: result('e2e') },
  count: (report) => {
    const tests = playwrightTests(report);
    const failed = tests.filter(({ status }) => status !== 'expected');
    return {
      passed: tests.length - failed.length,
      times: tests.map(({ path, seconds }) => ({ test: path.join(' › '), seconds })),
      failures: failed.map(({ path, error }) => failure(path.join(' › '), error)),
    };
  },
};

/**
 * One workerd runs one file at a time, so halves of the worker's tests, each with chains of its own, keep both cores busy
 * when the other suites have ended.
 */
const WORKER = [1, 2].map((half) =>
  vitest(`worker-${half}`, 'worker/vitest.config.ts', [`--shard=${half}/2`]),
);

/** In the order in which they start, the longest first, so that the lanes end at about the same time. */
export const SUITES = {
  e2e: [E2E],
  worker: WORKER,
  web: [vitest('web', 'web/vitest.config.ts')],
  contracts: [CONTRACTS],
  scripts: [scriptsSuite(['scripts/test/*.test.mjs'])],
  typecheck: [typesOf(['domain', 'worker', 'web', 'e2e'])],
  lint: LINT,
  domain: [vitest('domain', 'domain/vitest.config.ts')],
};

/** Lots of the fault campaign, and the runs in each: one runtime slows down as its requests add up. */
const FAULT_LOTS = 4;
const FAULTS_IN_LOT = 250;

const faults = (name, env) =>
  vitest(
    name,
    'worker/vitest.config.ts',
    ['test/campaign.test.ts', `--reporter=${join(ROOT, 'scripts/faults/reporter.mjs')}`],
    env,
  );

/** Each lot has its own chains and seeds. With FAULT_SEED it is that seed's run alone. */
const FAULTS = process.env.FAULT_SEED
  ? [faults('faults', {})]
  : Array.from({ length: FAULT_LOTS }, (_, lot) =>
      faults(`faults-${lot + 1}`, {
        FAULT_RUNS: String(FAULTS_IN_LOT),
        FAULT_START: String(lot * FAULTS_IN_LOT + 1),
      }),
    );

/** What takes too long for every change: `npm run test:full` runs it after all of the above. */
export const LONG = {
  'contracts-deep': [check('contracts-deep', process.execPath, 'scripts/contracts/test.mjs', '--deep')],
  'contract-coverage': [check('contract-coverage', process.execPath, 'scripts/contracts/coverage.mjs')],
  'lying-chain': [
    vitest('lying-chain', 'worker/vitest.config.ts', ['src/settlement/scan/lies.test.ts'], {
      LYING_CAMPAIGNS: '60',
    }),
  ],
  'one-payout': [
    vitest('one-payout', 'worker/vitest.config.ts', ['src/settlement/transfers/campaign.test.ts'], {
      PAYOUT_ROUNDS: '100',
    }),
  ],
  'one-purchase': [
    vitest('one-purchase', 'worker/vitest.config.ts', ['src/settlement/relay/campaign.test.ts'], {
      RELAY_ROUNDS: '100',
    }),
    {
      ...E2E,
      name: 'killed-relay',
      args: ['test', 'e2e/kills-relay.spec.ts', '--output', '.local/test/killed-relay'],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: result('killed-relay'), RELAY_KILLS: 'large', TEST_FULL: 'true' },
    },
  ],
  faults: FAULTS,
  'random-requests': [
    vitest('random-requests', 'worker/vitest.config.ts', ['test/random-requests.test.ts'], {
      RANDOM_REQUESTS: '20000',
      RANDOM_SEED: '2',
    }),
  ],
  'random-sequences': [
    vitest('random-sequences', 'worker/vitest.config.ts', ['test/model.test.ts'], {
      MODEL_RUNS: '100',
      RANDOM_SEED: '2',
    }),
  ],
  // Lots as those of the fault campaign, for the same reason.
  'random-endings': Array.from({ length: FAULT_LOTS }, (_, lot) =>
    vitest(`random-endings-${lot + 1}`, 'worker/vitest.config.ts', ['test/endings-random.test.ts'], {
      ENDING_RUNS: '500',
      RANDOM_SEED: String(lot + 2),
    }),
  ),
  'desk-volume': [
    vitest('desk-volume', 'worker/vitest.config.ts', ['test/desk-volume.test.ts'], { DESK_VOLUME: '1000' }),
  ],
  runbooks: [check('runbooks', process.execPath, 'scripts/runbooks.mjs')],
  mutants: [check('mutants', process.execPath, 'scripts/contracts/mutants.mjs')],
  kills: [
    {
      ...E2E,
      name: 'kills',
      args: ['test', 'e2e/kills.spec.ts', '--output', '.local/test/kills'],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: result('kills'), KILL_CAMPAIGN: 'large', TEST_FULL: 'true' },
    },
  ],
};

/**
 * Limits of a step of the gate. The longest silence of one that works is the contract's compiler, with three minutes, and
 * the longest step takes 16 minutes on a busy machine.
 */
export const GATE_LIMITS = { silenceMs: 8 * 60_000, totalMs: 40 * 60_000 };

/** How long the output of an ended step may take to arrive. */
const LAST_OUTPUT_MS = 2000;

/** Prints a child's output line by line as it comes, each line after the name of its step. */
function printLines(stream, label, onLine) {
  createInterface({ input: stream }).on('line', (line) => {
    onLine();
    process.stdout.write(`${label} │ ${line}\n`);
  });
}

/**
 * Ends a child with its whole process group when it prints nothing for `silenceMs`, or takes longer than `totalMs`.
 * @returns {{ heard: () => void, end: () => string | null }} `end` stops watching and says why the child was ended
 */
function watch(child, { silenceMs, totalMs }) {
  let reason = null;
  const endAfter = (ms, why) =>
    ms &&
    setTimeout(() => {
      reason = `${why} ${ms / 60_000} minutes`;
      process.kill(-child.pid, 'SIGKILL');
    }, ms);
  const silence = endAfter(silenceMs, 'printed nothing for');
  const total = endAfter(totalMs, 'took longer than');
  const endGroup = () => process.kill(-child.pid, 'SIGTERM');
  process.once('exit', endGroup);
  return {
    heard: () => silence?.refresh(),
    end: () => {
      clearTimeout(silence);
      clearTimeout(total);
      process.off('exit', endGroup);
      return reason;
    },
  };
}

/** Runs a command and writes the CPU time of all its processes to descriptor 3, because Node can't tell it. */
const TIMED = '"$@"; status=$?; times >&3; exit $status';

/** CPU seconds from the output of `times`: its second line is about the children, as user and system time. */
const cpuOf = (text) =>
  [...(text.trim().split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );

/**
 * Runs one step of a suite. Its output goes straight to the terminal, after `label` if there is one.
 * @returns {Promise<{ name: string, passed: number, failures: string[], silent: boolean, began: number, seconds: number,
 *   cpu: number, times: { test: string, seconds: number }[] }>} `began` in milliseconds since 1970, `seconds` by the clock,
 *   `cpu` in CPU seconds
 */
async function runStep({ name, command, args, env = {}, count }, label, limits) {
  mkdirSync(RESULTS, { recursive: true });
  rmSync(result(name), { force: true });
  const began = Date.now();
  const stdio = label ? ['ignore', 'pipe', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', 'pipe'];
  const child = spawn('bash', ['-c', TIMED, name, command, ...args], {
    cwd: ROOT,
    stdio,
    detached: label !== '',
    env: { ...process.env, ...env },
  });
  const watched = label ? watch(child, limits) : null;
  const followed = followCpu(child.pid);
  let times = '';
  child.stdio[3].on('data', (chunk) => {
    times += chunk;
  });
  if (watched) for (const stream of [child.stdout, child.stderr]) printLines(stream, label, watched.heard);
  const closed = once(child, 'close');
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error').then(() => [127])]);
  // What it printed last is still on its way, but a program that it left behind may hold its output open.
  await Promise.race([closed, pause(LAST_OUTPUT_MS)]);
  for (const stream of child.stdio) stream?.destroy();
  const reason = watched?.end() ?? null;
  // Each way misses some: the shell what is killed with its parent, the other what lives for less than a sample.
  const cpu = Math.max(cpuOf(times), followed());
  const spent = {
    name,
    silent: reason?.startsWith('printed') ?? false,
    began,
    seconds: (Date.now() - began) / 1000,
    cpu,
  };
  if (reason) return { ...spent, passed: 0, failures: [`${name} ${reason} and was ended`], times: [] };
  if (!count) return { ...spent, passed: code === 0 ? 1 : 0, failures: code === 0 ? [] : [name], times: [] };

  const counted = existsSync(result(name))
    ? count(JSON.parse(readFileSync(result(name), 'utf8')))
    : { passed: 0, failures: [] };
  const { passed, failures } = counted;
  // A runner that fails without naming a failed test, or that ran none, has failed all the same.
  const silent =
    failures.length === 0 && (code !== 0 || (passed === 0 && !args.includes('--passWithNoTests')));
  return {
    ...spent,
    passed,
    failures: silent ? [`${name} ended with status ${code}`] : failures,
    times: counted.times ?? [],
  };
}

/**
 * Runs steps in their order, as many at once as `lanes` says. The results come in the same order. A step that is ended
 * for its silence runs once more, because workerd's test runner can lose a message between two files.
 */
export async function runSteps(steps, lanes, limits = {}) {
  const width = Math.max(...steps.map(({ name }) => name.length));
  const results = [];
  const waiting = [...steps.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, step] = next;
      const label = steps.length === 1 ? '' : step.name.padEnd(width);
      results[index] = await runStep(step, label, limits);
      if (!results[index].silent) continue;
      console.log(`${label} │ ${results[index].failures[0]}. Starting it again.`);
      results[index] = await runStep(step, label, limits);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
