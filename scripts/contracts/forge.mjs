#!/usr/bin/env node
// Runs forge (or anvil, cast) natively. Foundry's own npm wrappers always exit 0, so they are not used: the platform
// package's binary is, or on other platforms a Foundry from PATH. The tool's exit status is passed on.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Path of `forge`, `anvil` or `cast`. Throws a sentence that says what to install. */
export function toolPath(tool) {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const own = join(root, 'node_modules', '@foundry-rs', `${tool}-${process.platform}-${arch}`, 'bin', tool);
  if (existsSync(own)) return own;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, tool);
    if (folder !== '' && !folder.includes('node_modules') && existsSync(candidate)) return candidate;
  }
  throw new Error(
    `${tool} was not found: run npm ci, or install Foundry (https://getfoundry.sh) for ${process.platform}-${arch}.`,
  );
}

/** Environment for Foundry, without notices that require a network lookup. */
export function toolEnv(env = {}) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', PATH: path, ...env };
}

/**
 * Extra environment of a forge command. Those that only read the source leave artifacts without bytecode, which would
 * confuse the next build, so they get their own folder.
 */
export function forgeEnv([command]) {
  if (!['lint', 'inspect', 'eip712'].includes(command)) return {};
  return { FOUNDRY_OUT: '.local/forge/out', FOUNDRY_CACHE_PATH: '.local/forge/cache' };
}

/** Runs a tool to its end. Returns `{ status, stdout, stderr }`; `inherit` prints the output directly. */
export function run(tool, args, { env, cwd = root, inherit = false } = {}) {
  const result = spawnSync(toolPath(tool), args, {
    cwd,
    env: toolEnv({ ...forgeEnv(args), ...env }),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  if (result.error) throw result.error;
  return { status: result.status ?? 1, stdout: result.stdout ?? '', stderr: result.stderr ?? '' };
}

/** Whether this process has built the contracts, or `npm test` before it started this one. */
let built = process.env.CONTRACTS_BUILT === 'true' && hasBytecode();

/** Builds what is out of date, once in this process. Throws the compiler's output on failure. */
export function build() {
  if (built) return;
  const args = ['build', '--quiet', 'contracts/src'];
  let { status, stdout, stderr } = run('forge', args);
  // A manual forge run may have left an artifact without bytecode.
  if (status === 0 && !hasBytecode()) ({ status, stdout, stderr } = run('forge', [...args, '--force']));
  if (status !== 0) throw new Error(`forge build failed\n${stdout}${stderr}`);
  built = true;
}

function hasBytecode() {
  const file = join(root, 'out/InsurancePayment.sol/InsurancePayment.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')).bytecode?.object ?? '0x') !== '0x';
  } catch {
    // A build that was killed while it wrote.
    return false;
  }
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  const child = spawn(toolPath('forge'), args, {
    cwd: root,
    env: toolEnv(forgeEnv(args)),
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
