/**
 * The insurer in figures: what they are computed from beside the ledger, and the roll-ups. Column types as in `schema.ts`.
 */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The dollar value of one ether, once per UTC day: the first rate read that day. */
export const ethRates = sqliteTable('eth_rates', {
  day: text().primaryKey(),
  /** US cents per ether. */
  usd_cents: integer().notNull(),
  source: text().notNull(),
  at: text().notNull(),
});

/**
 * Days whose figures are kept. What changes a day's rows raises its generation; the job computes the day and notes which
 * generation it read, so that a change meanwhile leaves the day dirty.
 */
export const figureDays = sqliteTable(
  'figure_days',
  {
    day: text().primaryKey(),
    generation: integer().notNull(),
    computed: integer().notNull(),
    /** Counts the writes of the job: two runs at once can't both store. */
    step: integer().notNull(),
    /** JSON: how far a day larger than a run has been read. */
    progress: text(),
  },
  (table) => [index('figure_days_dirty').on(table.day).where(sql`generation > computed`)],
);

/** A sum of a figure. An empty product stands for all, with what belongs to none. Figures: see `FIGURES` in `domain/admin/figures.ts`. */
const sum = {
  figure: text().notNull(),
  product: text().notNull(),
  /** `YYYY-MM-DD`, `YYYY-MM`, or empty for all time. */
  period: text().notNull(),
  count: integer().notNull(),
  /** US cents, but of time to a decision minutes, and of what the networks charged millionths of a dollar. */
  value: integer().notNull(),
  gwei: integer().notNull(),
};

/** What a day's rows add to each figure, by the day, or other period, that they count in. `figures` is their sum. */
export const figureParts = sqliteTable('figure_parts', { day: text().notNull(), ...sum }, (table) => [
  primaryKey({ columns: [table.day, table.figure, table.product, table.period] }),
  index('figure_parts_period').on(table.figure, table.period),
]);

/** Sums by figure, product and day, month or all time. A `cell` is any other period: a quarter and a cause of loss. */
export const figures = sqliteTable(
  'figures',
  { grain: text({ enum: ['day', 'month', 'all', 'cell'] }).notNull(), ...sum },
  (table) => [primaryKey({ columns: [table.grain, table.figure, table.product, table.period] })],
);

/** What the network charged for one of our transactions: a payout, its announcement, a refund, a relayed purchase. */
export const transactionFees = sqliteTable(
  'transaction_fees',
  {
    chain_id: text().notNull(),
    tx_hash: text().notNull(),
    /** Base units of the network's coin. */
    amount: text().notNull(),
    /** Millionths of a US dollar: a fee is often less than a cent. */
    usd_micros: integer().notNull(),
    gwei: integer().notNull(),
    at: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain_id, table.tx_hash] }),
    index('transaction_fees_newest').on(table.at),
  ],
);

/** Payments that a wallet reported and that failed on chain, or can no longer appear there. */
export const failedPayments = sqliteTable(
  'failed_payments',
  {
    chain_id: text().notNull(),
    tx_hash: text().notNull(),
    reason: text({ enum: ['reverted', 'vanished', 'other'] }).notNull(),
    at: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chain_id, table.tx_hash] }),
    index('failed_payments_newest').on(table.at),
  ],
);

/** How far the daily check of the figures has come: a day at a time, then the sums of all time. */
export const rollupChecks = sqliteTable('rollup_checks', {
  /** The UTC day of the check. */
  day: text().primaryKey(),
  /** The last day compared; null before the first. */
  checked_to: text(),
  /** JSON of the differences found and repaired. */
  differences: text().notNull().default('[]'),
  finished_at: text(),
  /** Counts the writes of the check: two runs at once can't both repair. */
  step: integer().notNull().default(0),
});

/** Months that are closed. A row is only added. */
export const closedMonths = sqliteTable('closed_months', {
  /** `2026-11`. */
  month: text().primaryKey(),
  closed_at: text().notNull(),
  closed_by: integer().notNull(),
  closed_name: text().notNull(),
  reason: text().notNull(),
  /** JSON of what it booked to each account: see `CLOSED_ROWS` in `admin/books/books.ts`. */
  booked: text().notNull(),
});
