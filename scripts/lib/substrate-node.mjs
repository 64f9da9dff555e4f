// The local Substrate chain as a process of its own: chopsticks with the runtime of Rococo Asset Hub, every block saved
// before anybody sees it. Usage: node substrate-node.mjs <port> <folder>
import http from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rococo_v2_2_asset_hub as specification } from '@substrate/connect-known-chains';
import { writeWhole } from './state-files.mjs';
import { BLOCKS_FILE, DEV_ACCOUNTS, READY_FILE, RECIPIENT } from './substrate.mjs';

// A client's next request must not meet a connection that the server is just closing.
const { createServer: plainServer } = http;
http.createServer = (...options) => Object.assign(plainServer(...options), { keepAliveTimeout: 0 });

// As CommonJS it loads in half the time and memory, and from there its own packages are found wherever they are.
const own = createRequire(createRequire(import.meta.url).resolve('@acala-network/chopsticks'));
const {
  Blockchain,
  BuildBlockMode,
  compactHex,
  GenesisProvider,
  getSlotDuration,
  inherentProviders,
  processOptions,
  setStorage,
} = own('@acala-network/chopsticks-core');
const { handler } = own('@acala-network/chopsticks/rpc/index');
const { createServer } = own('@acala-network/chopsticks/server');

/** Whole coins of each dev account; the recipient, who pays claims, has ten times as many. */
const COINS = 100_000n;
const [port, folder] = process.argv.slice(2);

/** Blocks in a file, in the form that chopsticks asks of a database. It keeps one chain: a block replaces those above. */
class Blocks {
  #file = new DatabaseSync(join(folder, BLOCKS_FILE));

  constructor() {
    this.#file.exec(
      'CREATE TABLE IF NOT EXISTS blocks (number INTEGER PRIMARY KEY, hash TEXT UNIQUE, body TEXT)',
    );
  }
  #one(where, ...values) {
    const row = this.#file.prepare(`SELECT body FROM blocks ${where}`).get(...values);
    return row ? JSON.parse(row.body) : null;
  }
  async saveBlock(block) {
    this.#file.exec('BEGIN');
    this.#file.prepare('DELETE FROM blocks WHERE number >= ?').run(block.number);
    this.#file
      .prepare('INSERT INTO blocks VALUES (?, ?, ?)')
      .run(block.number, block.hash, JSON.stringify(block));
    this.#file.exec('COMMIT');
  }
  async queryBlock(hash) {
    return this.#one('WHERE hash = ?', hash);
  }
  async queryBlockByNumber(number) {
    return this.#one('WHERE number = ?', number);
  }
  async queryHighestBlock() {
    return this.#one('ORDER BY number DESC LIMIT 1');
  }
  async deleteBlock() {}
  async blocksCount() {
    return this.#file.prepare('SELECT count(*) AS n FROM blocks').get().n;
  }
  // Only a fork of a remote chain caches storage.
  async saveStorage() {}
  async queryStorage() {
    return null;
  }
  async close() {
    this.#file.close();
  }
}

/** Without this, asking for an unknown block makes it a second genesis. */
function refuseUnknownBlocks(api, genesisHash) {
  for (const name of ['getHeader', 'getBlock']) {
    const known = api[name].bind(api);
    api[name] = async (hash) => (hash === undefined || hash === genesisHash ? known(hash) : null);
  }
}

/**
 * Chopsticks puts every block one slot after its parent. Ours carry the time at which they are built. The returned function
 * waits for the block that is being built.
 */
async function keepRealTime(chain) {
  const build = chain.txPool.buildBlockWithParams.bind(chain.txPool);
  const { meta, slot } = { meta: await chain.head.meta, slot: await getSlotDuration(chain.head) };
  const u64 = (value) => meta.registry.createType('u64', value).toHex(true);
  let last = Promise.resolve();
  chain.txPool.buildBlockWithParams = (params) => {
    const built = last.then(async () => {
      const parent = chain.head;
      const depth = parent.storageLayerCount;
      const before = Date.now() - slot;
      parent.pushStorageLayer().setAll([
        [compactHex(meta.query.timestamp.now()), u64(before)],
        [compactHex(meta.query.aura.currentSlot()), u64(Math.floor(before / slot))],
      ]);
      try {
        await build(params);
      } finally {
        parent.resetStorageLayers(depth);
      }
    });
    last = built.catch(() => {});
    return built;
  };
  return () => last;
}

/** The dev accounts' and the recipient's coins at genesis. */
function funds(decimals) {
  const coins = COINS * 10n ** BigInt(decimals);
  const free = (account, amount) => [[account.key], { providers: 1, data: { free: amount } }];
  const accounts = DEV_ACCOUNTS.map((account) => free(account, coins));
  accounts.push(free(RECIPIENT, coins * 10n));
  return {
    System: { Account: accounts },
    Balances: { TotalIssuance: coins * BigInt(DEV_ACCOUNTS.length + 10) },
  };
}

const genesis = JSON.parse(specification);
const { api, blockHash } = await processOptions({ genesis: new GenesisProvider(genesis) });
refuseUnknownBlocks(api, blockHash);
const db = new Blocks();
const chain = new Blockchain({
  api,
  buildBlockMode: BuildBlockMode.Instant,
  inherentProviders,
  db,
  header: { hash: blockHash, number: 0 },
  // A block that was dropped from memory would take all before it along when it is read again.
  maxMemoryBlockCount: Number.POSITIVE_INFINITY,
});
// A block that was shown is still there after a kill.
chain.onNewBlock = async (block) => {
  await chain.saveBlockToDB(block);
  await chain.setHead(block);
};
const building = await keepRealTime(chain);
const decimals = genesis.properties.tokenDecimals;
await setStorage(chain, funds(decimals));
const saved = await db.queryHighestBlock();
if (saved) {
  for (let number = 1; number <= saved.number; number += 1)
    await chain.setHead(await chain.loadBlockFromDB(number));
} else await chain.newBlock();
const answer = handler({ chain });
// While a block is built, its parent's state has another time.
const settled = async (request, ...rest) => {
  if (request.method.startsWith('state_')) await building();
  return answer(request, ...rest);
};
const server = await createServer(settled, Number(port), '127.0.0.1');
// It would take the next free port.
if (server.port !== Number(port)) throw new Error(`Port ${port} is in use.`);
const { consts } = await chain.head.meta;
writeWhole(
  join(folder, READY_FILE),
  JSON.stringify({
    genesis_hash: blockHash,
    symbol: genesis.properties.tokenSymbol,
    decimals,
    ss58_prefix: consts.system.ss58Prefix.toNumber(),
    existential_deposit: consts.balances.existentialDeposit.toString(),
    resumed: saved !== null,
  }),
);
