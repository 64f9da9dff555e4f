/** Reads what finalized blocks did with our money. */
import type { Books } from '../books.ts';
import { type Block, type ChainEvent, ChainUnreachable, type Transaction } from '../chain.ts';
import { type Rpc, understood } from '../rpc.ts';
import {
  bestNumber,
  blocksAt,
  bodiesOf,
  finalHead,
  finalPlaces,
  type Place,
  placesOf,
  runtimesOf,
  storageCall,
} from './blocks.ts';
import { type Applied, appliedIn } from './events.ts';
import { extrinsicHash, remarksOf } from './extrinsics.ts';
import { EVENTS_KEY, type Runtime } from './metadata.ts';
import { eventsOf, type OwnExtrinsic } from './payments.ts';

/** What reading needs. */
export interface Reader {
  rpc: Rpc;
  genesis: string;
  /** Wallet keys. */
  recipients: readonly string[];
  books: Books;
}

/** How far back an unnumbered transaction is looked for. */
const NEWEST = 64;

/** Whether bytes contain one of our accounts. They may do so by chance; then reading on finds nothing. */
const touches = (hex: string, recipients: readonly string[]) => {
  const bytes = hex.toLowerCase();
  return recipients.some((account) => bytes.includes(account.slice(2)));
};

const textOf = (answer: unknown): string => {
  if (answer === null) return '0x00';
  if (typeof answer !== 'string') throw new ChainUnreachable('Events that are no bytes');
  return answer;
};

/** The storage of System.Events after each of these blocks. */
const rawEvents = async (rpc: Rpc, places: readonly Place[]): Promise<string[]> =>
  (await rpc.all(places.map(({ hash }) => storageCall(EVENTS_KEY, hash)))).map(textOf);

/** The events of a range of blocks, both included, with the last block; null while that one isn't final. */
export async function readRange(
  reader: Reader,
  from: number,
  to: number,
): Promise<{ events: ChainEvent[]; last: Block | null }> {
  const { rpc, recipients } = reader;
  const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  const places = (await finalPlaces(rpc, numbers)).places.filter((place) => place !== null);
  const raw = await rawEvents(rpc, places);
  const hits = places.flatMap((place, index) => {
    const bytes = raw[index] ?? '';
    return touches(bytes, recipients) ? [{ ...place, bytes }] : [];
  });
  const end = places.at(-1);
  const [last, events] = await Promise.all([
    end?.number === to ? blocksAt(rpc, [end]) : [null],
    eventsIn(reader, hits),
  ]);
  return { events, last: last[0] ?? null };
}

/** The events of some extrinsics of these blocks: all of them, or those with this hash. */
async function eventsIn(
  { rpc, genesis, recipients, books }: Reader,
  places: readonly (Place & { bytes: string })[],
  hash?: string,
): Promise<ChainEvent[]> {
  const [blocks, bodies, runtimes] = await Promise.all([
    blocksAt(rpc, places),
    bodiesOf(rpc, places),
    runtimesOf(rpc, genesis, places),
  ]);
  const own = understood(() =>
    places.flatMap(({ bytes }, index) => {
      const [block, body, runtime] = [blocks[index], bodies[index], runtimes[index]];
      if (!block || !body || !runtime) throw new RangeError('A block is missing');
      return ownExtrinsics(block, body, runtime, bytes, recipients);
    }),
  );
  return eventsOf(
    genesis,
    recipients,
    books,
    hash === undefined ? own : own.filter(({ txHash }) => txHash === hash),
  );
}

function ownExtrinsics(
  block: Block,
  body: readonly string[],
  runtime: Runtime,
  events: string,
  recipients: readonly string[],
): OwnExtrinsic[] {
  const isOurs = ({ transfers }: Applied) =>
    transfers.some(({ from, to }) => recipients.includes(from) || recipients.includes(to));
  return [...appliedIn(runtime, events).values()].filter(isOurs).map((applied) => {
    const hex = body[applied.index];
    if (hex === undefined) throw new RangeError('Events of an extrinsic that the block lacks');
    return { block, txHash: extrinsicHash(hex), applied, remarks: remarksOf(runtime, hex) };
  });
}

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
  const events = await eventsIn(reader, [{ ...place, bytes: read.bytes }], hash);
  return { state: 'mined', head: head.number, events };
}

/** The events of blocks, as bytes and by extrinsic. */
async function readApplied({ rpc, genesis }: Reader, places: readonly Place[]) {
  const [raw, runtimes] = await Promise.all([rawEvents(rpc, places), runtimesOf(rpc, genesis, places)]);
  return understood(() =>
    runtimes.map((runtime, index) => {
      const bytes = raw[index] ?? '';
      return { bytes, applied: appliedIn(runtime, bytes) };
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
