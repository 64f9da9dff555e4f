import type { Books } from '#worker/platform/chain/books.ts';
import type { RegistryEntry } from '#worker/platform/chain/terms.ts';
import type { Ctx } from '#worker/platform/context.ts';
import type { ChainEventRow } from '#worker/platform/db/registry-schema.ts';
import { soldQuote } from '#worker/policies/sold.ts';
import { blocksWith, eventsAbout, holdersOf, quotesWith } from './repository.ts';

const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

/** The records that stand in for a contract, over our database. They are as old as the ledger: an event counts once it is read. */
export const recordedBooks = (ctx: Ctx): Books => ({
  async quotes(chain, ids) {
    const rows = await quotesWith(ctx.db, chain, ids);
    return new Map(rows.map((row) => [row.id, soldQuote(row)]));
  },

  async bought(chain, ids) {
    const events = await eventsAbout(ctx.db, chain, ids);
    return new Map(
      events
        .filter(({ kind }) => kind === 'purchased')
        .map(({ quote_id, tx_hash, event_index }) => [
          quote_id,
          { txHash: tx_hash, eventIndex: event_index },
        ]),
    );
  },

  async registered(chain, ids) {
    const [events, holders] = await Promise.all([eventsAbout(ctx.db, chain, ids), holdersOf(ctx.db, ids)]);
    const entries = new Map<string, RegistryEntry>();
    for (const purchase of events.filter(({ kind }) => kind === 'purchased')) {
      const about = events.filter(({ quote_id }) => quote_id === purchase.quote_id);
      entries.set(purchase.quote_id, entryOf(purchase, about, holders.get(purchase.quote_id)));
    }
    return entries;
  },

  async blocksOf(chain, txHashes) {
    const rows = await blocksWith(ctx.db, chain, txHashes);
    return new Map(rows.map(({ tx_hash, block }) => [tx_hash, block]));
  },
});

/** What a contract's registry would say of a purchase after these events. */
function entryOf(
  purchase: ChainEventRow,
  about: readonly ChainEventRow[],
  holder = purchase.wallet,
): RegistryEntry {
  const refund = about.find(({ kind }) => kind === 'premium_refunded');
  const payouts = about.filter(({ kind }) => kind === 'claim_paid');
  return {
    holder,
    active: refund === undefined,
    start: seconds(purchase.cover_from ?? purchase.block_time),
    end: seconds(refund?.cover_until ?? purchase.cover_until ?? purchase.block_time),
    coverageUsd: purchase.coverage_usd ?? 0,
    paidOutUsd: payouts.reduce((sum, { usd }) => sum + (usd ?? 0), 0),
    claims: payouts.reduce((most, { claim_number }) => Math.max(most, claim_number ?? 0), 0),
  };
}
