#!/usr/bin/env node
// Breaks the contract on purpose, one named mutation at a time, in a copy of its own, and runs the tests on each: a mutant
// that no test notices is a hole in the tests. Names on the command line run those alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './forge.mjs';
import { mutations } from './mutations.mjs';
import { createWorkspace } from './workspace.mjs';

const { folder, forge, remove } = createWorkspace('mutants');

/** Quick tests first, because they catch most mutants. */
function test() {
  const unit = forge(['test', '--fail-fast', '--match-path', 'contracts/test/unit/*']);
  return unit.status === 0
    ? forge(['test', '--fail-fast', '--no-match-path', 'contracts/test/{unit,gas}/*'])
    : unit;
}

function mutate(source, [name, file, find, replacement]) {
  const count = typeof find === 'string' ? source.split(find).length - 1 : Number(find.test(source));
  if (count !== 1) throw new Error(`"${name}": its text occurs ${count} times in ${file}, not once.`);
  return source.replace(find, typeof find === 'string' ? () => replacement : replacement);
}

const only = process.argv.slice(2);
const chosen = only.length === 0 ? mutations : mutations.filter(([name]) => only.includes(name));
const sources = new Map();
for (const mutation of chosen) {
  const file = mutation[1];
  if (!sources.has(file)) sources.set(file, readFileSync(join(root, 'contracts/src', file), 'utf8'));
  mutate(sources.get(file), mutation);
}
const sound = test();
if (sound.status !== 0) {
  console.error(`The tests fail without any mutation:\n${sound.stdout}${sound.stderr}`);
  process.exit(1);
}

const problems = [];
for (const [index, mutation] of chosen.entries()) {
  const [name, file] = mutation;
  const target = join(folder, 'contracts/src', file);
  writeFileSync(target, mutate(sources.get(file), mutation));
  const { status, stdout, stderr } = test();
  writeFileSync(target, sources.get(file));
  const killer =
    /\[FAIL[^\n]*\]\s+(\w+)/.exec(stdout)?.[1] ?? /\[FAIL[^\n]*\][\s\S]*?(invariant_\w+)/.exec(stdout)?.[1];
  let verdict;
  if (status === 0) verdict = 'SURVIVED';
  else if (killer === undefined)
    verdict = `INVALID: ${(stdout + stderr).split('\n').find((line) => line.includes('Error')) ?? 'no test ran'}`;
  else verdict = `killed by ${killer}`;
  if (!verdict.startsWith('killed')) problems.push(name);
  console.log(`${String(index + 1).padStart(3)}/${chosen.length} ${name}: ${verdict}`);
}
remove();
console.log(`\nMutation score: ${chosen.length - problems.length} of ${chosen.length} killed`);
if (problems.length > 0) console.error(`Not killed: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
