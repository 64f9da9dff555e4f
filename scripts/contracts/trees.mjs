#!/usr/bin/env node
// Holds the branch trees and the unit tests to each other. A tree's root names a test contract; "given …" and "when …"
// nest what comes before and what is done; the innermost ones have "it should …" and are one test each, named after
// them: test_When…, test_Given…, or test_RevertWhen_… and test_RevertGiven_… where the branch reverts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './forge.mjs';

const folder = join(root, 'contracts/test/unit');
const LEVEL = 4;

/** Nodes of one tree file, `{ text, depth, children, where }`; throws where the drawing is not a tree. */
function parseTree(file) {
  const roots = [];
  const path = [];
  for (const [index, line] of readFileSync(join(folder, file), 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const where = `${file}:${index + 1}`;
    const drawn = /^((?:│ {3}| {4})*)(├── |└── )?(\S.*)$/u.exec(line);
    if (!drawn) throw new Error(`${where}: "${line}" is not drawn as a branch.`);
    const [, before, fork, text] = drawn;
    const depth = fork ? before.length / LEVEL + 1 : 0;
    if (depth > path.length || (!fork && before !== ''))
      throw new Error(`${where}: "${text}" hangs on nothing.`);
    const node = { text, children: [], where };
    path.length = depth;
    (depth === 0 ? roots : path[depth - 1].children).push(node);
    path.push(node);
  }
  return roots;
}

/** Adds the tests that a branch asks for to `names`. */
function collect(branch, names) {
  const { text, children, where } = branch;
  const [, kind, condition] = /^(given|when) (.+)$/.exec(text) ?? [];
  if (!kind) throw new Error(`${where}: "${text}" is neither "given …" nor "when …".`);
  const outcomes = children.filter((child) => child.text.startsWith('it should '));
  if (outcomes.length === 0) {
    if (children.length === 0) throw new Error(`${where}: "${text}" has no outcome.`);
    for (const child of children) collect(child, names);
    return;
  }
  for (const child of children) {
    if (outcomes.includes(child) && child.children.length === 0) continue;
    throw new Error(`${child.where}: "${child.text}" stands where only outcomes do.`);
  }
  const reverts = outcomes.filter((outcome) => outcome.text.startsWith('it should revert'));
  if (reverts.length > 0 && reverts.length < outcomes.length) {
    throw new Error(`${where}: "${text}" reverts and does not.`);
  }
  const Kind = camel(kind);
  const name =
    reverts.length > 0 ? `test_Revert${Kind}_${camel(condition)}` : `test_${Kind}${camel(condition)}`;
  if (names.has(name)) throw new Error(`${where}: ${name} is asked for twice.`);
  names.add(name);
}

/** Contract name → the tests in its tree. */
function readTrees() {
  const wanted = new Map();
  for (const { text, children, where } of filesEnding('.tree').flatMap(parseTree)) {
    if (!/^\w+$/.test(text)) throw new Error(`${where}: "${text}" is not the name of a contract.`);
    if (wanted.has(text)) throw new Error(`${where}: ${text} has two trees.`);
    const names = new Set();
    for (const child of children) collect(child, names);
    wanted.set(text, names);
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

if (process.argv[1] === import.meta.filename) {
  const { problems, leaves } = compareTrees();
  for (const problem of problems) console.error(problem);
  console.log(`${leaves} branches in the trees, ${problems.length} problems`);
  process.exit(problems.length === 0 ? 0 : 1);
}
