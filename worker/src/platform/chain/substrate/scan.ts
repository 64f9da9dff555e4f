/** Reads what finalized blocks did with our money. */
import type { Block } from '#domain/chains.ts';
import { ChainUnreachable, type Rpc, understood } from '#domain/json-rpc.ts';
import {
  bestNumber,
  blocksAt,
  bodiesOf,
  finalHead,
  finalPlaces,
  type Place,
  placesOf,
  runtimesOf,
} from '#domain/substrate/blocks.ts';
import { type AccountReader, type BlockChanges, rawEvents, readChanges } from '#domain/substrate/changes.ts';
import { appliedIn, recordsIn } from '#domain/substrate/events.ts';
import { extrinsicHash } from '#domain/substrate/extrinsics.ts';
import type { Books } from '#worker/platform/chain/books.ts';
import type { ChainEvent, Transaction } from '#worker/platform/chain/chain.ts';
import { eventsOf } from './payments.ts';

/** What reading needs. */
export interface Reader extends AccountReader {
  books: Books;
}

/** How far back an unnumbered transaction is looked for. */
const NEWEST = 64;

/** Whether bytes contain one of our accounts. They may do so by chance; then reading on finds nothing. */
const touches = (hex: string, recipients: readonly string[]) => {
  const bytes = hex.toLowerCase();
  return recipients.some((account) => bytes.includes(account.slice(2)));
};

/** What a range of blocks did, both included, with its last block; null while that one isn't final. */
export async function readRange(
  reader: Reader,
  from: number,
  to: number,
): Promise<{ events: ChainEvent[]; last: Block | null }> {
  const { rpc, recipients } = reader;
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const places = (await finalPlaces(rpc, numbers)).places.filter((place) => place !== null);
  const raw = await rawEvents(rpc, places);
  const hits = places.filter((_, index) => touches(raw[index] ?? '', recipients));
  const bytes = raw.filter((each) => touches(each, recipients));
  const end = places.at(-1);
  const [last, read] = await Promise.all([
    end?.number === to ? blocksAt(rpc, [end]) : [null],
    readChanges(reader, hits, bytes),
  ]);
  return { events: await eventsIn(reader, read), last: last[0] ?? null };
}

/** The events of the extrinsics that moved our money: of all of them, or of the one with this hash. */
const eventsIn = (
  { genesis, recipients, books }: Reader,
  read: readonly BlockChanges[],
  hash?: string,
): Promise<ChainEvent[]> => {
  const own = read.flatMap((block) => block.own);
  const wanted = hash === undefined ? own : own.filter(({ txHash }) => txHash === hash);
  return eventsOf(genesis, recipients, books, wanted);
};

/** Where an extrinsic is: in which block, at which position. */
interface Found {
  place: Place;
  index: number;
  hex: string;
}

async function find(rpc: Rpc, hash: string, numbers: readonly number[]): Promise<Found | null> {
  const places = (await placesOf(rpc, numbers)).filter((place) => place !== null);
  const bodies = await bodiesOf(rpc, places);
  for (const [at, place] of places.entries()) {
    const body = bodies[at] ?? [];
    const index = body.findIndex((hex) => extrinsicHash(hex) === hash);
    if (index >= 0) return { place, index, hex: body[index] ?? '' };
  }
  return null;
}

/** What the node's pool holds; a node may refuse to say. */
async function pending(rpc: Rpc, hash: string): Promise<string | null> {
  const [answer] = await rpc.batch([{ method: 'author_pendingExtrinsics', params: [] }]);
  if (!answer || 'error' in answer || !Array.isArray(answer.result)) return null;
  const waiting = answer.result.filter((hex): hex is string => /^0x([0-9a-f]{2})*$/.test(String(hex)));
  return waiting.find((hex) => extrinsicHash(hex) === hash) ?? null;
}

/**
 * What an extrinsic did. It is looked for in its block and that one's neighbors, or without a number in the newest
 * blocks. Until its block is final it only waits.
 */
export async function readTransaction(reader: Reader, hash: string, at?: number): Promise<Transaction> {
  const { rpc, recipients } = reader;
  const [head, best, waiting] = await Promise.all([finalHead(rpc), bestNumber(rpc), pending(rpc, hash)]);
  const newest = Math.min(Math.max(best, head.number), head.number + NEWEST);
  const numbers =
    at === undefined
      ? Array.from({ length: newest - head.number + NEWEST }, (_, index) => newest - index)
      : [at, at + 1, at - 1];
  const found = await find(
    rpc,
    hash,
    numbers.filter((number) => number >= 0 && number <= newest),
  );
  const call = (data: string) => ({ state: 'waiting' as const, call: { target: null, data } });
  if (!found) return waiting === null ? { state: 'unknown' } : call(waiting);
  const { place, index, hex } = found;
  if (place.number > head.number) return call(hex);
  const [read] = await readApplied(reader, [place]);
  const outcome = read?.applied.get(index);
  if (!read || !outcome) throw new ChainUnreachable('An extrinsic without events');
  if (!outcome.succeeded) return { state: 'failed', ours: touches(hex, recipients) };
  const events = await eventsIn(reader, await readChanges(reader, [place], [read.bytes]), hash);
  return { state: 'mined', confirmed: true, events };
}

/** The events of blocks, as bytes and by extrinsic. */
async function readApplied({ rpc, genesis }: Reader, places: readonly Place[]) {
  const [raw, runtimes] = await Promise.all([rawEvents(rpc, places), runtimesOf(rpc, genesis, places)]);
  return understood(() =>
    runtimes.map((runtime, index) => {
      const bytes = raw[index] ?? '';
      return { bytes, applied: appliedIn(recordsIn(runtime, bytes)) };
    }),
  );
}

/** What the network charged for extrinsics in blocks that we know; null for the others. */
export async function readFees(reader: Reader, hashes: readonly string[]): Promise<(bigint | null)[]> {
  const numbers = [...new Set((await reader.books.blocksOf(reader.genesis, hashes)).values())];
  if (numbers.length === 0) return hashes.map(() => null);
  const places = (await finalPlaces(reader.rpc, numbers)).places.filter((place) => place !== null);
  const [bodies, read] = await Promise.all([bodiesOf(reader.rpc, places), readApplied(reader, places)]);
  const fees = new Map(
    bodies.flatMap((body, block) =>
      body.map((hex, index) => [extrinsicHash(hex), read[block]?.applied.get(index)?.fee ?? null] as const),
    ),
  );
  return hashes.map((hash) => fees.get(hash) ?? null);
}
