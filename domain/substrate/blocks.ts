/** Finalized blocks, asked for by number: a node may not know a hash that another one gave us. */
import { u64 } from '@polkadot-api/substrate-bindings';
import * as z from 'zod';
import type { Block } from '#domain/chains.ts';
import { ChainUnreachable, type Rpc, type RpcCall, understood } from '#domain/json-rpc.ts';
import { NOW_KEY, type Runtime, runtimesAfter } from './runtime.ts';

const hashShape = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((hash) => hash.toLowerCase());
const headerShape = z.object({ number: z.string().transform((number) => Number(BigInt(number))) });
const bodyShape = z.object({
  block: z.object({ header: headerShape, extrinsics: z.array(z.string().regex(/^0x([0-9a-f]{2})*$/)) }),
});

/** A block's place, before anything in it was read. */
export interface Place {
  number: number;
  hash: string;
}

export const hashCall = (number: number): RpcCall => ({ method: 'chain_getBlockHash', params: [number] });
export const storageCall = (key: string, hash: string): RpcCall => ({
  method: 'state_getStorage',
  params: [key, hash],
});
const finalCall: RpcCall = { method: 'chain_getFinalizedHead', params: [] };

/** The newest finalized block. */
export async function finalHead(rpc: Rpc): Promise<Place> {
  const [hash] = await rpc.all([finalCall]);
  return headOf(rpc, hash);
}

async function headOf(rpc: Rpc, answer: unknown): Promise<Place> {
  const hash = understood(() => hashShape.parse(answer));
  const [header] = await rpc.all([{ method: 'chain_getHeader', params: [hash] }]);
  return { number: understood(() => headerShape.parse(header)).number, hash };
}

/** The number of the newest block, final or not. */
export async function bestNumber(rpc: Rpc): Promise<number> {
  const [header] = await rpc.all([{ method: 'chain_getHeader', params: [] }]);
  return understood(() => headerShape.parse(header)).number;
}

/** The blocks with these numbers at the moment, final or not; null beyond the end of the chain. */
export async function placesOf(rpc: Rpc, numbers: readonly number[]): Promise<(Place | null)[]> {
  if (numbers.length === 0) return [];
  const hashes = await rpc.all(numbers.map(hashCall));
  return understood(() =>
    hashes.map((answer, index) => {
      const hash = hashShape.nullable().parse(answer);
      return hash === null ? null : { number: numbers[index] as number, hash };
    }),
  );
}

/** The finalized blocks with these numbers, and the newest one; null for each number beyond it. */
export async function finalPlaces(
  rpc: Rpc,
  numbers: readonly number[],
): Promise<{ head: Place; places: (Place | null)[] }> {
  const [final, ...hashes] = await rpc.all([finalCall, ...numbers.map(hashCall)]);
  const head = await headOf(rpc, final);
  const places = understood(() =>
    numbers.map((number, index) => {
      if (number > head.number) return null;
      return { number, hash: hashShape.parse(hashes[index]) };
    }),
  );
  return { head, places };
}

/** The time of a block from its storage, in Unix seconds. The first block has none. */
function timeOf(answer: unknown, number: number): number {
  return understood(() => {
    if (answer === null && number === 0) return 0;
    const bytes = z.string().length(18).parse(answer);
    return Number(u64.dec(bytes) / 1000n);
  });
}

/** Blocks with their times. */
export async function blocksAt(rpc: Rpc, places: readonly (Place | null)[]): Promise<(Block | null)[]> {
  const known = places.filter((place) => place !== null);
  if (known.length === 0) return places.map(() => null);
  const times = await rpc.all(known.map(({ hash }) => storageCall(NOW_KEY, hash)));
  const blocks = new Map(
    known.map(({ number, hash }, index) => [hash, { number, hash, time: timeOf(times[index], number) }]),
  );
  return places.map((place) => (place === null ? null : (blocks.get(place.hash) ?? null)));
}

/** The extrinsics of blocks, as hexadecimal bytes. */
export async function bodiesOf(rpc: Rpc, places: readonly Place[]): Promise<string[][]> {
  if (places.length === 0) return [];
  const answers = await rpc.all(places.map(({ hash }) => ({ method: 'chain_getBlock', params: [hash] })));
  return answers.map((answer, index) => {
    const { header, extrinsics } = understood(() => bodyShape.parse(answer)).block;
    if (header.number !== places[index]?.number) {
      throw new ChainUnreachable('Another block than was asked for');
    }
    return extrinsics;
  });
}

/** The runtimes that executed blocks: the ones in effect after the block before each. */
export async function runtimesOf(rpc: Rpc, genesis: string, places: readonly Place[]): Promise<Runtime[]> {
  if (places.length === 0) return [];
  const before = await placesOf(
    rpc,
    places.map(({ number }) => Math.max(0, number - 1)),
  );
  const hashes = before.map((place) => {
    if (place === null) throw new ChainUnreachable('A block vanished while it was read');
    return place.hash;
  });
  return runtimesAfter(rpc, genesis, hashes);
}
