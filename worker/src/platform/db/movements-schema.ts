/** What the accounts that hold the pool gained and lost, on a chain without a contract. Column types as in `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { MEANINGS } from '../../../../domain/payouts/movements.ts';

/** Every change of what such an account holds, from finalized blocks, once each. */
export const recipientMovements = sqliteTable(
  'recipient_movements',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    chainId: text('chain_id').notNull(),
    /** Wallet key of our account. */
    account: text().notNull(),
    blockNumber: integer('block_number').notNull(),
    blockHash: text('block_hash').notNull(),
    blockTime: text('block_time').notNull(),
    /** Position in its block. */
    eventIndex: integer('event_index').notNull(),
    /** The chain's name for it; `known` is 0 if nobody knows what that kind changes. */
    kind: text().notNull(),
    known: integer({ mode: 'boolean' }).notNull(),
    /** Signed base units. */
    free: text().notNull(),
    reserved: text().notNull(),
    counterparty: text(),
    /** Null if no transaction caused it. */
    txHash: text('tx_hash'),
    /** The event index of the payment that it belongs to, which is that of its row of `chain_events` if it has one. */
    about: integer(),
    /** What it is for; null if nothing explains it. */
    meaning: text({ enum: MEANINGS }),
    createdAt: text('created_at').notNull(),
    /** When an administrator settled one that nothing explains, and what came of it. */
    settledAt: text('settled_at'),
    settledBy: integer('settled_by'),
    note: text(),
  },
  (table) => [
    unique('recipient_movements_event').on(
      ...[table.chainId, table.account, table.blockNumber, table.eventIndex, table.blockHash],
    ),
    index('recipient_movements_block').on(table.chainId, table.blockNumber),
    index('recipient_movements_open')
      .on(table.chainId, table.id)
      .where(sql`meaning IS NULL AND settled_at IS NULL`),
    index('recipient_movements_dust').on(table.chainId, table.blockTime).where(sql`meaning = 'dust'`),
  ],
);

/** From which block on an account's movements are recorded, what it held then, and the last check of both. */
export const recipientAccounts = sqliteTable(
  'recipient_accounts',
  {
    chainId: text('chain_id').notNull(),
    account: text().notNull(),
    /** Movements after this block are recorded; `free` and `reserved` are what it held at its end, in base units. */
    fromBlock: integer('from_block').notNull(),
    free: text().notNull(),
    reserved: text().notNull(),
    /** The last check: at which block and when, and how much more the account held than its movements explain. */
    checkedBlock: integer('checked_block'),
    checkedAt: text('checked_at'),
    freeDifference: text('free_difference').notNull().default('0'),
    reservedDifference: text('reserved_difference').notNull().default('0'),
  },
  (table) => [primaryKey({ columns: [table.chainId, table.account] })],
);
