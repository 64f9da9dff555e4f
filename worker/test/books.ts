/** A Substrate chain's records in memory, for tests of the chain alone. */

import { type Fetch, Rpc } from '#domain/json-rpc.ts';
import type { Books, BoughtBy } from '#worker/platform/chain/books.ts';
import type { ChainEvent } from '#worker/platform/chain/chain.ts';
import { substrateChainOf } from '#worker/platform/chain/substrate/substrate.ts';
import type { RegistryEntry, SoldQuote } from '#worker/platform/chain/terms.ts';
import { substrate } from './substrate.ts';

const pick = <Value>(all: ReadonlyMap<string, Value>, ids: readonly string[]) =>
  new Map(ids.flatMap((id) => (all.has(id) ? [[id, all.get(id) as Value] as const] : [])));

export class MemoryBooks implements Books {
  readonly sold = new Map<string, SoldQuote>();
  readonly buyers = new Map<string, BoughtBy>();
  readonly entries = new Map<string, RegistryEntry>();
  readonly transactions = new Map<string, number>();

  /** Records purchases as the settlement would. */
  record(events: readonly ChainEvent[]): void {
    for (const event of events) {
      this.transactions.set(event.tx_hash, event.block.number);
      if (event.kind !== 'purchased') continue;
      const { quote_id, tx_hash, event_index, holder, start, end, coverageUsd } = event;
      this.buyers.set(quote_id, { txHash: tx_hash, eventIndex: event_index });
      this.entries.set(quote_id, {
        holder,
        active: true,
        start,
        end,
        coverageUsd,
        paidOutUsd: 0,
        claims: 0,
      });
    }
  }

  async quotes(_: string, ids: readonly string[]) {
    return pick(this.sold, ids);
  }
  async bought(_: string, ids: readonly string[]) {
    return pick(this.buyers, ids);
  }
  async registered(_: string, ids: readonly string[]) {
    return pick(this.entries, ids);
  }
  async blocksOf(_: string, hashes: readonly string[]) {
    return pick(this.transactions, hashes);
  }
}

/** The local chain over some records; `fetcher` may change what the node answers. */
export const substrateOver = (
  books: Books,
  changes: { fetcher?: Fetch; clock?: () => number; config?: Partial<typeof substrate> } = {},
) => {
  const fetcher: Fetch = changes.fetcher ?? ((input, init) => fetch(input, init));
  const config = { ...substrate, ...changes.config };
  return substrateChainOf(config, new Rpc(config.rpc_url, fetcher), books, null, changes.clock);
};
