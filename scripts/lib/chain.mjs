// The local EVM chain: anvil, whose blocks are on disk before anybody can read them.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { toolPath } from '../contracts/forge.mjs';
import { openDoor } from './chain-door.mjs';
import { freePort, StartError, startProcess, waitUntil } from './processes.mjs';
import { parseWhole, readWhole, writeWhole } from './state-files.mjs';

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

/** A block as the journal keeps it: what mines it again, and how to tell that it is the same. */
async function blockAt(url, number) {
  const at = `0x${number.toString(16)}`;
  const { hash, timestamp, transactions } = await rpc(url, 'eth_getBlockByNumber', [at, false]);
  const raw = transactions.map((each) => rpc(url, 'eth_getRawTransactionByHash', [each]));
  return { number, hash, timestamp: Number(timestamp), transactions: await Promise.all(raw) };
}

/** Saves everything to the file at `statePath`, and new blocks to a journal beside it. Its head is the last one saved. */
class Keeper {
  #url;
  #statePath;
  #journal;
  #head = null;
  /** Whether the next block may have what its transactions don't tell, such as the base fee of one that was taken off. */
  #isOdd = false;
  #turn = Promise.resolve();
  #waiting = {};

  constructor(url, statePath) {
    this.#url = url;
    this.#statePath = statePath;
    this.#journal = `${statePath}.blocks`;
  }

  /** Mines again what the last run mined after it had saved everything. The node mines nothing meanwhile. */
  async replay() {
    if (!existsSync(this.#journal)) return;
    // Nobody has read a block whose line was cut off.
    const lines = readFileSync(this.#journal, 'utf8').split('\n').slice(0, -1);
    let head = Number(await rpc(this.#url, 'eth_blockNumber'));
    for (const line of lines) {
      const { number, hash, timestamp, transactions } = parseWhole(this.#journal, line);
      if (number <= head) continue;
      for (const raw of transactions) await rpc(this.#url, 'eth_sendRawTransaction', [raw]);
      await rpc(this.#url, 'anvil_setTime', [timestamp]);
      await rpc(this.#url, 'evm_setNextBlockTimestamp', [timestamp]);
      await rpc(this.#url, 'evm_mine');
      const mined = await rpc(this.#url, 'eth_getBlockByNumber', ['latest', false]);
      if (mined.hash !== hash) {
        throw new StartError(
          `${this.#journal} doesn't continue ${this.#statePath}. Start over with: npm start -- --fresh`,
        );
      }
      head = number;
    }
  }

  /** Resolves when everything that was mined before the call is saved; with `all`, whatever else has changed too. */
  keep(all) {
    const kind = all ? 'all' : 'blocks';
    if (this.#waiting[kind]) return this.#waiting[kind];
    const kept = this.#turn.then(() => {
      this.#waiting[kind] = undefined;
      if (!all) return this.#saveBlocks();
      this.#isOdd = true;
      return this.#saveAll();
    });
    this.#waiting[kind] = kept;
    this.#turn = kept.catch(() => {});
    return kept;
  }

  async #saveAll() {
    this.#head = Number(await rpc(this.#url, 'eth_blockNumber'));
    const dump = Buffer.from((await rpc(this.#url, 'anvil_dumpState')).slice(2), 'hex');
    writeWhole(this.#statePath, dump[0] === 0x1f && dump[1] === 0x8b ? gunzipSync(dump) : dump);
    rmSync(this.#journal, { force: true });
  }

  async #saveBlocks() {
    const head = Number(await rpc(this.#url, 'eth_blockNumber'));
    if (this.#isOdd && this.#head < head) {
      await this.#saveAll();
      this.#isOdd = false;
      return;
    }
    while (this.#head < head) {
      const line = JSON.stringify(await blockAt(this.#url, this.#head + 1));
      appendFileSync(this.#journal, `${line}\n`, { flush: true });
      this.#head += 1;
    }
  }
}

/**
 * Starts anvil from the state at `statePath`, if it exists, and keeps that up to date.
 * @param {{ port: number, statePath: string, log: string, chainId?: number }} options
 * @returns {Promise<{ url: string, process: ReturnType<typeof startProcess>, stop: () => Promise<void> }>}
 */
export async function startChain({ port, statePath, log, chainId = CHAIN_ID }) {
  const resumed = readWhole(statePath) !== undefined;
  const inner = await freePort();
  const innerUrl = `http://127.0.0.1:${inner}`;
  const anvil = startProcess({
    name: 'The local chain (anvil)',
    command: toolPath('anvil'),
    args: [
      ...['--host', '127.0.0.1', '--port', String(inner), '--chain-id', String(chainId)],
      // Ten, and the guardian's, so that the demo wallet can act for every role.
      ...['--mnemonic', MNEMONIC, '--accounts', '11'],
      ...(resumed ? ['--no-mining', '--load-state', statePath] : []),
    ],
    log,
  });
  try {
    await waitUntil(anvil, async () => Number(await rpc(innerUrl, 'eth_chainId')) === chainId);
    const keeper = new Keeper(innerUrl, statePath);
    if (resumed) {
      await keeper.replay();
      const { timestamp } = await rpc(innerUrl, 'eth_getBlockByNumber', ['latest', false]);
      await rpc(innerUrl, 'anvil_setTime', [Math.max(Math.floor(Date.now() / 1000), Number(timestamp) + 1)]);
      await rpc(innerUrl, 'evm_setAutomine', [true]);
    } else {
      // From a saved genesis, anvil mines with another base fee.
      await rpc(innerUrl, 'evm_mine');
    }
    await keeper.keep(true);
    const close = await openDoor({ port, inner, keep: (all) => keeper.keep(all) });
    return {
      url: `http://127.0.0.1:${port}`,
      process: anvil,
      stop: async () => {
        await close();
        if (anvil.running()) await keeper.keep(true).catch(() => {});
        await anvil.stop();
      },
    };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}
