import { and, asc, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import { type Database, oneValue, readTogether } from '#worker/platform/db/client.ts';
import { findRow, findRows, updateRows } from '#worker/platform/db/guard.ts';
import { relayedPurchases } from '#worker/platform/db/transfers-schema.ts';

export type RelayedRow = typeof relayedPurchases.$inferSelect;
export type NewRelayed = typeof relayedPurchases.$inferInsert;

const { chain_id, sender, nonce, quote_id, wallet, state, created_at } = relayedPurchases;

/** The purchase of a quote that is done or under way, or else the empty transaction that replaces it; null if there is none. */
export function findLive(db: Database, quote: string): Promise<RelayedRow | null> {
  const { is_empty } = relayedPurchases;
  const live = and(eq(quote_id, quote), inArray(state, ['open', 'bought']));
  return findRow(db, relayedPurchases, live, desc(eq(state, 'bought')), asc(is_empty));
}

/** What is under way on a chain, in the order of its nonces. */
export const listOpen = (db: Database, chain: string): Promise<RelayedRow[]> =>
  findRows(db, relayedPurchases, { chain_id: chain, state: 'open' }, [asc(nonce)]);

/** The first nonce of an account that no row has; 0 if it has no row. */
export async function nextNonce(db: Database, chain: string, account: string): Promise<number> {
  const next = db
    .select({ value: sql<number>`coalesce(max(${nonce}) + 1, 0)` })
    .from(relayedPurchases)
    .where(and(eq(chain_id, chain), eq(sender, account)));
  return (await oneValue(next)) ?? 0;
}

/** The purchases sent for a wallet on all chains, and the gas of all sent on this chain, since then. */
export async function sentSince(db: Database, chain: string, holder: string, since: string) {
  const { sends, gas } = await readTogether({
    sends: db.$count(relayedPurchases, and(eq(wallet, holder), gte(created_at, since))),
    gas: oneValue(
      db
        .select({ value: sql<number | null>`sum(${relayedPurchases.gas})` })
        .from(relayedPurchases)
        .where(and(eq(chain_id, chain), gte(created_at, since))),
    ),
  });
  return { sends, gas: gas ?? 0 };
}

/** What has ended with a nonce that the account has not used: a reorganization removed the transaction that used it. */
export const listUnused = (
  db: Database,
  chain: string,
  account: string,
  unused: number,
): Promise<RelayedRow[]> =>
  db
    .select()
    .from(relayedPurchases)
    .where(and(eq(chain_id, chain), eq(sender, account), gte(nonce, unused), ne(state, 'open')))
    .orderBy(asc(nonce))
    .all();

/** Opens a row that has ended. One that another run opened first stays as it is. */
export async function reopen(db: Database, row: RelayedRow, change: Partial<NewRelayed>): Promise<void> {
  const ended = and(eq(relayedPurchases.id, row.id), eq(state, row.state));
  await updateRows(db, relayedPurchases, ended, { ...change, state: 'open', ended_at: null });
}

export const insertRelayed = (db: Database, row: NewRelayed) => db.insert(relayedPurchases).values(row);

/** Changes a row that is still open. */
export async function updateOpen(db: Database, id: number, change: Partial<NewRelayed>): Promise<void> {
  const own = and(eq(relayedPurchases.id, id), eq(state, 'open'));
  await updateRows(db, relayedPurchases, own, change);
}
