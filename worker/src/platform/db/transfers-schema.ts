import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { PAYOUT_STEPS } from '#domain/payouts/schema.ts';
import { TRANSFER_KINDS, TRANSFER_METHODS, TRANSFER_STATES } from '#domain/transfers/lifecycle.ts';

/**
 * Money that we send: payouts and refunds, on a chain or outside it, and what became of each. One row an attempt. Column types as
 * in `schema.ts`.
 */
export const transfers = sqliteTable(
  'transfers',
  {
    id: text().primaryKey(),
    kind: text({ enum: TRANSFER_KINDS }).notNull(),
    method: text({ enum: TRANSFER_METHODS }).notNull(),
    state: text({ enum: TRANSFER_STATES }).notNull(),
    chain_id: text().notNull(),
    quote_id: text().notNull(),
    /** What it is for: the claim and its policy, the policy that ends, or the exception of a payment without a policy. */
    policy_id: integer(),
    exception_id: integer(),
    claim_id: integer(),
    /** Of a payout: its number on the chain, the incident and whole dollars; null for a refund. */
    claim_number: integer(),
    incident_at: text(),
    usd: integer(),
    step: text({ enum: PAYOUT_STEPS }).notNull(),
    /** From when an announced payout can be paid; null for what does not have to wait. */
    payable_at: text(),
    /** JSON of the prepared call as it was answered; null outside the chain, where a bank's reference tells the transfer. */
    answer: text(),
    reference: text(),
    prepared_by: integer().notNull(),
    prepared_name: text().notNull(),
    prepared_at: text().notNull(),
    /** The second administrator of a payment outside the chain. */
    confirmed_by: integer(),
    confirmed_name: text(),
    /** The last second at which it can reach the chain; null for what has no end of its own, such as call data. */
    until: text(),
    /** Number of the first final block seen after the time to sign it; its last era begins no later. */
    over_at: integer(),
    /** The transaction that was reported as sending it, or that the chain shows. */
    tx_hash: text(),
    /** Null as long as it can still arrive. */
    ended_at: text(),
    /** The event that ended it: its own, or another one that used its claim number. */
    event_id: integer(),
    request_id: text().notNull(),
  },
  (table) => [
    // A policy's next number is reserved once. Outside the chain a claim has none.
    uniqueIndex('transfers_alive')
      .on(table.chain_id, table.quote_id, sql`coalesce(${table.claim_number}, -${table.claim_id}, 0)`)
      .where(sql`ended_at IS NULL`),
    index('transfers_quote').on(table.quote_id),
    index('transfers_claim').on(table.claim_id),
    index('transfers_event').on(table.event_id),
    // One transfer pays one claim; a withdrawn report frees its reference.
    uniqueIndex('transfers_reference')
      .on(sql`lower(replace("reference", ' ', ''))`)
      .where(sql`state <> 'discarded'`),
    index('transfers_outside').on(table.ended_at, table.claim_id).where(sql`reference IS NOT NULL`),
    index('transfers_outside_policy').on(table.policy_id).where(sql`reference IS NOT NULL`),
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
