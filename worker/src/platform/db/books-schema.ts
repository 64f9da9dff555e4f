/** What we keep for a chain without a contract: proposed payouts and halts. Column types as in `schema.ts`. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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

/** Halts of all payouts on a chain; each lapses automatically. */
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
