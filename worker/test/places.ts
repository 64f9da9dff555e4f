/** Reads blocks of the local Substrate chain for the audit, apart from what the worker has recorded. */
import type { BlockReading } from '#domain/audit/places.ts';
import type { PlaceNode } from '#domain/audit/without-contract.ts';
import { Rpc } from '#domain/json-rpc.ts';
import { remarkedTransfers } from '#domain/payouts/transfers.ts';
import { blocksAt, bodiesOf, finalPlaces, runtimesOf, storageCall } from '#domain/substrate/blocks.ts';
import { appliedIn, recordsIn } from '#domain/substrate/events.ts';
import { extrinsicHash, remarksOf } from '#domain/substrate/extrinsics.ts';
import { EVENTS_KEY } from '#domain/substrate/runtime.ts';
import { substrate } from './substrate.ts';

async function readBlock(rpc: Rpc, number: number): Promise<BlockReading | null> {
  const [place] = (await finalPlaces(rpc, [number])).places;
  if (!place) return null;
  const [[block], [body = []], [runtime], [events]] = await Promise.all([
    blocksAt(rpc, [place]),
    bodiesOf(rpc, [place]),
    runtimesOf(rpc, substrate.genesis_hash, [place]),
    rpc.all([storageCall(EVENTS_KEY, place.hash)]),
  ]);
  if (!block || !runtime) return null;
  const payments = [...appliedIn(recordsIn(runtime, String(events))).values()].flatMap((applied) => {
    const hex = body[applied.index] ?? '0x';
    const txHash = extrinsicHash(hex);
    return remarkedTransfers(applied, remarksOf(runtime, hex), (key) => key === substrate.recipient).map(
      (payment) => ({ ...payment, txHash }),
    );
  });
  return { number, hash: block.hash, time: block.time, payments };
}

export const placeNode: PlaceNode = {
  ref: substrate.genesis_hash,
  decimals: substrate.decimals,
  accounts: [substrate.recipient],
  async read(numbers, each) {
    const rpc = new Rpc(substrate.rpc_url, (...args) => fetch(...args));
    const blocks = new Map<number, BlockReading | null>();
    for (const number of numbers) {
      blocks.set(number, await readBlock(rpc, number));
      each(blocks.size);
    }
    return blocks;
  },
};
