#!/usr/bin/env node
// The contract's suite: format, linters, branch trees, unit, fuzz and invariant tests, and what is generated from the
// contract. With --deep: only the tests, with 100 000 draws each. Leaves its counts in .local/test/contracts.json.
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
  ['ABI is fresh', node, ['scripts/contracts/abi.mjs', '--check']],
  ['typed data', node, ['scripts/contracts/typed-data.mjs']],
  ['deployment', node, ['--test', '--test-reporter=spec', 'scripts/contracts/deploy.test.mjs']],
  ['gas', node, ['scripts/contracts/gas.mjs', '--check']],
];
const deep = [['deep tests', 'forge', suite, { FOUNDRY_PROFILE: 'deep' }]];

/** Prints as it goes, and keeps what it printed. */
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

/** `[passed, failed]` of forge's or Node's own summary; undefined for a check that has none. */
function countTests(output) {
  const forge = /(\d+) tests passed, (\d+) failed, \d+ skipped \(\d+ total/.exec(output);
  if (forge) return [Number(forge[1]), Number(forge[2])];
  const native = /^ℹ pass (\d+)[\s\S]*^ℹ fail (\d+)/m.exec(output);
  return native ? [Number(native[1]), Number(native[2])] : undefined;
}

let passed = 0;
let failed = 0;
for (const [name, command, args, env] of process.argv.includes('--deep') ? deep : quick) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status, output } = await tee(command, args, env);
  const [ran, broken] = countTests(output) ?? [Number(status === 0), 0];
  passed += ran;
  // A suite that ends badly without naming a failed test (it does not compile, say) is one failure.
  failed += Math.max(broken, Number(status !== 0));
  console.log(
    `── ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
}
mkdirSync(join(root, '.local/test'), { recursive: true });
writeFileSync(join(root, '.local/test/contracts.json'), `${JSON.stringify({ passed, failed })}\n`);
console.log(`\nContracts: ${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
