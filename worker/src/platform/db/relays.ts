import { eq } from 'drizzle-orm';
import { type Database, firstOf } from './client.ts';
import { relays } from './transfers-schema.ts';

export type RelayRow = typeof relays.$inferSelect;

/** Each chain's relay account as it was seen last. */
export const readRelays = (db: Database): Promise<RelayRow[]> => db.select().from(relays).all();

export const readRelay = (db: Database, chainId: string): Promise<RelayRow | null> =>
  firstOf(db.select().from(relays).where(eq(relays.chain_id, chainId)));

export const writeRelay = (db: Database, row: RelayRow) =>
  db.insert(relays).values(row).onConflictDoUpdate({ target: relays.chain_id, set: row });
