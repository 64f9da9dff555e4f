/** Payouts and refunds that were handed out to be sent, and what became of each. Column types as in `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { PAYOUT_STEPS } from '#domain/payouts/schema.ts';

export const TRANSFER_ACTIONS = ['claim.payout', 'policy.refund', 'exception.refund'] as const;

/**
 * alive: it can still reach the chain; done: its event is confirmed; dead: it can't anymore; released: an administrator
 * said that nobody sent it; replaced: prepared again, where nothing is lost by that.
 */
export const TRANSFER_STATES = ['alive', 'done', 'dead', 'released', 'replaced'] as const;

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
    /** Of a payout that is proposed first: unsent until the chain shows the proposal, and pending from then on. */
    proposal: text({ enum: ['unsent', 'pending'] }),
    /** From when a pending proposal can be paid; null for what does not have to wait. */
    payable_at: text(),
    /** JSON of the prepared call as it was answered. */
    answer: text().notNull(),
    prepared_by: integer().notNull(),
    prepared_name: text().notNull(),
    prepared_at: text().notNull(),
    /** The last second at which it can reach the chain; null for what has no end of its own: call data, a proposal not sent. */
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
