import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How far each chain has been read, and what a reorganization left open. */

/** How far each chain was read, and how far its history a second time. */
export const scanCursors = sqliteTable('scan_cursors', {
  chain_id: text().primaryKey(),
  /** The last block whose events were read. */
  block_number: integer().notNull(),
  block_hash: text().notNull(),
  block_time: text().notNull(),
  updated_at: text().notNull(),
  /** Last block read again; one below the contract's first block when a pass starts, null before the first pass. */
  swept_to: integer(),
  swept_at: text(),
});

/** Recorded blocks for which the chain showed another hash. Only a second sighting undoes anything. */
export const blockDoubts = sqliteTable(
  'block_doubts',
  {
    chain_id: text().notNull(),
    block_number: integer().notNull(),
    /** The recorded hash. */
    block_hash: text().notNull(),
    /** The other hash, and the run that first saw it. */
    other_hash: text().notNull(),
    request_id: text().notNull(),
    seen_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chain_id, table.block_number, table.block_hash] })],
);

/** Transactions that a wallet reported and that aren't verified yet. They claim nothing. */
export const reportedTransactions = sqliteTable(
  'reported_transactions',
  {
    chain_id: text().notNull(),
    tx_hash: text().notNull(),
    wallet: text().notNull(),
    quote_id: text(),
    created_at: text().notNull(),
    next_check_at: text().notNull(),
    attempts: integer().notNull().default(0),
    /** Sender and nonce, once a node knew the transaction. They show when another one replaced it. */
    sender: text(),
    nonce: integer(),
    /** The block that the wallet says it is in; some chains need it to find the transaction. */
    block_number: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.chain_id, table.tx_hash, table.wallet] }),
    index('reported_transactions_due').on(table.chain_id, table.next_check_at),
    index('reported_transactions_wallet').on(table.wallet, table.created_at),
  ],
);
