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
    chainId: text('chain_id').notNull(),
    /** Our account and its nonce. */
    sender: text().notNull(),
    nonce: integer().notNull(),
    quoteId: text('quote_id').notNull(),
    wallet: text().notNull(),
    /** Call data of the purchase, and the gas that it may use. */
    data: text().notNull(),
    gas: integer().notNull(),
    /** Last second at which the contract takes the quote. */
    validUntil: text('valid_until').notNull(),
    state: text({ enum: RELAY_STATES }).notNull(),
    /** The newest signed transaction; once the row has ended, the one that was mined, if it was ours. */
    txHash: text('tx_hash').notNull(),
    raw: text().notNull(),
    /** Whether that one is empty. */
    isEmpty: integer('is_empty', { mode: 'boolean' }).notNull(),
    /** JSON of all signed with this nonce: their hashes, and which are empty. Any of them may be mined. */
    signed: text().notNull(),
    /** Wei for each unit of gas, and the most that a resend may offer. */
    maxFee: text('max_fee').notNull(),
    tip: text().notNull(),
    feeCap: text('fee_cap').notNull(),
    createdAt: text('created_at').notNull(),
    /** When the newest was signed. */
    signedAt: text('signed_at').notNull(),
    endedAt: text('ended_at'),
  },
  (table) => [
    uniqueIndex('relayed_purchases_nonce').on(table.chainId, table.sender, table.nonce),
    // A quote is under way once. Rows that only use up their nonce don't count.
    uniqueIndex('relayed_purchases_quote').on(table.quoteId).where(sql`state = 'open' AND is_empty = 0`),
    index('relayed_purchases_open').on(table.chainId).where(sql`state = 'open'`),
    index('relayed_purchases_day').on(table.chainId, table.createdAt),
    index('relayed_purchases_wallet').on(table.wallet, table.createdAt),
    index('relayed_purchases_ended').on(table.chainId, table.endedAt),
  ],
);

/** What each chain's relay account has, and whether it is offered. */
export const relays = sqliteTable('relays', {
  chainId: text('chain_id').primaryKey(),
  account: text().notNull(),
  /** Base units of the chain's coin. */
  balance: text().notNull(),
  minimum: text().notNull(),
  offered: integer({ mode: 'boolean' }).notNull(),
  checkedAt: text('checked_at').notNull(),
});
