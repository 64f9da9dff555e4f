#!/usr/bin/env node
// Gas of whole transactions (forge --isolate), kept in bench/gas/transactions.json and, as a table, in bench/gas.md.
// With --check it says whether the contract has drifted from what is kept, or beyond its targets.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run } from './forge.mjs';

const file = join(root, 'bench/gas/transactions.json');
const table = join(root, 'bench/gas.md');

/** Maximum gas per transaction. */
const targets = {
  'purchase, native coin': 61_000,
  'purchase, USDC': 90_000,
  'purchase, USDC, unlimited allowance': 90_000,
  'purchase, USDT': 90_000,
  'permit and purchase, USDC': 115_000,
  'claim payout, native coin': 75_000,
  'claim payout, USDC': 75_000,
  'claim payout, USDT': 75_000,
};

function measure(mode) {
  const env = {
    FORGE_SNAPSHOT_CHECK: String(mode === 'check'),
    FORGE_SNAPSHOT_EMIT: String(mode === 'write'),
  };
  return run('forge', ['test', '--isolate', '--match-path', 'contracts/test/gas/*'], { env });
}

function render(figures) {
  const rows = Object.entries(figures).map(([name, gas]) => {
    const target = targets[name]?.toLocaleString('en-US').replaceAll(',', ' ') ?? '';
    return `| ${name} | ${Number(gas).toLocaleString('en-US').replaceAll(',', ' ')} | ${target} |`;
  });
  return `# Gas of whole transactions

Written by \`node scripts/contracts/gas.mjs\`, checked by the tests. Steady state: the balances that change exist before
and after; the policy does not. "USDC" and "USDT" are the tokens of \`contracts/src/mocks\`, USDC behind its proxy.
A purchase in a token follows an approval of exactly the premium, unless the name says otherwise.

| transaction | gas | target |
| --- | ---: | ---: |
${rows.join('\n')}
`;
}

/** Sentences about every deviation; empty if there is none. */
export function checkGas() {
  const { status, stdout, stderr } = measure('check');
  const figures = JSON.parse(readFileSync(file, 'utf8'));
  const problems = [];
  if (status !== 0)
    problems.push(
      `Gas differs from bench/gas (node scripts/contracts/gas.mjs updates it):\n${stdout}${stderr}`,
    );
  for (const [name, target] of Object.entries(targets)) {
    if (figures[name] === undefined) problems.push(`${name} was not measured.`);
    else if (Number(figures[name]) > target)
      problems.push(`${name} costs ${figures[name]}, above its target of ${target}.`);
  }
  if (readFileSync(table, 'utf8') !== render(figures))
    problems.push('bench/gas.md does not match bench/gas/transactions.json.');
  return problems;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!process.argv.includes('--check')) {
    const { status, stdout, stderr } = measure('write');
    if (status !== 0) {
      console.error(stdout + stderr);
      process.exit(1);
    }
    writeFileSync(table, render(JSON.parse(readFileSync(file, 'utf8'))));
  }
  const problems = checkGas();
  console.log(readFileSync(table, 'utf8'));
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
