/** Purchases that our own account sends for holders without coins. Column types as in `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * open: its nonce isn't used in a confirmed block; bought, failed: its purchase was mined, or reverted; replaced: an empty
 * transaction used its nonce; lost: something that isn't ours did, or the quote expired after the account's key was rotated.
 */
export const RELAY_STATES = ['open', 'bought', 'failed', 'replaced', 'lost'] as const;

/** One row a nonce. What is sent is stored before it is sent, so that a crash in between loses nothing. */
export const relayedPurchases = sqliteTable(
  'relayed_purchases',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chain_id: text().notNull(),
    /** Our account and its nonce. */
    sender: text().notNull(),
    nonce: integer().notNull(),
    quote_id: text().notNull(),
    wallet: text().notNull(),
    /** Call data of the purchase, and the gas that it may use. */
    data: text().notNull(),
    gas: integer().notNull(),
    /** Last second at which the contract takes the quote. */
    valid_until: text().notNull(),
    state: text({ enum: RELAY_STATES }).notNull(),
    /** The newest signed transaction; once the row has ended, the one that was mined, if it was ours. */
    tx_hash: text().notNull(),
    raw: text().notNull(),
    /** Whether that one is empty. */
    is_empty: integer({ mode: 'boolean' }).notNull(),
    /** JSON of all signed with this nonce: their hashes, and which are empty. Any of them may be mined. */
    signed: text().notNull(),
    /** Wei for each unit of gas, and the most that a resend may offer. */
    max_fee: text().notNull(),
    tip: text().notNull(),
    fee_cap: text().notNull(),
    created_at: text().notNull(),
    /** When the newest was signed. */
    signed_at: text().notNull(),
    ended_at: text(),
  },
  (table) => [
    uniqueIndex('relayed_purchases_nonce').on(table.chain_id, table.sender, table.nonce),
    // A quote is under way once. Rows that only use up their nonce don't count.
    uniqueIndex('relayed_purchases_quote').on(table.quote_id).where(sql`state = 'open' AND is_empty = 0`),
    index('relayed_purchases_open').on(table.chain_id).where(sql`state = 'open'`),
    index('relayed_purchases_day').on(table.chain_id, table.created_at),
    index('relayed_purchases_wallet').on(table.wallet, table.created_at),
    index('relayed_purchases_ended').on(table.chain_id, table.ended_at),
  ],
);

/** What each chain's relay account has, and whether it is offered. */
export const relays = sqliteTable('relays', {
  chain_id: text().primaryKey(),
  account: text().notNull(),
  /** Base units of the chain's coin. */
  balance: text().notNull(),
  minimum: text().notNull(),
  offered: integer({ mode: 'boolean' }).notNull(),
  checked_at: text().notNull(),
});
