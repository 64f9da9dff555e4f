// npm run test:changed [base]: lints, types and tests that a change can break, by the import graph, or everything if nearly
// everything rests on a changed file. The change is what isn't committed, and what HEAD has beyond the base: origin/main, or
// the commit before when that is the same.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { bootstrap, ROOT } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { changedFiles, touched, usualBase } = await import('./lib/changed.mjs');
const { check, related, runSteps, scriptsSuite, SUITES, typesOf } = await import('./lib/suites.mjs');

const base = process.argv[2] ?? usualBase();
const files = changedFiles(base);
console.log(`${files.length} files differ from ${base}.`);
const { foundations, types, related: sources, contracts, scripts, left } = touched(files);
if (foundations.length > 0) {
  console.log(`Everything runs, because nearly every test rests on ${foundations.join(', ')}.`);
  process.exit(spawnSync(process.execPath, [`${ROOT}scripts/test.mjs`], { stdio: 'inherit' }).status ?? 1);
}
const absolute = (names) => names.map((name) => `${ROOT}${name}`);
if (types.length > 0) {
  const { ensureGeneratedTypes } = await import('./lib/generated-types.mjs');
  await ensureGeneratedTypes();
}
if (contracts || sources.worker.length > 0) {
  const { build } = await import('./contracts/forge.mjs');
  build();
}

const steps = [
  ...Object.entries(sources)
    .filter(([, names]) => names.length > 0)
    .map(([part, names]) => related(part, absolute(names)))
    .reverse(),
  ...(contracts ? SUITES.contracts : []),
  ...(scripts.length > 0 ? [scriptsSuite(scripts)] : []),
  ...(types.length > 0 ? [typesOf(types)] : []),
  ...(files.length > 0
    ? [check('lint', `${ROOT}node_modules/.bin/biome`, 'check', '--no-errors-on-unmatched', ...files)]
    : []),
];
const began = Date.now();
const results = await runSteps(steps, availableParallelism());
const failed = results.flatMap(({ name, failures }) => failures.map((failure) => `${name}: ${failure}`));
if (failed.length > 0) console.log(`\n── failed ──\n${failed.join('\n')}`);
const passed = results.reduce((total, entry) => total + entry.passed, 0);
console.log(`\n${passed} passed, ${failed.length} failed in ${((Date.now() - began) / 1000).toFixed(0)} s`);
console.log(`Not run: ${left.join(', ')}. npm test runs everything.`);
process.exit(failed.length > 0 ? 1 : 0);
