#!/usr/bin/env node
// Holds the branch trees and the unit tests to each other: each condition of a .tree is one test of the contract that
// its root names, called test_When… or, where its leaf reverts, test_RevertWhen_…; and no test is without its branch.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './forge.mjs';

const folder = join(root, 'contracts/test/unit');

/** Contract name → the tests in its tree. */
function readTrees() {
  const wanted = new Map();
  for (const file of filesEnding('.tree')) {
    let contract;
    let condition;
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const text = line.replace(/^[│├└─\s]+/u, '').trim();
      if (text === '') continue;
      if (/^\S/.test(line) && /^\w+$/.test(text)) {
        contract = text;
        wanted.set(contract, new Set());
      } else if (text.startsWith('when ')) {
        condition = camel(text);
      } else if (text.startsWith('it should ')) {
        const name = text.startsWith('it should revert') ? `RevertWhen_${condition.slice(4)}` : condition;
        wanted.get(contract).add(`test_${name}`);
      } else {
        throw new Error(`${file}: "${text}" is neither "when …" nor "it should …".`);
      }
    }
  }
  return wanted;
}

/** Contract name → its tests. */
function readTests() {
  const found = new Map();
  for (const file of filesEnding('.t.sol')) {
    let contract;
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const start = /^(?:abstract )?contract (\w+)/.exec(line);
      if (start) contract = start[1];
      const test = /^ {4}function (test_\w+)\(/.exec(line);
      if (!test) continue;
      if (!found.has(contract)) found.set(contract, new Set());
      found.get(contract).add(test[1]);
    }
  }
  return found;
}

function filesEnding(ending) {
  return readdirSync(folder).filter((name) => name.endsWith(ending));
}

function camel(text) {
  return text
    .split(' ')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');
}

/** The differences between trees and tests, one sentence each; `leaves` counts the tests in the trees. */
export function compareTrees() {
  const wanted = readTrees();
  const found = readTests();
  const problems = [];
  let leaves = 0;
  for (const contract of new Set([...wanted.keys(), ...found.keys()])) {
    const asked = wanted.get(contract) ?? new Set();
    const has = found.get(contract) ?? new Set();
    leaves += asked.size;
    for (const name of asked)
      if (!has.has(name)) problems.push(`${contract}.${name} is in the tree but is not a test.`);
    for (const name of has)
      if (!asked.has(name)) problems.push(`${contract}.${name} is a test but is not in the tree.`);
  }
  return { problems, leaves };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { problems, leaves } = compareTrees();
  for (const problem of problems) console.error(problem);
  console.log(`${leaves} branches in the trees, ${problems.length} problems`);
  process.exit(problems.length === 0 ? 0 : 1);
}
