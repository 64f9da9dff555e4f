// Starts, watches and ends the programs of the local stack.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const TETHER = fileURLToPath(new URL('./tether.mjs', import.meta.url));

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** An error whose message is meant for the person at the terminal. */
export class StartError extends Error {}

/**
 * Starts a command that ends with this process and logs to `log`.
 * @returns {{ name: string, exited: Promise<number>, stop: () => Promise<void>, logTail: () => string }}
 */
export function startProcess({ name, command, args, log, cwd, env = {} }) {
  mkdirSync(dirname(log), { recursive: true });
  const out = openSync(log, 'w');
  const child = spawn(process.execPath, [TETHER, command, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', out, out],
    detached: true,
  });
  child.stdin.on('error', () => {});
  let over = false;
  const exited = once(child, 'exit').then(([code]) => {
    over = true;
    return code ?? 0;
  });
  return {
    name,
    exited,
    running: () => !over,
    stop: async () => {
      if (!over) child.stdin.end();
      await exited;
    },
    logTail: () => readFileSync(log, 'utf8').trim().split('\n').slice(-25).join('\n'),
  };
}

/** Runs a command to its end. Throws with its output if it fails. */
export async function run(name, command, args, { printedOnly = false, ...options } = {}) {
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let printed = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => (output += chunk));
  const [code] = await Promise.race([
    once(child, 'close'),
    once(child, 'error').then(([error]) => Promise.reject(error)),
  ]);
  if (code !== 0) throw new Error(`${name} failed:\n${output.trim()}`);
  return printedOnly ? printed : output;
}

/** Calls `probe` until it returns true. Throws with the end of the log if the process ends or time runs out. */
export async function waitUntil(started, probe, timeoutMs = 60_000) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (!started.running()) throw new Error(`${started.name} ended early:\n${started.logTail()}`);
    if (await probe().catch(() => false)) return;
    if (Date.now() > deadline) throw new Error(`${started.name} did not come up:\n${started.logTail()}`);
    await pause(100);
  }
}

/** Why nothing can listen on the port, as a system error code; null if it is free. */
async function portProblem(port) {
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer();
    const failure = await new Promise((resolve) => {
      server.once('error', resolve).listen({ port, host, exclusive: true }, () => resolve(null));
    });
    if (!failure) await new Promise((resolve) => server.close(resolve));
    else if (failure.code === 'EADDRINUSE' || failure.code === 'EACCES') return failure.code;
  }
  return null;
}

/** A port on which nothing listens. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Throws a StartError unless each of these variables, if it is set, is a port of its own. */
export function requirePorts(ports) {
  const seen = new Map();
  for (const [variable, port] of Object.entries(ports)) {
    if (port === undefined) continue;
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new StartError(`${variable} must be a port number between 1 and 65535.`);
    }
    if (seen.has(port))
      throw new StartError(`${seen.get(port)} and ${variable} must differ; both are ${port}.`);
    seen.set(port, variable);
  }
}

/**
 * Throws a StartError if nothing can listen on the port.
 * @param patienceMs how long to wait for the rest of a killed run to end
 */
export async function requireFreePort(port, variable, patienceMs) {
  const deadline = Date.now() + patienceMs;
  let problem = await portProblem(port);
  while (problem === 'EADDRINUSE' && Date.now() < deadline) {
    await pause(100);
    problem = await portProblem(port);
  }
  if (problem === 'EADDRINUSE') {
    throw new StartError(
      `Port ${port} is in use. Stop the program that uses it, or choose another: ${variable}=${port + 1} npm start`,
    );
  }
  if (problem === 'EACCES') {
    throw new StartError(
      `Port ${port} requires privileges that this user does not have. Choose another one with ${variable}.`,
    );
  }
}

/** Repeats `task` with a pause of `everyMs` until stopped. Passes failures to `onError`. */
export function repeat(everyMs, task, onError) {
  let stopped = false;
  const loop = (async () => {
    while (!stopped) {
      await task().catch(onError);
      if (!stopped) await pause(everyMs);
    }
  })();
  return async () => {
    stopped = true;
    await loop;
  };
}
