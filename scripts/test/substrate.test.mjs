import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api';
import { networkOf } from '../../domain/chains.ts';
import { substrateChain } from '../../worker/src/platform/chain/config.ts';
import { rpc } from '../lib/chain.mjs';
import { freePort } from '../lib/processes.mjs';
import {
  BLOCKS_FILE,
  DEV_ACCOUNTS,
  LOCAL_GENESIS,
  localSubstrate,
  RECIPIENT,
  startSubstrate,
  startSubstrateIfPossible,
} from '../lib/substrate.mjs';

const folder = mkdtempSync(join(tmpdir(), 'mooring-substrate-'));
const COIN = 10n ** 12n;
let running = null;

const start = async (name = 'chain') => {
  running = await startSubstrate({
    port: await freePort(),
    folder: join(folder, name),
    log: join(folder, `${name}.log`),
  });
  return running;
};
after(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const head = async (url) => Number((await rpc(url, 'chain_getHeader')).number);
const hashes = async (url) =>
  Promise.all(Array.from({ length: (await head(url)) + 1 }, (_, n) => rpc(url, 'chain_getBlockHash', [n])));

/** What `work` answers with a client of the chain. */
async function withClient({ wsUrl }, work) {
  const api = await ApiPromise.create({ provider: new WsProvider(wsUrl), noInitWarn: true });
  try {
    return await work(api);
  } finally {
    await api.disconnect();
  }
}
const pairOf = ({ uri, type }) => new Keyring({ type }).addFromUri(uri);
const balance = async (api, { key }) => (await api.query.system.account(key)).data.free.toBigInt();

/** Pays the recipient in the form of a payment, and answers the time of its block. */
const pay = (api, payer, coins) =>
  new Promise((resolve, reject) => {
    const calls = [
      api.tx.balances.transferKeepAlive(RECIPIENT.key, coins * COIN),
      api.tx.system.remarkWithEvent(`0x${'ab'.repeat(32)}`),
    ];
    api.tx.utility
      .batchAll(calls)
      .signAndSend(pairOf(payer), { era: 64 }, ({ dispatchError, isFinalized, status }) => {
        if (dispatchError) reject(new Error(dispatchError.toString()));
        if (isFinalized) {
          resolve(
            api.at(status.asFinalized).then(async ({ query }) => (await query.timestamp.now()).toNumber()),
          );
        }
      })
      .catch(reject);
  });

describe('the local Substrate chain', () => {
  test('the accounts of the list are those of their phrases', async () => {
    const chain = await start();
    for (const account of [...DEV_ACCOUNTS, RECIPIENT]) {
      assert.equal(`0x${Buffer.from(pairOf(account).addressRaw).toString('hex')}`, account.key, account.uri);
    }
    await withClient(chain, async (api) => {
      for (const account of DEV_ACCOUNTS) assert.equal(await balance(api, account), 100_000n * COIN);
      assert.equal(await balance(api, RECIPIENT), 1_000_000n * COIN);
    });
  });

  test('the worker accepts the chain’s own figures', () => {
    const entry = localSubstrate(running);
    assert.deepEqual(entry, {
      genesis_hash: LOCAL_GENESIS,
      key: 'rococo',
      name: 'Rococo Local',
      rpc_url: running.url,
      ss58_prefix: 2,
      symbol: 'ROC',
      decimals: 12,
      recipient: 'CfvLHkSLpncTUu99yZB6FntHhNCuNtqwXk3Jb7kMTt74At1',
      start_block: 1,
      feed: null,
    });
    assert.equal(substrateChain.parse(entry).recipient, RECIPIENT.key);
    const { nativeCurrency, ss58Prefix } = networkOf(LOCAL_GENESIS);
    assert.deepEqual([nativeCurrency.symbol, nativeCurrency.decimals, ss58Prefix], ['ROC', 12, 2]);
  });

  test('sr25519, ed25519 and ecdsa accounts pay at once, in blocks that carry the real time', async () => {
    await withClient(running, async (api) => {
      const payers = ['sr25519', 'ed25519', 'ecdsa'].map((type) =>
        DEV_ACCOUNTS.find((each) => each.type === type),
      );
      for (const payer of payers) {
        const before = Date.now();
        const time = await pay(api, payer, 7n);
        assert.ok(time >= before && time <= Date.now(), `${time - before} ms`);
      }
      assert.equal(await balance(api, RECIPIENT), 1_000_021n * COIN);
    });
    assert.equal(await head(running.url), 4);
  });

  test('an unknown block hash is an error, and the chain is as before', async () => {
    const before = await hashes(running.url);
    await assert.rejects(rpc(running.url, 'chain_getHeader', [`0x${'12'.repeat(32)}`]), /not found/);
    assert.deepEqual(await hashes(running.url), before);
    assert.equal(before[0], LOCAL_GENESIS);
  });

  test('a block that is built by hand includes pending transactions, and a replaced block is gone', async () => {
    await running.setBlockMode('Manual');
    const replaced = await running.newBlock();
    assert.equal(await head(running.url), 5);
    await running.setHead(4);
    await running.newBlock();
    assert.equal(await head(running.url), 5);
    assert.notEqual((await hashes(running.url))[5], replaced);
    await running.setBlockMode('Instant');
  });

  test('every block survives a stop and a kill, with its hash, and the chain continues', async () => {
    const before = await hashes(running.url);
    await running.stop();
    await start();
    assert.equal(running.resumed, true);
    assert.deepEqual(await hashes(running.url), before);
    await withClient(running, async (api) => {
      assert.equal(await balance(api, RECIPIENT), 1_000_021n * COIN);
      await pay(api, DEV_ACCOUNTS[0], 3n);
    });
    const grown = await hashes(running.url);
    assert.equal(grown.length, before.length + 1);

    const [node] = nodes(running.url);
    process.kill(node, 'SIGKILL');
    await running.process.exited;
    await start();
    assert.deepEqual(await hashes(running.url), grown);
    await withClient(running, async (api) => assert.equal(await balance(api, RECIPIENT), 1_000_024n * COIN));
  });

  test('stopping leaves no process behind', async () => {
    assert.equal(nodes(running.url).length, 1);
    await running.stop();
    assert.deepEqual(nodes(running.url), []);
  });

  test('a chain that cannot run is left out with one sentence, and leaves no process behind', async () => {
    const broken = {
      port: await freePort(),
      folder: join(folder, 'broken'),
      log: join(folder, 'broken.log'),
    };
    mkdirSync(broken.folder);
    writeFileSync(join(broken.folder, BLOCKS_FILE), 'This is not a database. '.repeat(100));
    const said = [];
    assert.equal(await startSubstrateIfPossible({ ...broken, say: (text) => said.push(text) }), null);
    assert.deepEqual(said, [
      `The local Polkadot chain can't run here, so no Polkadot network is offered: see ${broken.log}`,
    ]);
    assert.match(readFileSync(broken.log, 'utf8'), /file is not a database/);
    assert.deepEqual(nodes(`http://127.0.0.1:${broken.port}`), []);
  });

  test('a chain without its folder starts over', async () => {
    await start('another');
    assert.equal(running.resumed, false);
    assert.equal(await head(running.url), 1);
    await running.stop();
  });
});

/** Process ids of the chain at a port, without its tether. */
function nodes(url) {
  const { port } = new URL(url);
  return execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`substrate-node.mjs ${port} `) && !line.includes('tether.mjs'))
    .map((line) => Number.parseInt(line, 10));
}
