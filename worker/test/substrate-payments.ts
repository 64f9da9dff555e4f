/** Payments on the real Substrate chain, and what our chain sees of them. */
import { beforeEach, expect } from 'vitest';
import type { ChainEvent } from '#worker/platform/chain/chain.ts';
import type { SoldQuote } from '#worker/platform/chain/terms.ts';
import { MemoryBooks, substrateOver } from './books.ts';
import { type Included, type SubstrateAccount, sr25519Account, substrate } from './substrate.ts';

export const ROC = 10n ** 12n;
export const DAY = 86_400;
export const recipient = { key: substrate.recipient };
export const [alice, bob, charlie] = ['Alice', 'Bob', 'Charlie'].map(sr25519Account) as [
  SubstrateAccount,
  SubstrateAccount,
  SubstrateAccount,
];

export let books = new MemoryBooks();
export let chain = substrateOver(books);
/** Gives each test of a file records of its own, without any row. */
export const startWithoutRecords = () =>
  beforeEach(() => {
    books = new MemoryBooks();
    chain = substrateOver(books);
  });

let quotes = 0;
export const START_DAY = Math.floor(Date.now() / 1000 / DAY) + 10;

/** One of our quotes for this holder; its cover begins in ten days. */
export async function quoteFor(holder: { key: string }, amount = 6n * ROC) {
  quotes += 1;
  const [currency] = chain.currencies;
  if (!currency) throw new Error('The chain has no currency');
  const detailsHash = `0x${quotes.toString(16).padStart(64, '0')}`;
  const terms = {
    holder: holder.key,
    amount,
    coverageUsd: 500_000,
    detailsHash,
    startDay: START_DAY,
    endDay: START_DAY + 364,
    validUntil: 4_000_000_000,
  };
  const { quoteId, payment } = await chain.sign({ ...terms, currency, product: 'home' });
  const sold: SoldQuote = { ...terms, contract: chain.contract, token: null, productCode: 1 };
  books.sold.set(quoteId, sold);
  return { quoteId, payment, sold };
}

/** The events of an extrinsic's block, which a scan and a report of its hash see alike. */
export const seenIn = (included: Included, of = chain): Promise<ChainEvent[]> => seenInBlock([included], of);

/** The same for the extrinsics of one block, in their order; each of them has the events of its own hash. */
export async function seenInBlock(all: readonly Included[], of = chain): Promise<ChainEvent[]> {
  const block = all[0]?.block ?? -1;
  const { events, last } = await of.events(block, block);
  expect(last?.number).toBe(block);
  for (const { hash } of all) {
    const own = events.filter(({ tx_hash }) => tx_hash === hash);
    expect(await of.transaction(hash, block)).toEqual({ state: 'mined', confirmed: true, events: own });
  }
  const hashes = all.map(({ hash }) => hash);
  expect(events.filter(({ tx_hash }) => !hashes.includes(tx_hash))).toEqual([]);
  return events;
}
