import type { BlockReading } from '#domain/audit/places.ts';
import { ChainUnreachable, Rpc } from '#domain/json-rpc.ts';
import { substrateKey } from '#domain/ss58.ts';
import { finalPlaces, hashCall } from '#domain/substrate/blocks.ts';
import { type AccountReader, paymentsIn, rawEvents, readChanges } from '#domain/substrate/changes.ts';
import type { DeployedSubstrate } from '#web/lib/deployment.ts';
import { WalletError } from '#web/wallet/errors.ts';

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

/** What moved between our accounts and others in these finalized blocks. */
async function blocksOf(reader: AccountReader, numbers: readonly number[]): Promise<BlockReading[]> {
  const { rpc, recipients } = reader;
  const places = (await finalPlaces(rpc, numbers)).places.filter((place) => place !== null);
  const changes = await readChanges(reader, places, await rawEvents(rpc, places));
  return changes.map((each) => ({
    ...each.block,
    payments: each.own.flatMap((extrinsic) => paymentsIn(extrinsic, recipients)),
  }));
}

/** Reads finalized blocks, each once. One that the chain doesn't have is null. */
export const readBlocks = (
  chain: PaidChain,
  numbers: readonly number[],
  each: (done: number) => void = () => undefined,
): Promise<ReadonlyMap<number, BlockReading | null>> =>
  ask(chain, async (reader) => {
    const all = [...new Set(numbers)];
    const read = new Map<number, BlockReading | null>(all.map((number) => [number, null]));
    for (let start = 0; start < all.length; start += AT_ONCE) {
      for (const block of await blocksOf(reader, all.slice(start, start + AT_ONCE)))
        read.set(block.number, block);
      each(Math.min(start + AT_ONCE, all.length));
    }
    return read;
  });
