import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../platform/db/client.ts';
import { relayedPurchases } from '../../platform/db/relay-schema.ts';

export type RelayedRow = typeof relayedPurchases.$inferSelect;
export type NewRelayed = typeof relayedPurchases.$inferInsert;

const { chainId, sender, nonce, quoteId, wallet, state, createdAt } = relayedPurchases;

/** The purchase of a quote that is under way or done; null if there is none. */
export async function findLive(db: Database, quote: string): Promise<RelayedRow | null> {
  const live = and(eq(quoteId, quote), inArray(state, ['open', 'bought']));
  return (await db.select().from(relayedPurchases).where(live).get()) ?? null;
}

/** What is under way on a chain, in the order of its nonces. */
export const listOpen = (db: Database, chain: string): Promise<RelayedRow[]> =>
  db
    .select()
    .from(relayedPurchases)
    .where(and(eq(chainId, chain), eq(state, 'open')))
    .orderBy(asc(nonce))
    .all();

/** The first nonce of an account that no row has; 0 if it has no row. */
export async function nextNonce(db: Database, chain: string, account: string): Promise<number> {
  const row = await db
    .select({ next: sql<number>`coalesce(max(${nonce}) + 1, 0)` })
    .from(relayedPurchases)
    .where(and(eq(chainId, chain), eq(sender, account)))
    .get();
  return row?.next ?? 0;
}

/** The purchases sent for a wallet on all chains, and the gas of all sent on this chain, since then. */
export async function sentSince(db: Database, chain: string, holder: string, since: string) {
  const [ofWallet, ofChain] = await db.batch([
    db
      .select({ sends: sql<number>`count(*)` })
      .from(relayedPurchases)
      .where(and(eq(wallet, holder), gte(createdAt, since))),
    db
      .select({ gas: sql<number>`coalesce(sum(${relayedPurchases.gas}), 0)` })
      .from(relayedPurchases)
      .where(and(eq(chainId, chain), gte(createdAt, since))),
  ]);
  return { sends: ofWallet[0]?.sends ?? 0, gas: ofChain[0]?.gas ?? 0 };
}

/**
 * Opens again what was bought with a nonce that the account has not used: a reorganization removed it, and nothing after it can
 * be mined until it is sent again.
 */
export async function reopenUnused(
  db: Database,
  chain: string,
  account: string,
  unused: number,
): Promise<number> {
  const reopened = await db
    .update(relayedPurchases)
    .set({ state: 'open', endedAt: null })
    .where(and(eq(chainId, chain), eq(sender, account), gte(nonce, unused), eq(state, 'bought')))
    .returning({ id: relayedPurchases.id });
  return reopened.length;
}

export const insertRelayed = (db: Database, row: NewRelayed) => db.insert(relayedPurchases).values(row);

/** Changes a row that is still open. */
export async function updateOpen(db: Database, id: number, change: Partial<NewRelayed>): Promise<void> {
  const own = and(eq(relayedPurchases.id, id), eq(state, 'open'));
  await db.update(relayedPurchases).set(change).where(own);
}
