#!/usr/bin/env node
// Gas of whole transactions (forge --isolate) and size of the deployed code, kept in bench/gas/*.json and, as a table, in
// bench/gas.md. With --check it says whether the contract has drifted from what is kept, or beyond its targets.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './forge.mjs';

const transactions = join(root, 'bench/gas/transactions.json');
const sizes = join(root, 'bench/gas/size.json');
const table = join(root, 'bench/gas.md');

/** Maximum gas per transaction. docs/decisions/contract.md says why an authorization can't be held to 125 000. */
const targets = {
  'purchase, native coin': 60_500,
  'purchase, USDC': 90_800,
  'purchase with authorization, USDC': 129_400,
  'claim payout, native coin': 57_000,
  'claim payout, USDC': 75_000,
  'claim payout, USDC, holder without USDC': 91_841,
  'announced payout, payment, native coin': 60_000,
  'announced payout, payment, USDC': 78_000,
  'refund, recorded consent, native coin': 74_000,
  'refund, recorded consent, USDC': 92_000,
  'refund, signed consent, native coin': 83_000,
  'refund, signed consent, USDC': 101_000,
  'rejection, native coin': 71_500,
  'rejection, USDC': 89_700,
};

/** A chain takes less than 24,576 bytes of code (EIP-170); what is left is for the next edition. */
const SIZE_LIMIT = 22_000;

const spaced = (number) => Number(number).toLocaleString('en-US').replaceAll(',', ' ');

function read() {
  return {
    figures: JSON.parse(readFileSync(transactions, 'utf8')),
    size: Number(JSON.parse(readFileSync(sizes, 'utf8')).InsurancePayment),
  };
}

function measure(mode) {
  const env = {
    FORGE_SNAPSHOT_CHECK: String(mode === 'check'),
    FORGE_SNAPSHOT_EMIT: String(mode === 'write'),
  };
  return run('forge', ['test', '--isolate', '--match-path', 'contracts/test/gas/*'], { env });
}

function render({ figures, size }) {
  const rows = Object.entries(figures).map(
    ([name, gas]) => `| ${name} | ${spaced(gas)} | ${targets[name] ? spaced(targets[name]) : ''} |`,
  );
  return `# Gas of whole transactions

Written by \`node scripts/contracts/gas.mjs\`, checked by the tests. Steady state: the balances that change exist before
and after; the policy does not. "USDC" and "USDT" are the tokens of \`contracts/src/mocks\`, which read and write what
mainnet's do: USDC behind a proxy that looks up its admin first, with authorizations checked in a contract of their own,
USDT with its fee, deny-list and deprecation. A purchase in a token follows an approval of exactly the premium, unless the name says
otherwise; "approve and purchase" is the sum of two transactions.

| transaction | gas | at most |
| --- | ---: | ---: |
${rows.join('\n')}

The deployed code has ${spaced(size)} bytes, at most ${spaced(SIZE_LIMIT)}; a chain takes fewer than 24 576.
`;
}

/** Sentences about every deviation; empty if there is none. */
export function checkGas() {
  const { status, stdout, stderr } = measure('check');
  const kept = read();
  const problems = [];
  if (status !== 0)
    problems.push(
      `Gas differs from bench/gas (node scripts/contracts/gas.mjs updates it):\n${stdout}${stderr}`,
    );
  for (const [name, target] of Object.entries(targets)) {
    if (kept.figures[name] === undefined) problems.push(`${name} was not measured.`);
    else if (Number(kept.figures[name]) > target)
      problems.push(`${name} costs ${kept.figures[name]}, above its target of ${target}.`);
  }
  if (!(kept.size <= SIZE_LIMIT)) problems.push(`The code has ${kept.size} bytes, more than ${SIZE_LIMIT}.`);
  if (readFileSync(table, 'utf8') !== render(kept))
    problems.push('bench/gas.md is not what bench/gas/*.json says.');
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--check')) {
    const { status, stdout, stderr } = measure('write');
    if (status !== 0) {
      console.error(stdout + stderr);
      process.exit(1);
    }
    writeFileSync(table, render(read()));
  }
  const problems = checkGas();
  console.log(readFileSync(table, 'utf8'));
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
