import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { among, type Database } from '#worker/platform/db/client.ts';
import { findRows } from '#worker/platform/db/guard.ts';
import { type ChainEventRow, chainEvents } from '#worker/platform/db/registry-schema.ts';
import { policies, quotes } from '#worker/platform/db/schema.ts';

/** The chain's quotes with these ids. */
export const quotesWith = (db: Database, chainId: string, ids: readonly string[]) =>
  findRows(db, quotes, and(inArray(quotes.id, among(ids)), eq(quotes.chain_id, chainId)));

const standing = (chainId: string) =>
  and(eq(chainEvents.chain_id, chainId), ne(chainEvents.status, 'orphaned'));

/** Everything on record about these quotes that stands, oldest first. */
export const eventsAbout = (
  db: Database,
  chainId: string,
  ids: readonly string[],
): Promise<ChainEventRow[]> =>
  findRows(db, chainEvents, and(inArray(chainEvents.quote_id, among(ids)), standing(chainId)), [
    asc(chainEvents.id),
  ]);

/** Blocks of the transactions that we recorded something of. */
export const blocksWith = (db: Database, chainId: string, txHashes: readonly string[]) =>
  db
    .selectDistinct({ tx_hash: chainEvents.tx_hash, block: chainEvents.block_number })
    .from(chainEvents)
    .where(and(inArray(chainEvents.tx_hash, among(txHashes)), standing(chainId)))
    .all();

/** Wallet keys of the holders of these quotes' policies, by quote. */
export async function holdersOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ quote_id: policies.quote_id, wallet: policies.wallet })
    .from(policies)
    .where(inArray(policies.quote_id, among(ids)));
  return new Map(rows.map(({ quote_id, wallet }) => [quote_id, wallet]));
}
