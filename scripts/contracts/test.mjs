#!/usr/bin/env node
// The contract's suite: format, linters, branch trees, unit, fuzz and invariant tests, proofs, and what is generated from the
// contract. With --deep: only the tests, with 100 000 draws each, and every proof again. Leaves its results in .local/test/contracts.json.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgeEnv, root, toolEnv, toolPath } from './forge.mjs';

const node = join(root, 'node_modules/.bin/node');
const solhint = join(root, 'node_modules/solhint/solhint.js');
const sources = readdirSync(join(root, 'contracts/src'))
  .filter((name) => name.endsWith('.sol'))
  .map((name) => join('contracts/src', name));
const suite = ['test', '--no-match-path', 'contracts/test/gas/*'];

const quick = [
  ['format', 'forge', ['fmt', '--check']],
  ['solhint', node, [solhint, '--disc', '--noPoster', '--max-warnings', '0', ...sources]],
  ['forge lint', 'forge', ['lint', ...sources]],
  ['branch trees', node, ['scripts/contracts/trees.mjs']],
  ['tests', 'forge', suite, { FOUNDRY_PROFILE: 'quick' }],
  ['proofs', node, ['scripts/contracts/proofs.mjs']],
  ['ABI is fresh', node, ['scripts/contracts/abi.mjs', '--check']],
  ['typed data', node, ['scripts/contracts/typed-data.mjs']],
  ['deployment', node, ['--test', '--test-reporter=spec', 'scripts/contracts/deploy.test.mjs']],
  ['gas', node, ['scripts/contracts/gas.mjs', '--check']],
];
const deep = [
  ['deep tests', 'forge', suite, { FOUNDRY_PROFILE: 'deep' }],
  ['proofs', node, ['scripts/contracts/proofs.mjs', '--again']],
];

/** Prints the output as it comes, and returns it. */
function tee(command, args, env) {
  const file = command === 'forge' ? toolPath('forge') : command;
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: toolEnv({ ...(command === 'forge' ? forgeEnv(args) : {}), ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const [stream, target] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      stream.on('data', (chunk) => {
        output += chunk;
        target.write(chunk);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ status: code ?? 1, output }));
  });
}

/** The number of passed tests in forge's or Node's summary; undefined for a check without one. */
function countPassed(output) {
  const summary = /(\d+) tests passed, \d+ failed|^ℹ pass (\d+)/m.exec(output);
  return summary ? Number(summary[1] ?? summary[2]) : undefined;
}

/** Names of failed tests in the output of forge or Node. */
function failedTests(output) {
  const names = [...output.matchAll(/^\[FAIL.*\] (\w+)\(|^✖ (.+) \([\d.]+ms\)$/gm)];
  return [...new Set(names.map(([, forge, native]) => forge ?? native))];
}

let passed = 0;
const failures = [];
for (const [name, command, args, env] of process.argv.includes('--deep') ? deep : quick) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status, output } = await tee(command, args, env);
  passed += countPassed(output) ?? Number(status === 0);
  // A step that fails without naming a test (it doesn't compile, for example) counts as one failure.
  const named = failedTests(output).map((test) => `${name} › ${test}`);
  failures.push(...(named.length === 0 && status !== 0 ? [name] : named));
  console.log(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
}
mkdirSync(join(root, '.local/test'), { recursive: true });
writeFileSync(join(root, '.local/test/contracts.json'), `${JSON.stringify({ passed, failures })}\n`);
console.log(`\nContracts: ${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
