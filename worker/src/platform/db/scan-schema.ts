import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How far each chain has been read, and what a reorganization left open. */

/** Last block of each chain whose events were read. */
export const scanCursors = sqliteTable('scan_cursors', {
  chainId: text('chain_id').primaryKey(),
  blockNumber: integer('block_number').notNull(),
  blockHash: text('block_hash').notNull(),
  blockTime: text('block_time').notNull(),
  updatedAt: text('updated_at').notNull(),
});

/** How far each chain's history was read a second time. */
export const sweepCursors = sqliteTable('sweep_cursors', {
  chainId: text('chain_id').primaryKey(),
  /** Last block read again; one below the contract's first block when a pass starts. */
  sweptTo: integer('swept_to').notNull(),
  sweptAt: text('swept_at').notNull(),
});

/** Recorded blocks for which the chain showed another hash. Only a second sighting undoes anything. */
export const blockDoubts = sqliteTable(
  'block_doubts',
  {
    chainId: text('chain_id').notNull(),
    blockNumber: integer('block_number').notNull(),
    /** The recorded hash. */
    blockHash: text('block_hash').notNull(),
    /** The other hash, and the run that first saw it. */
    otherHash: text('other_hash').notNull(),
    requestId: text('request_id').notNull(),
    seenAt: text('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.blockNumber, table.blockHash] })],
);

/** Transactions that a wallet reported and that aren't verified yet. They claim nothing. */
export const reportedTransactions = sqliteTable(
  'reported_transactions',
  {
    chainId: text('chain_id').notNull(),
    txHash: text('tx_hash').notNull(),
    wallet: text().notNull(),
    quoteId: text('quote_id'),
    createdAt: text('created_at').notNull(),
    nextCheckAt: text('next_check_at').notNull(),
    attempts: integer().notNull().default(0),
    /** Sender and nonce, once a node knew the transaction. They show when another one replaced it. */
    sender: text(),
    nonce: integer(),
    /** The block that the wallet says it is in; some chains need it to find the transaction. */
    blockNumber: integer('block_number'),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash, table.wallet] }),
    index('reported_transactions_due').on(table.chainId, table.nextCheckAt),
    index('reported_transactions_wallet').on(table.wallet, table.createdAt),
  ],
);
