import type { Balances, BooksReading, Held } from '../../../../domain/audit/balance.ts';
import { ChainUnreachable, Rpc } from '../../../../domain/json-rpc.ts';
import { substrateKey } from '../../../../domain/ss58.ts';
import { balancesAt, readBalances as readNow } from '../../../../domain/substrate/balances.ts';
import {
  finalHead,
  finalPlaces,
  hashCall,
  placesOf,
  storageCall,
} from '../../../../domain/substrate/blocks.ts';
import {
  type AccountReader,
  movementsIn,
  paymentsIn,
  rawEvents,
  readChanges,
} from '../../../../domain/substrate/changes.ts';
import { NOW_KEY } from '../../../../domain/substrate/runtime.ts';
import type { DeployedSubstrate } from '../../lib/deployment.ts';
import { WalletError } from '../errors.ts';

/** A chain, and our accounts on it, of whom money that moves to or from them is read (SS58 or public keys). */
export type PaidChain = Pick<DeployedSubstrate, 'name' | 'rpc_url' | 'genesis_hash' | 'recipients'>;

/** Blocks that are asked for together. */
const AT_ONCE = 8;
/** Milliseconds that the node may take to answer. */
const TIMEOUT_MS = 15_000;

/** Asks the chain's node, once it has shown that it is that chain's. Throws WalletError. */
async function ask<Answer>(
  { name, rpc_url, genesis_hash, recipients }: PaidChain,
  work: (reader: AccountReader) => Promise<Answer>,
): Promise<Answer> {
  const rpc = new Rpc(rpc_url.replace(/^ws/, 'http'), (...request) => fetch(...request), TIMEOUT_MS);
  try {
    const [genesis] = await rpc.all([hashCall(0)]);
    if (genesis !== genesis_hash) {
      throw new WalletError('refused', `The node of ${name} belongs to another network.`);
    }
    const keys = recipients.flatMap((account) => substrateKey(account) ?? []);
    return await work({ rpc, genesis: genesis_hash, recipients: keys });
  } catch (error) {
    if (!(error instanceof ChainUnreachable)) throw error;
    throw new WalletError('other', `${name} does not answer.`, { cause: error });
  }
}

/** What the recipient's account can send and still exist, in base units. */
export const readPool = (chain: DeployedSubstrate): Promise<{ balance: bigint }> =>
  ask({ ...chain, recipients: [chain.recipient] }, async ({ rpc, genesis, recipients }) => {
    const { accounts } = await readNow(rpc, genesis, recipients);
    return { balance: accounts[0]?.spendable ?? 0n };
  });

/** What our accounts hold at the end of a block, in their order; null if the node no longer keeps that state. */
async function holdingsAt(
  { rpc, genesis, recipients }: AccountReader,
  number: number,
): Promise<Held[] | null> {
  const [place] = await placesOf(rpc, [number]);
  if (!place) return null;
  const [state] = await rpc.batch([storageCall(NOW_KEY, place.hash)]);
  // A node keeps old states only if it is told to.
  const isForgotten = state && 'error' in state && /discarded|pruned|UnknownBlock/i.test(state.error.message);
  if (isForgotten) return null;
  const { accounts } = await balancesAt(rpc, genesis, place.hash, recipients);
  return accounts.map((account) => ({ free: account?.free ?? 0n, reserved: account?.reserved ?? 0n }));
}

/** What our accounts held at the end of some blocks, and at the newest finalized one that is not after `readTo`. */
export const readBalances = (
  chain: PaidChain,
  blocks: readonly number[],
  readTo: number,
): Promise<Balances> =>
  ask(chain, async (reader) => {
    const until = Math.min((await finalHead(reader.rpc)).number, readTo);
    const at = new Map<number, Held[] | null>();
    for (const number of new Set([...blocks, until])) at.set(number, await holdingsAt(reader, number));
    return { until, at };
  });

/** What these finalized blocks changed for our accounts. */
async function blocksOf(reader: AccountReader, numbers: readonly number[]): Promise<BooksReading[]> {
  const { rpc, recipients } = reader;
  const places = (await finalPlaces(rpc, numbers)).places.filter((place) => place !== null);
  const changes = await readChanges(reader, places, await rawEvents(rpc, places));
  return changes.map((each) => ({
    ...each.block,
    payments: each.own.flatMap((extrinsic) => paymentsIn(extrinsic, recipients)),
    movements: movementsIn(each, recipients),
  }));
}

/** Reads finalized blocks, each once. One that the chain doesn't have is null. */
export const readBlocks = (
  chain: PaidChain,
  numbers: readonly number[],
  each: (done: number) => void = () => undefined,
): Promise<ReadonlyMap<number, BooksReading | null>> =>
  ask(chain, async (reader) => {
    const all = [...new Set(numbers)];
    const read = new Map<number, BooksReading | null>(all.map((number) => [number, null]));
    for (let start = 0; start < all.length; start += AT_ONCE) {
      for (const block of await blocksOf(reader, all.slice(start, start + AT_ONCE)))
        read.set(block.number, block);
      each(Math.min(start + AT_ONCE, all.length));
    }
    return read;
  });
