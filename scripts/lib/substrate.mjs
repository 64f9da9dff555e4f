// The local Substrate chain: chopsticks with every block saved to disk before anybody sees it.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { networkOf } from '../../domain/chains.ts';
import { substrateAddress } from '../../domain/ss58.ts';
import { rpc } from './chain.mjs';
import { startProcess, waitUntil } from './processes.mjs';

const NODE = fileURLToPath(new URL('./substrate-node.mjs', import.meta.url));

/** Accounts with play money: their URIs after the public development phrase, and their public keys. */
export const DEV_ACCOUNTS = [
  ['//Alice', 'sr25519', '0xd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'],
  ['//Bob', 'sr25519', '0x8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48'],
  ['//Charlie', 'sr25519', '0x90b5ab205c6974c9ea841be688864633dc9ca8a357843eeacf2314649965fe22'],
  ['//Dave', 'sr25519', '0x306721211d5404bd9da88e0204360a1a9ab8b87c66c1bc2fcdd37f3c2222cc20'],
  ['//Eve', 'sr25519', '0xe659a7a1628cdd93febc04a4e0646ea20e9f5f0ce097d9a05290d4a9e054df4e'],
  ['//Ferdie', 'sr25519', '0x1cbd2d43530a44705ad088af313e18f80b53ef16b36177cd4b77b846f2a5f07c'],
  ['//Alice', 'ed25519', '0x88dc3417d5058ec4b4503e0c12ea1a0a89be200fe98922423d4334014fa6b0ee'],
  ['//Alice', 'ecdsa', '0x01e552298e47454041ea31273b4b630c64c104e4514aa3643490b8aaca9cf8ed'],
].map(([uri, type, key]) => ({ uri, type, key }));

/** What a chain started from a file names its genesis, whatever is in the file. */
export const LOCAL_GENESIS = `0x${'45'.repeat(32)}`;

/** Who is paid locally, and pays claims and refunds. Anybody can derive this account: it is for play money only. */
export const RECIPIENT = {
  uri: '//Mooring',
  type: 'sr25519',
  key: '0x04456d408f1cc8cb90cf9c25212d80f5997ea624751164bc05f4561a4c803a6c',
};

/** The chain's blocks, in its folder. */
export const BLOCKS_FILE = 'blocks.sqlite';

/** What the chain says about itself, in its folder once it answers. */
export const READY_FILE = 'ready.json';

/** The first block with a state of its own. */
const START_BLOCK = 1;

/** @param {string} url */
const substrateControls = (url) => ({
  /** @param {'Instant' | 'Manual'} mode 'Instant' (usual) puts every transaction into a block at once. */
  setBlockMode: (mode) => rpc(url, 'dev_setBlockBuildMode', [mode]),
  /** Builds a block with what is waiting, and answers its hash. */
  newBlock: () => rpc(url, 'dev_newBlock', []),
  /** Makes an earlier block the head: what came after it is gone. */
  setHead: (hashOrNumber) => rpc(url, 'dev_setHead', [hashOrNumber]),
  /** Overrides storage at the head until the chain restarts, as `{ Pallet: { Item: value } }` or `[[key, value]]`. */
  setStorage: (values) => rpc(url, 'dev_setStorage', [values]),
});

/**
 * Starts the chain from its folder, where a restart finds every block again.
 * @param {{ port: number, folder: string, log: string }} options
 */
export async function startSubstrate({ port, folder, log }) {
  mkdirSync(folder, { recursive: true });
  const ready = join(folder, READY_FILE);
  rmSync(ready, { force: true });
  const node = startProcess({
    name: 'The local Polkadot chain (chopsticks)',
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', NODE, String(port), folder],
    log,
  });
  try {
    await waitUntil(node, async () => existsSync(ready));
  } catch (error) {
    await node.stop();
    throw error;
  }
  const said = JSON.parse(readFileSync(ready, 'utf8'));
  const network = networkOf(said.genesis_hash);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    wsUrl: `ws://127.0.0.1:${port}`,
    genesisHash: said.genesis_hash,
    key: network.key,
    name: network.name,
    symbol: said.symbol,
    decimals: said.decimals,
    ss58Prefix: said.ss58_prefix,
    existentialDeposit: said.existential_deposit,
    recipient: { address: substrateAddress(RECIPIENT.key, said.ss58_prefix), ...RECIPIENT },
    startBlock: START_BLOCK,
    /** Whether it continues from saved blocks. */
    resumed: said.resumed,
    process: node,
    stop: node.stop,
    ...substrateControls(url),
  };
}

/**
 * Starts the chain, or says that there is none and answers null: its packages don't run on every machine.
 * @param {Parameters<typeof startSubstrate>[0] & { say: (text: string) => void }} options
 */
export async function startSubstrateIfPossible({ say, ...options }) {
  try {
    return await startSubstrate(options);
  } catch {
    say(`The local Polkadot chain can't run here, so no Polkadot network is offered: see ${options.log}`);
    return null;
  }
}

/**
 * The worker's SUBSTRATE variable for the local chain.
 * @param {Awaited<ReturnType<typeof startSubstrate>>} chain
 */
export function localSubstrate(chain) {
  return {
    genesis_hash: chain.genesisHash,
    key: chain.key,
    name: chain.name,
    rpc_url: chain.url,
    ss58_prefix: chain.ss58Prefix,
    symbol: chain.symbol,
    decimals: chain.decimals,
    recipient: chain.recipient.address,
    start_block: chain.startBlock,
    feed: null,
  };
}
