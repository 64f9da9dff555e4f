#!/usr/bin/env node
// Proves the contract's arithmetic with solc's SMTChecker (CHC; Z3 is inside the npm build): each contract in
// contracts/test/proof is one call of the solver, over the functions of contracts/src that it names and nothing else.
// Fails unless as many assertions are proved as are written, and unless each fault seeded into the source makes a proof
// fail. Names on the command line prove those contracts alone, with their faults.
// What was solved is kept in `solved.json`, and the solver is asked again when a text, the solver or what it is asked for
// has changed; with --again it is asked everything.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { toFunctionSelector } from 'viem';
import { insurancePaymentAbi } from '../../domain/abi/insurance-payment.ts';
import { root } from './forge.mjs';
import { faults } from './mutations/proofs.mjs';

/** The files whose functions are pure arithmetic on values. `Status` is all that they need of the interface. */
const SOURCES = ['Bucket.sol', 'Ledger.sol', 'PolicySlot.sol', 'Powers.sol', 'IInsurancePayment.sol'];
const proofFolder = join(root, 'contracts/test/proof');
const SOLVED = join(proofFolder, 'solved.json');
const PROCESSES = 2;
/** What the solver is asked about a contract. */
const QUESTION = {
  engine: 'chc',
  solvers: ['z3'],
  targets: ['assert'],
  showProvedSafe: true,
  showUnproved: true,
};
const { version: SOLVER } = createRequire(import.meta.url)('solc/package.json');

const selectors = new Map(
  insurancePaymentAbi
    .filter(({ type }) => type === 'function')
    .map((entry) => [entry.name, toFunctionSelector(entry)]),
);

/** Everything that a source declares at the top of its file, and each function of its libraries, as `{ kind, name, text }`. */
function declarations(source) {
  const found = [];
  const simple =
    /^(?:uint256|uint8) constant (\w+) = .*;$|^error (\w+)\(.*\);$|^type (\w+) is .*;$|^enum (\w+) \{[^}]*\}$/gm;
  for (const [text, constant, error, type, choice] of source.matchAll(simple)) {
    found.push({ kind: 'top', name: constant ?? error ?? type ?? choice, text });
    if (type) found.at(-1).text += `\n${/^using .*;$/m.exec(source)[0]}`;
  }
  for (const [, library, body] of source.matchAll(/^library (\w+) \{\n([\s\S]*?)^\}$/gm)) {
    for (const [text, name] of body.matchAll(/^ {4}function (\w+)\([\s\S]*?^ {4}\}$/gm))
      found.push({ kind: library, name, text });
  }
  return found;
}

/** One proof as the solver gets it: its contract, and of the sources what it needs, directly or not. */
function assemble({ body }, sources) {
  const all = sources.flatMap(declarations);
  let text = body;
  const used = new Set();
  for (let grown = true; grown; ) {
    grown = false;
    for (const one of all) {
      const names =
        one.kind === 'top'
          ? new RegExp(`\\b${one.name}\\b`)
          : new RegExp(`(?:\\.|${one.kind}\\b.*|= |> |<= )${one.name}\\(`);
      if (used.has(one) || !names.test(text)) continue;
      used.add(one);
      text += one.text;
      grown = true;
    }
  }
  const pick = (kind) => all.filter((one) => used.has(one) && one.kind === kind).map(({ text }) => text);
  const libraries = [...new Set(all.map(({ kind }) => kind))].filter((kind) => kind !== 'top');
  const parts = [
    '// SPDX-License-Identifier: MIT\npragma solidity 0.8.37;',
    ...pick('top'),
    // A type names its library, also where nothing of that is called.
    ...libraries
      .map((kind) => `library ${kind} {\n${pick(kind).join('\n')}\n}`)
      .filter((part) => part.includes('function') || text.includes('PolicySlot')),
    body,
  ];
  return parts
    .join('\n')
    .replace(
      /\b(?:IPool|IGovernance|IInsurancePayment)\.(\w+)\.selector/g,
      (_, name) => `bytes4(${selectors.get(name)})`,
    );
}

function readProofs() {
  return readdirSync(proofFolder).flatMap((file) => {
    const source = readFileSync(join(proofFolder, file), 'utf8');
    return [...source.matchAll(/^contract (\w+) \{\n[\s\S]*?^\}$/gm)].map(([body, name]) => ({
      name,
      file,
      body,
      written: body.split('assert(').length - 1,
    }));
  });
}

