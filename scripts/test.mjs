// npm test: everything that must hold. `npm test -- worker web` runs only those suites, `npm run test:full` also the
// long ones.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { LONG, lanesOf, runStep, SUITES } = await import('./lib/suites.mjs');
const words = process.argv.slice(2).filter((word) => word !== '--');
const suites = words.includes('--full') ? { ...SUITES, ...LONG } : SUITES;
const asked = words.filter((word) => word !== '--full');
const unknown = asked.find((name) => !Object.hasOwn(suites, name));
if (unknown) {
  console.error(`There is no suite ${unknown}; there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}
const names = asked.length > 0 ? asked : Object.keys(suites);
if (names.includes('e2e')) {
  const { ensureBrowser } = await import('./lib/browser.mjs');
  process.env.CHROME_PATH = await ensureBrowser();
}

if (['contracts', 'worker', 'e2e'].some((name) => names.includes(name))) {
  // Once and before everything, so that no two suites write the same artifacts.
  const { build } = await import('./contracts/forge.mjs');
  build();
}

const lanes = lanesOf(names);
const quiet = lanes.length > 1;
if (quiet) console.log(`Running ${lanes.map((lane) => lane.join(', ')).join(' beside ')} …`);
const perLane = await Promise.all(
  lanes.map(async (lane) => {
    const done = [];
    for (const step of lane.flatMap((name) => suites[name])) done.push(await runStep(step, quiet));
    return done;
  }),
);
const results = perLane.flat();

console.log('\n── summary ──');
const width = Math.max(...results.map(({ name }) => name.length));
for (const { name, passed, failed, seconds } of results) {
  const mark = failed > 0 ? '✗' : '✓';
  console.log(`${mark} ${name.padEnd(width)}  ${passed} passed, ${failed} failed  (${seconds.toFixed(1)} s)`);
}
const sum = (key) => results.reduce((total, entry) => total + entry[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 ? 1 : 0);
