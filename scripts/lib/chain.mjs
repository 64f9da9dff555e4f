// The local EVM chain: anvil, with every block saved to disk as soon as it is mined.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { toolPath } from '../contracts/forge.mjs';
import { startProcess, waitUntil } from './processes.mjs';

export const CHAIN_ID = 1337;
export const MNEMONIC = 'test test test test test test test test test test test junk';

export async function rpc(url, method, params = []) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  });
  const { result, error } = await answer.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Saves the chain to `path` atomically, so that the file is complete even after a kill. */
async function save(url, path) {
  const dump = await rpc(url, 'anvil_dumpState');
  const bytes = Buffer.from(dump.slice(2), 'hex');
  const text = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  writeFileSync(`${path}.tmp`, text);
  renameSync(`${path}.tmp`, path);
}

function readable(path) {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/** Calls `mined` after every block, until the function that it resolves with is called. */
async function onBlocks(url, mined) {
  const socket = new WebSocket(url.replace('http', 'ws'));
  await new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error(`No subscription to blocks at ${url}`));
    socket.onopen = resolve;
  });
  const subscribed = new Promise((resolve) => {
    socket.onmessage = () => {
      resolve();
      socket.onmessage = mined;
    };
  });
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }));
  await subscribed;
  return () => socket.close();
}

/**
 * Starts anvil from the state at `statePath`, if it exists, and keeps that file up to date.
 * @param {{ port: number, statePath: string, log: string, chainId?: number }} options
 * @returns {{ url: string, resumed: boolean, save: () => Promise<void>, stop: () => Promise<void> }}
 */
export async function startChain({ port, statePath, log, chainId = CHAIN_ID }) {
  mkdirSync(dirname(statePath), { recursive: true });
  const resumed = existsSync(statePath) && readable(statePath);
  const url = `http://127.0.0.1:${port}`;
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--chain-id',
    String(chainId),
    '--mnemonic',
    MNEMONIC,
    // Ten, and the guardian's, so that the demo wallet can act for every role.
    '--accounts',
    '11',
  ];
  const anvil = startProcess({
    name: 'The local chain (anvil)',
    command: toolPath('anvil'),
    // If we were killed, the tether ends anvil, which then still writes its latest blocks.
    args: [...args, '--dump-state', statePath, ...(resumed ? ['--load-state', statePath] : [])],
    log,
  });
  await waitUntil(anvil, async () => Number(await rpc(url, 'eth_chainId')) === chainId);

  let saved = resumed ? await rpc(url, 'eth_blockNumber') : null;
  const saveNew = async () => {
    const head = await rpc(url, 'eth_blockNumber');
    if (head === saved) return;
    await save(url, statePath);
    saved = head;
  };
  // One save at a time; blocks that are mined meanwhile share the next one.
  let saving = Promise.resolve();
  const unsubscribe = await onBlocks(url, () => {
    saving = saving.then(saveNew).catch(() => {});
  });
  return {
    url,
    resumed,
    process: anvil,
    save: saveNew,
    stop: async () => {
      unsubscribe();
      await saving;
      if (anvil.running()) await saveNew().catch(() => {});
      await anvil.stop();
    },
  };
}