/** Which assertions of a proof the solver proves, as `{ proved, open }`. */
function solve({ name, content }) {
  const solc = createRequire(import.meta.url)('solc');
  const input = {
    language: 'Solidity',
    sources: { proof: { content } },
    settings: {
      modelChecker: { contracts: { proof: [name] }, ...QUESTION },
      outputSelection: { '*': { '*': [] } },
    },
  };
  const { errors = [] } = JSON.parse(solc.compile(JSON.stringify(input)));
  const failed = errors.find(({ severity }) => severity === 'error');
  if (failed) return { error: failed.formattedMessage };
  const at = ({ sourceLocation: { start, end } }) => content.slice(start, end);
  const safe = errors.filter(({ message }) => message.includes('check is safe'));
  const open = errors.filter(({ message }) => /Assertion violation (might happen|happens)/.test(message));
  return { proved: safe.length, open: open.map(at) };
}

/** Solves all of them in two threads; `told` gets each result as it comes. */
async function solveAll(tasks, told) {
  const queue = [...tasks.entries()];
  const run = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL(import.meta.url));
      let task;
      const next = () => {
        task = queue.shift();
        if (task) worker.postMessage(task[1]);
        else worker.terminate().then(resolve, reject);
      };
      worker.on('message', (result) => {
        told(task[1], result);
        next();
      });
      worker.on('error', reject);
      next();
    });
  await Promise.all(Array.from({ length: PROCESSES }, run));
}

const titleOf = ({ name, fault }) => (fault ? `${name} where ${fault}` : name);
const hashOf = ({ content }) =>
  createHash('sha256')
    .update(JSON.stringify([SOLVER, QUESTION, content]))
    .digest('hex');

async function main(words) {
  const again = words.includes('--again');
  const only = words.filter((word) => word !== '--again');
  const started = Date.now();
  const sources = new Map(
    SOURCES.map((file) => [file, readFileSync(join(root, 'contracts/src', file), 'utf8')]),
  );
  const proofs = readProofs().filter(({ name }) => only.length === 0 || only.includes(name));
  const tasks = proofs.map((proof) => ({ ...proof, content: assemble(proof, [...sources.values()]) }));
  for (const [fault, file, find, replacement, name] of faults) {
    const source = sources.get(file);
    if (source.split(find).length !== 2)
      throw new Error(`"${fault}": its text does not stand once in ${file}.`);
    const proof = proofs.find((one) => one.name === name);
    if (!proof && only.length > 0) continue;
    const broken = new Map([...sources, [file, source.replace(find, () => replacement)]]);
    tasks.push({ ...proof, fault, content: assemble(proof, [...broken.values()]) });
  }
  const problems = [];
  let [proved, noticed] = [0, 0];
  /** Counts a result. Answers whether it is as it should be. */
  const count = ({ name, fault, written }, { error, proved: safe, open }) => {
    const before = problems.length;
    if (error) problems.push(`${fault ?? name}: ${error}`);
    else if (fault && safe < written) {
      noticed += 1;
      console.log(`${name}: noticed that ${fault}`);
    } else if (fault) problems.push(`No proof fails where ${fault}.`);
    else {
      proved += safe;
      console.log(`${name}: ${safe} of ${written} assertions proved`);
      if (safe !== written) problems.push(`${name} is not proved: ${open.join('; ')}`);
    }
    return problems.length === before;
  };
  const known = JSON.parse(readFileSync(SOLVED, 'utf8'));
  const isKnown = (task) => !again && known[titleOf(task)]?.hash === hashOf(task);
  const asked = tasks.filter((task) => !isKnown(task));
  for (const task of tasks.filter(isKnown)) count(task, known[titleOf(task)]);
  await solveAll(asked, (task, result) => {
    if (count(task, result)) known[titleOf(task)] = { hash: hashOf(task), proved: result.proved };
  });
  const titles = new Set(tasks.map(titleOf));
  const solved = Object.entries(known).filter(([title]) => only.length > 0 || titles.has(title));
  writeFileSync(SOLVED, `${JSON.stringify(Object.fromEntries(solved.sort()), null, 2)}\n`);
  const written = proofs.reduce((sum, proof) => sum + proof.written, 0);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `${proved} of ${written} assertions proved, ${noticed} of ${tasks.length - proofs.length} seeded faults noticed, in ${seconds} s`,
  );
  if (asked.length < tasks.length) console.log(`${tasks.length - asked.length} texts were solved before.`);
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}

if (isMainThread) await main(process.argv.slice(2));
else parentPort.on('message', (task) => parentPort.postMessage(solve(task)));
