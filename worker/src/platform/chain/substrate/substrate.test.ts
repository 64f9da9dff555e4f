import { beforeAll, expect, test } from 'vitest';
import { ChainUnreachable, type Fetch } from '#domain/json-rpc.ts';
import type { Chain, ChainEvent } from '#worker/platform/chain/chain.ts';
import { MemoryBooks, substrateOver } from '../../../../test/books.ts';
import {
  batch,
  type Included,
  remark,
  send,
  sr25519Account,
  substrate,
  transfer,
} from '../../../../test/substrate.ts';

const ROC = 10n ** 12n;
const recipient = { key: substrate.recipient };
const books = new MemoryBooks();
const chain = substrateOver(books);
const [currency] = chain.currencies;
if (!currency) throw new Error('The chain has no currency');

let payment: Included;
let seen: ChainEvent[];
beforeAll(async () => {
  const calls = [transfer(recipient, ROC), remark(`0x${'ab'.repeat(32)}`)];
  payment = await send(sr25519Account('Dave'), batch('batch_all', calls));
  seen = (await chain.events(payment.block, payment.block)).events;
  books.record(seen);
});

/** A node whose answer to a method is what `change` makes of it. */
const changed =
  (method: string, change: (result: unknown) => unknown): Fetch =>
  async (input, init) => {
    const calls = JSON.parse(String(init?.body)) as { id: number; method: string }[];
    const answers = (await (await fetch(input, init)).json()) as { id: number; result: unknown }[];
    const lies = new Set(calls.filter((call) => call.method === method).map(({ id }) => id));
    return Response.json(
      answers.map((answer) => (lies.has(answer.id) ? { ...answer, result: change(answer.result) } : answer)),
    );
  };

test('a node of another chain, different figures or an unfunded recipient stop new quotes', async () => {
  const { problem, pool, perDollar } = await chain.salesStatus();
  expect(problem).toBeNull();
  // Its first million, and whatever tests paid since.
  expect(pool.ROC).toBeGreaterThan(900_000n * ROC);
  expect(perDollar.min).toBe(0n);
  expect(perDollar.max).toBeGreaterThan(10n ** 60n);
  const problems = [
    [{ genesis_hash: `0x${'12'.repeat(32)}` }, 'The node serves another chain'],
    [{ recipient: `0x${'12'.repeat(32)}` }, "The recipient's account does not exist"],
    [{ decimals: 10 }, 'ROC has other decimals than configured'],
    [{ ss58_prefix: 0 }, 'The addresses of the chain have another prefix than configured'],
  ] as const;
  for (const [config, expected] of problems) {
    expect((await substrateOver(books, { config }).salesStatus()).problem).toBe(expected);
  }
});

test('the pool is what the recipient can pay and still exist', async () => {
  const state = await chain.pool();
  expect(state.block).toBeGreaterThanOrEqual(payment.block);
  const { pool } = await chain.salesStatus();
  expect(state.amounts.ROC).toBe(pool.ROC);
  await send(sr25519Account('Dave'), transfer(recipient, 5n * ROC));
  expect((await chain.pool()).amounts.ROC).toBe((state.amounts.ROC ?? 0n) + 5n * ROC);
});

test('blocks are read by number up to the newest, and a scan sees each payment once', async () => {
  const head = await chain.head();
  const [first, last, beyond] = await chain.blocks([0, head, head + 1]);
  expect(first).toEqual({ number: 0, hash: substrate.genesis_hash, time: 0 });
  expect(last).toEqual(await chain.finalBlock());
  expect(beyond).toBeNull();
  const all = await chain.events(0, head);
  expect(all.last).toEqual(last);
  expect(all.events.filter(({ tx_hash }) => tx_hash === payment.hash)).toEqual(seen);
  expect(await chain.events(head, head + 1)).toMatchObject({ last: null });
});

test('the feeds of another chain price the coin, and without one there is none', async () => {
  expect(await chain.feeds(['0x1'])).toEqual([]);
});

const HEX = /^0x[0-9a-f]{4,}$/;
/** Ways to spoil an answer. The last two keep its form. */
const SPOILS: Record<string, (result: unknown) => unknown> = {
  nothing: () => null,
  number: () => 7,
  'another version': () => ({ specVersion: 7 }),
  text: () => 'hello',
  object: () => ({}),
  list: () => [null],
  'no bytes': () => '0x',
  'half the bytes': (result) =>
    mapHex(result, (hex) => hex.slice(0, 2 + 2 * Math.floor((hex.length - 2) / 4))),
  'other bytes': (result) => mapHex(result, (hex) => `0x${'ff'.repeat((hex.length - 2) / 2)}`),
};

function mapHex(value: unknown, change: (hex: string) => string): unknown {
  if (typeof value === 'string') return HEX.test(value) ? change(value) : value;
  if (Array.isArray(value)) return value.map((each) => mapHex(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapHex(each, change)]));
}

const METHODS = [
  ...['chain_getFinalizedHead', 'chain_getHeader', 'chain_getBlockHash', 'chain_getBlock'],
  ...['state_getStorage', 'state_getRuntimeVersion', 'state_getMetadata', 'author_pendingExtrinsics'],
  ...['system_properties'],
];

test('a corrupt answer makes the chain unreachable at worst: nothing else is thrown, and nothing is invented', async () => {
  const { events: near } = await chain.events(payment.block - 1, payment.block);
  const hashes = new Set(near.map(({ tx_hash }) => tx_hash));
  for (const method of METHODS) {
    for (const [name, spoil] of Object.entries(SPOILS)) {
      // Another chain's metadata is not known yet.
      const config = method === 'state_getMetadata' ? { genesis_hash: `0x${'12'.repeat(32)}` } : {};
      const node: Chain = substrateOver(books, { fetcher: changed(method, spoil), config });
      const reads: (() => Promise<unknown>)[] = [
        () => node.head(),
        () => node.blocks([payment.block]),
        () => node.finalBlock(),
        () => node.transaction(payment.hash, payment.block),
        () => node.transaction(payment.hash),
        () => node.events(payment.block - 1, payment.block),
        () => node.fees([payment.hash]),
        () => node.pool(),
        () => node.salesStatus(currency),
      ];
      for (const [index, read] of reads.entries()) {
        const answer = await read().catch((error: unknown) => error);
        if (answer instanceof Error) {
          expect(answer, `${method}: ${name}, read ${index}`).toBeInstanceOf(ChainUnreachable);
        } else if (typeof answer === 'object' && answer !== null && 'events' in answer) {
          const { events } = answer as { events: ChainEvent[] };
          for (const event of events) expect(hashes, `${method}: ${name}`).toContain(event.tx_hash);
        }
      }
    }
  }
});
