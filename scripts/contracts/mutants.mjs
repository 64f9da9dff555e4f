#!/usr/bin/env node
// Breaks the contract on purpose, one named mutation at a time, in a copy of its own, and runs the tests on each: a mutant
// that no test notices is a hole in the tests. Names on the command line run those alone; --part 2/3 the second third.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './forge.mjs';
import { governanceMutations } from './mutations/governance.mjs';
import { moneyMutations } from './mutations/money.mjs';
import { policyMutations } from './mutations/policies.mjs';
import { createWorkspace } from './workspace.mjs';

/** The draws are the same in each run, so that a mutant that was killed stays dead. */
const SEED = '0x6d6f6f72696e67';

const { values, positionals: only } = parseArgs({
  options: { part: { type: 'string', default: '1/1' } },
  allowPositionals: true,
});
const [part, parts] = values.part.split('/').map(Number);
const suffix = parts > 1 ? `-${part}` : '';
// Forge takes four times as long when it has to look for the tests that a filter names: each copy has its own tests only.
const unit = createTests(`mutants-unit${suffix}`, ['fuzz', 'gas', 'invariant']);
const rest = createTests(`mutants-rest${suffix}`, ['unit', 'gas']);

function createTests(name, dropped) {
  const workspace = createWorkspace(name);
  for (const tests of dropped) rmSync(join(workspace.folder, 'contracts/test', tests), { recursive: true });
  return workspace;
}

/** Runs the tests on a file of the source. Quick ones first: most mutants do not live to see the fuzzer. */
function test(file, source) {
  let result;
  for (const { folder, forge } of [unit, rest]) {
    const target = join(folder, 'contracts/src', file);
    const sound = readFileSync(target, 'utf8');
    writeFileSync(target, source);
    result = forge(['test', '--fail-fast', '--fuzz-seed', SEED]);
    writeFileSync(target, sound);
    if (result.status !== 0) break;
  }
  return result;
}

function mutate(source, [name, file, find, replacement]) {
  const count = typeof find === 'string' ? source.split(find).length - 1 : Number(find.test(source));
  if (count !== 1) throw new Error(`"${name}": its text stands ${count} times in ${file}, not once.`);
  return source.replace(find, typeof find === 'string' ? () => replacement : replacement);
}

/** Each a name, the file, the text that it has once, and what replaces that. */
const mutations = [...policyMutations, ...moneyMutations, ...governanceMutations];
const chosen = mutations
  .filter(([name]) => only.length === 0 || only.includes(name))
  .filter((_, index) => index % parts === part - 1);
const sources = new Map();
for (const mutation of chosen) {
  const file = mutation[1];
  if (!sources.has(file)) sources.set(file, readFileSync(join(root, 'contracts/src', file), 'utf8'));
  mutate(sources.get(file), mutation);
}
const [[first, untouched]] = sources;
const sound = test(first, untouched);
if (sound.status !== 0) {
  console.error(`The tests fail without any mutation:\n${sound.stdout}${sound.stderr}`);
  process.exit(1);
}

const problems = [];
for (const [index, mutation] of chosen.entries()) {
  const [name, file] = mutation;
  const { status, stdout, stderr } = test(file, mutate(sources.get(file), mutation));
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
unit.remove();
rest.remove();
console.log(`\nMutation score: ${chosen.length - problems.length} of ${chosen.length} killed`);
if (problems.length > 0) console.error(`Not killed: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
