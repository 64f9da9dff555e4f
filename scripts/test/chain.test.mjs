import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { rpc, startChain } from '../lib/chain.mjs';
import { freePort } from '../lib/processes.mjs';
import { killAll } from './kill.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mooring-chain-'));
const running = new Set();
after(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const KILLS = Number(process.env.KILLS ?? 4);

const HOST = `
  import { startChain } from ${JSON.stringify(new URL('../lib/chain.mjs', import.meta.url).href)};
  const [port, statePath, log] = process.argv.slice(1);
  await startChain({ port: Number(port), statePath, log });
  console.log('up');
`;

/** A chain of its own process, with all that ends when it is killed. */
async function host(name) {
  const statePath = join(folder, name, 'state.json');
  const port = await freePort();
  const words = ['--input-type=module', '-e', HOST, String(port), statePath, join(folder, `${name}.log`)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  assert.equal(String(said), 'up\n');
  const url = `http://127.0.0.1:${port}`;
  const kill = async () => {
    const ended = once(child, 'exit');
    killAll(child.pid);
    await ended;
    running.delete(child);
  };
  return { url, statePath, kill };
}

const accounts = (url) => rpc(url, 'eth_accounts');
const at = (url, number) => rpc(url, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, true]);

/** Sends coins and reads the receipt as soon as there is one. */
async function pay(url, value) {
  const [from, to] = await accounts(url);
  const hash = await rpc(url, 'eth_sendTransaction', [{ from, to, value: `0x${value.toString(16)}` }]);
  for (;;) {
    const receipt = await rpc(url, 'eth_getTransactionReceipt', [hash]);
    if (receipt) return receipt;
  }
}

/** Makes the whole state so large that saving it takes a while. */
async function grow(url) {
  for (const digit of [1, 2, 3, 4]) {
    const code = `0x${randomBytes(900_000).toString('hex')}`;
    await rpc(url, 'anvil_setCode', [`0x${String(digit).repeat(40)}`, code]);
  }
}

test('a block that somebody has read is there with the same hash after everything was killed, again and again', async () => {
  const receipts = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const chain = await host('kills');
    if (kill === 0) await grow(chain.url);
    for (const receipt of receipts) {
      assert.deepEqual(await rpc(chain.url, 'eth_getTransactionReceipt', [receipt.transactionHash]), receipt);
    }
    for (const value of [kill + 1, 7, 7]) receipts.push(await pay(chain.url, value));
    await chain.kill();
  }
  assert.equal(new Set(receipts.map(({ blockHash }) => blockHash)).size, 3 * KILLS);
});

test('time and coins that a test gives survive a kill of everything, and so does what was paid with them', async () => {
  let chain = await host('given');
  const rich = `0x${'ab'.repeat(20)}`;
  await rpc(chain.url, 'anvil_setBalance', [rich, '0x123']);
  await rpc(chain.url, 'evm_increaseTime', [86_400]);
  await pay(chain.url, 5);
  await rpc(chain.url, 'evm_setAutomine', [false]);
  const [from, , third] = await accounts(chain.url);
  for (const value of ['0x1', '0x2'])
    await rpc(chain.url, 'eth_sendTransaction', [{ from, to: third, value }]);
  await rpc(chain.url, 'anvil_mine', ['0x3']);
  const blocks = await Promise.all([2, 3, 4, 5].map((number) => at(chain.url, number)));
  assert.equal(blocks[1].transactions.length, 2);
  await chain.kill();

  chain = await host('given');
  assert.deepEqual(await Promise.all([2, 3, 4, 5].map((number) => at(chain.url, number))), blocks);
  assert.equal(await rpc(chain.url, 'eth_getBalance', [rich, 'latest']), '0x123');
  const { blockNumber } = await pay(chain.url, 6);
  assert.equal(blockNumber, '0x6');
  assert.ok(Number((await at(chain.url, 6)).timestamp) > Number(blocks[3].timestamp));
  await chain.kill();
});

test('a block that was taken off by a reorganization does not come back after a kill of everything', async () => {
  let chain = await host('reorg');
  const snapshot = await rpc(chain.url, 'evm_snapshot');
  const gone = await pay(chain.url, 7);
  await rpc(chain.url, 'evm_revert', [snapshot]);
  const stays = await pay(chain.url, 8);
  await chain.kill();
  chain = await host('reorg');
  assert.equal(await rpc(chain.url, 'eth_getTransactionReceipt', [gone.transactionHash]), null);
  assert.deepEqual(await rpc(chain.url, 'eth_getTransactionReceipt', [stays.transactionHash]), stays);
  await chain.kill();
});

test('the line of a block that a kill cut off is left out, and any other damage is named', async () => {
  const chain = await host('damaged');
  const { statePath } = chain;
  const journal = `${statePath}.blocks`;
  const kept = await pay(chain.url, 9);
  await chain.kill();
  appendFileSync(journal, '{"number":3,"hash":"0x');
  let again = await host('damaged');
  assert.deepEqual(await rpc(again.url, 'eth_getTransactionReceipt', [kept.transactionHash]), kept);
  await pay(again.url, 10);
  await pay(again.url, 11);
  await again.kill();

  const options = async () => ({ port: await freePort(), statePath, log: join(folder, 'damaged.log') });
  const lines = readFileSync(journal, 'utf8');
  writeFileSync(journal, lines.slice(5));
  await assert.rejects(options().then(startChain), { message: new RegExp(`^${journal} is damaged.`) });
  writeFileSync(journal, lines.replace('"0x', '"0x1'));
  await assert.rejects(options().then(startChain), { message: new RegExp(`^${journal} doesn't continue `) });
  writeFileSync(journal, lines);
  again = await startChain(await options());
  assert.equal(Number(await rpc(again.url, 'eth_blockNumber')), 4);
  await again.stop();
  truncateSync(statePath, 100);
  await assert.rejects(options().then(startChain), { message: new RegExp(`^${statePath} is damaged.`) });
});
