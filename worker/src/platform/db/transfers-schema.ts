import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { PAYOUT_STEPS } from '#domain/payouts/schema.ts';

/** Payouts and refunds that were handed out to be sent, and what became of each. Column types as in `schema.ts`. */

const TRANSFER_ACTIONS = ['claim.payout', 'policy.refund', 'exception.refund'] as const;

/**
 * alive: it can still reach the chain; done: its event is confirmed; dead: it can't anymore; released: an administrator
 * said that nobody sent it; replaced: prepared again, where nothing is lost by that.
 */
const TRANSFER_STATES = ['alive', 'done', 'dead', 'released', 'replaced'] as const;

export const preparedTransfers = sqliteTable(
  'prepared_transfers',
  {
    id: text().primaryKey(),
    chain_id: text().notNull(),
    quote_id: text().notNull(),
    action: text({ enum: TRANSFER_ACTIONS }).notNull(),
    /** Of a payout: the claim, its number on the chain, the incident and whole dollars; null for a refund. */
    claim_id: integer(),
    claim_number: integer(),
    incident_at: text(),
    usd: integer(),
    step: text({ enum: PAYOUT_STEPS }).notNull(),
    /** Of a payout that is announced first: unsent until the chain shows the announcement, and pending from then on. */
    announcement: text({ enum: ['unsent', 'pending'] }),
    /** From when an announced payout can be paid; null for what does not have to wait. */
    payable_at: text(),
    /** JSON of the prepared call as it was answered. */
    answer: text().notNull(),
    prepared_by: integer().notNull(),
    prepared_name: text().notNull(),
    prepared_at: text().notNull(),
    /** The last second at which it can reach the chain; null for what has no end of its own: call data, an announcement not sent. */
    until: text(),
    /** Number of the first final block seen after the time to sign it; its last era begins no later. */
    over_at: integer(),
    /** The transaction that was reported as sending it. */
    tx_hash: text(),
    state: text({ enum: TRANSFER_STATES }).notNull(),
    ended_at: text(),
    /** The event that ended it: its own, or another one that used its claim number. */
    event_id: integer(),
    request_id: text().notNull(),
  },
  (table) => [
    // A policy's next number is reserved once.
    uniqueIndex('prepared_transfers_alive')
      .on(table.chain_id, table.quote_id, sql`coalesce(${table.claim_number}, 0)`)
      .where(sql`state = 'alive'`),
    index('prepared_transfers_quote').on(table.quote_id, table.state),
    index('prepared_transfers_claim').on(table.claim_id, table.state),
    index('prepared_transfers_chain').on(table.chain_id).where(sql`state = 'alive'`),
    index('prepared_transfers_event').on(table.event_id),
  ],
);

/** Purchases that our own account sends for holders without coins. Column types as in `schema.ts`. */

/**
 * open: its nonce isn't used in a confirmed block; bought, failed: its purchase was mined, or reverted; replaced: an empty
 * transaction used its nonce; lost: something that isn't ours did, or the quote expired after the account's key was rotated.
 */
const RELAY_STATES = ['open', 'bought', 'failed', 'replaced', 'lost'] as const;

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
