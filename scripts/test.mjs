// npm test: everything that must hold. `npm test -- worker web` runs only those suites, `npm run test:full` also the
// long ones.
import { basename, join } from 'node:path';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

/** Steps that run at once. One waits for chains and browsers often enough that three keep two cores busy. */
const LANES = 3;
/** Suites that need neither the built contracts nor the certificate's fonts. */
const WITHOUT_ARTIFACTS = ['web', 'domain', 'lint', 'typecheck'];
/** How many of the slowest tests are listed at the end. */
const SLOWEST = 10;

await bootstrap(import.meta.url);

// The suites start wrangler and other large programs many times.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, '.local/test/compile-cache');
// Lets workerd's allocator keep a cache for each processor, which glibc's use of the same kernel feature prevents.
process.env.GLIBC_TUNABLES ??= 'glibc.pthread.rseq=0';

const { GATE_LIMITS, LONG, runSteps, SUITES } = await import('./lib/suites.mjs');
const words = process.argv.slice(2).filter((word) => word !== '--');
const full = words.includes('--full');
if (full) process.env.TEST_FULL = 'true';
const suites = full ? { ...SUITES, ...LONG } : SUITES;
const asked = words.filter((word) => word !== '--full');
const unknown = asked.find((name) => !Object.hasOwn(suites, name));
if (unknown) {
  console.error(`There is no suite ${unknown}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
const names = asked.length > 0 ? asked : Object.keys(suites);
const steps = Object.keys(suites)
  .filter((name) => names.includes(name))
  .flatMap((name) => suites[name]);
if (steps.some(({ command }) => basename(command) === 'playwright')) {
  const { ensureBrowsers } = await import('./lib/browser.mjs');
  const { browser, shell } = await ensureBrowsers();
  process.env.CHROME_PATH = browser;
  if (shell) process.env.HEADLESS_SHELL_PATH = shell;
}

const { ensureGeneratedTypes } = await import('./lib/generated-types.mjs');
const types = names.includes('typecheck') ? ensureGeneratedTypes() : null;
// Once and before everything, so that no two suites write the same artifacts.
if (names.some((name) => !WITHOUT_ARTIFACTS.includes(name))) {
  const { build } = await import('./contracts/forge.mjs');
  build();
  process.env.CONTRACTS_BUILT = 'true';
  const { buildFonts } = await import('./lib/fonts.mjs');
  await buildFonts();
}
await types;

const { tooSlow, watchLoad } = await import('./lib/slow-tests.mjs');
// An interrupted run ends the steps that it started, each of which leads a process group.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const load = watchLoad();
const began = Date.now();
const results = await runSteps(steps, LANES, full ? {} : GATE_LIMITS);

const failed = results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`));
// `npm run test:full` is where long tests belong.
if (!full) {
  failed.push(
    ...results.flatMap(({ times, began, seconds }) => tooSlow(times, load(began, began + seconds * 1000))),
  );
}
if (failed.length > 0) console.log(`\n── failed ──\n${failed.join('\n')}`);
const slowest = results
  .flatMap(({ times }) => times)
  .sort((a, b) => b.seconds - a.seconds)
  .slice(0, SLOWEST);
if (slowest.length > 0) console.log('\n── slowest tests ──');
for (const { test, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s  ${test}`);
console.log('\n── summary ──');
const width = Math.max(...results.map(({ name }) => name.length));
for (const { name, passed, failures, seconds, cpu } of results) {
  const mark = failures.length > 0 ? '✗' : '✓';
  console.log(
    `${mark} ${name.padEnd(width)}  ${passed} passed, ${failures.length} failed  (${seconds.toFixed(1)} s, CPU ${cpu.toFixed(0)} s)`,
  );
}
const cpu = results.reduce((total, entry) => total + entry.cpu, 0);
console.log(`\n${((Date.now() - began) / 60_000).toFixed(1)} min, ${cpu.toFixed(0)} CPU seconds`);
const passed = results.reduce((total, entry) => total + entry.passed, 0);
console.log(`\n${passed} passed, ${failed.length} failed`);
process.exit(failed.length > 0 ? 1 : 0);
