/** What we keep for a chain without a contract: proposed payouts, prepared ones and halts. Column types as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Payouts beyond the day's allowance. The event of their claim number settles them. */
export const payoutProposals = sqliteTable(
  'payout_proposals',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chainId: text('chain_id').notNull(),
    quoteId: text('quote_id').notNull(),
    claimNumber: integer('claim_number').notNull(),
    incidentAt: text('incident_at').notNull(),
    usd: integer().notNull(),
    proposedAt: text('proposed_at').notNull(),
    payableAt: text('payable_at').notNull(),
    lapsesAt: text('lapses_at').notNull(),
    /** When an administrator vetoed it, and who. */
    vetoedAt: text('vetoed_at'),
    vetoedBy: integer('vetoed_by'),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('payout_proposals_quote').on(table.quoteId, table.id),
    index('payout_proposals_chain').on(table.chainId, table.id),
  ],
);

/**
 * Transfers that were handed out to be sent: at most one for a policy, or for a payment that became none, since nothing on
 * the chain refuses a second one.
 */
export const preparedTransfers = sqliteTable(
  'prepared_transfers',
  {
    chainId: text('chain_id').notNull(),
    quoteId: text('quote_id').notNull(),
    /** Of a payout: its claim number, the incident and whole dollars; null for a refund. */
    claimNumber: integer('claim_number'),
    incidentAt: text('incident_at'),
    usd: integer(),
    /** Whole dollars of the day's allowance that it takes up. */
    allowanceUsd: integer('allowance_usd').notNull(),
    /** JSON of the prepared call as it was answered. */
    answer: text().notNull(),
    preparedBy: integer('prepared_by').notNull(),
    preparedName: text('prepared_name').notNull(),
    preparedAt: text('prepared_at').notNull(),
    /** The last second at which it can be included; null for call data, which has no era and can be carried out at any time. */
    until: text(),
    /** The transaction that was reported as sending it. */
    txHash: text('tx_hash'),
    requestId: text('request_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.quoteId] })],
);

/** Halts of all payouts on a chain; each lapses by itself. */
export const payoutHalts = sqliteTable(
  'payout_halts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chainId: text('chain_id').notNull(),
    adminId: integer('admin_id').notNull(),
    reason: text().notNull(),
    haltedAt: text('halted_at').notNull(),
    until: text().notNull(),
    liftedAt: text('lifted_at'),
    liftedBy: integer('lifted_by'),
  },
  (table) => [
    index('payout_halts_chain').on(table.chainId, table.id),
    index('payout_halts_admin').on(table.chainId, table.adminId, table.haltedAt),
  ],
);
