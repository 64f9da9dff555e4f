// npm run runbooks [-- <name> …] [--write]: walks the runbooks on a local stack and checks what each claims. With --write
// it renews docs/runbooks.md, which says when each was walked.
import { bootstrap } from './lib/bootstrap.mjs';

await bootstrap(import.meta.url);

const { RUNBOOKS, datesIn, documentOf, DOCUMENT } = await import('./runbooks/document.mjs');
const { readFileSync, writeFileSync, existsSync } = await import('node:fs');
const { World } = await import('./runbooks/world.mjs');

const words = process.argv.slice(2).filter((word) => word !== '--');
const names = words.filter((word) => !word.startsWith('--'));
const unknown = [
  ...names.filter((name) => !Object.hasOwn(RUNBOOKS, name)),
  ...words.filter((word) => word.startsWith('--') && word !== '--write'),
];
if (unknown.length > 0) {
  console.error(`There is no runbook ${unknown.join(', ')}. There are: ${Object.keys(RUNBOOKS).join(', ')}.`);
  process.exit(2);
}
const wanted = names.length > 0 ? names : Object.keys(RUNBOOKS);
const began = Date.now();
const seconds = () => ((Date.now() - began) / 1000).toFixed(1).padStart(6);

/** The worlds that runbooks share, by what they offer. */
const worlds = new Map();
async function worldOf({ world = 'usual' }) {
  if (world === null) return null;
  if (!worlds.has(world)) worlds.set(world, await World.open({ withSubstrate: world === 'polkadot' }));
  return worlds.get(world);
}

/** Enters today's date for a runbook that was walked. */
function note(name) {
  const today = new Date().toISOString().slice(0, 10);
  const known = existsSync(DOCUMENT) ? datesIn(readFileSync(DOCUMENT, 'utf8')) : {};
  writeFileSync(DOCUMENT, documentOf({ ...known, [name]: today }));
}

const walked = [];
let failed = false;
for (const name of wanted) {
  const runbook = RUNBOOKS[name];
  console.log(`${seconds()} s  ${runbook.title}`);
  const here = {};
  try {
    here.world = await worldOf(runbook);
    for (const step of runbook.steps) {
      console.log(`${seconds()} s    ${step.do}`);
      await step.walk(here);
    }
    walked.push(name);
    if (words.includes('--write')) note(name);
  } catch (error) {
    failed = true;
    const said = error.shortMessage ?? error.stack ?? String(error);
    console.error(`${name} failed: ${said}`.slice(0, 3000), error.cause?.message?.slice(0, 1000) ?? '');
  } finally {
    await runbook.end?.(here);
  }
}
for (const world of worlds.values()) await world.dispose();

console.log(`${seconds()} s  ${walked.length} of ${wanted.length} runbooks walked`);
process.exitCode = failed ? 1 : 0;
