import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Database } from '#worker/platform/db/client.ts';
import { type ChainEventRow, chainEvents } from '#worker/platform/db/registry-schema.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';

/** Ids per query; a statement takes at most 100 parameters. */
const AT_ONCE = 90;

async function inLots<Row>(ids: readonly string[], read: (some: string[]) => Promise<Row[]>): Promise<Row[]> {
  const unique = [...new Set(ids)];
  const batches = Array.from({ length: Math.ceil(unique.length / AT_ONCE) }, (_, index) =>
    unique.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  return (await Promise.all(batches.map(read))).flat();
}

/** The chain's quotes with these ids. */
export const quotesWith = (db: Database, chainId: string, ids: readonly string[]) =>
  inLots(ids, (some) =>
    db
      .select()
      .from(quotes)
      .where(and(inArray(quotes.id, some), eq(quotes.chain_id, chainId))),
  );

/** Everything on record about these quotes that stands, oldest first. */
export const eventsAbout = (
  db: Database,
  chainId: string,
  ids: readonly string[],
): Promise<ChainEventRow[]> =>
  inLots(ids, (some) =>
    db
      .select()
      .from(chainEvents)
      .where(
        and(
          inArray(chainEvents.quote_id, some),
          eq(chainEvents.chain_id, chainId),
          ne(chainEvents.status, 'orphaned'),
        ),
      )
      .orderBy(asc(chainEvents.id)),
  );

/** Blocks of the transactions that we recorded something of. */
export const blocksWith = (db: Database, chainId: string, txHashes: readonly string[]) =>
  inLots(txHashes, (some) =>
    db
      .selectDistinct({ tx_hash: chainEvents.tx_hash, block: chainEvents.block_number })
      .from(chainEvents)
      .where(
        and(
          eq(chainEvents.chain_id, chainId),
          inArray(chainEvents.tx_hash, some),
          ne(chainEvents.status, 'orphaned'),
        ),
      ),
  );

/** Wallet keys of the holders of these quotes' policies, by quote. */
export async function holdersOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await inLots(ids, (some) =>
    db
      .select({ quote_id: policies.quote_id, wallet: policies.wallet })
      .from(policies)
      .where(inArray(policies.quote_id, some)),
  );
  return new Map(rows.map(({ quote_id, wallet }) => [quote_id, wallet]));
}
