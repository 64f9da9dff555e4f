/**
 * The insurer in figures: money as it moved, and roll-ups of it, all kept by the triggers of the migration. Nothing here
 * is written by hand but rates, fees and failed payments. Column types as in `schema.ts`.
 */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The dollar value of one ether, once per UTC day: the first rate read that day. */
export const ethRates = sqliteTable('eth_rates', {
  day: text().primaryKey(),
  /** US cents per ether. */
  usdCents: integer('usd_cents').notNull(),
  source: text().notNull(),
  at: text().notNull(),
});

/** Premiums that pay for a policy, payments without one, what was refunded of both, and claims paid. */
const MONEY_KINDS = [
  'premium',
  'refund',
  'unmatched',
  'unmatched_refund',
  'claim_paid',
  'claim_paid_other',
] as const;

/**
 * One row per movement of money that stands: a confirmed event, or a payment outside the chain. A reorganization
 * deletes it. Values are those of the day it was booked.
 */
export const moneyEvents = sqliteTable(
  'money_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: MONEY_KINDS }).notNull(),
    eventId: integer('event_id').unique('money_events_event'),
    otherClaimId: integer('other_claim_id').unique('money_events_other'),
    /** Time of the block, or of the confirmation by the second administrator. */
    at: text().notNull(),
    chainId: text('chain_id').notNull(),
    currency: text().notNull(),
    product: text().notNull(),
    policyId: integer('policy_id'),
    /** Base units; null outside the chain. */
    amount: text(),
    usdCents: integer('usd_cents').notNull(),
    /** Billionths of an ether: what was paid in ether, or the dollars at the day's rate. */
    gwei: integer().notNull(),
    /** Our platform fee of a premium, in US cents, by the basis points that its policy has; negative of a refund. */
    platformFeeCents: integer('platform_fee_cents').notNull(),
    /** Of a premium or a refund: the term that was sold, for what is earned of it. */
    startDate: text('start_date'),
    days: integer(),
    premiumCents: integer('premium_cents'),
    /** Of a claim: when it happened. */
    incidentAt: text('incident_at'),
  },
  (table) => [
    index('money_events_newest').on(table.at, table.id),
    index('money_events_policy').on(table.policyId),
    /** Booked while no rate of ether was known. */
    index('money_events_unvalued').on(table.id).where(sql`gwei = 0 AND usd_cents <> 0`),
  ],
);

/** Every change of what a claim is expected to cost still. */
export const reserveEvents = sqliteTable(
  'reserve_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    claimId: integer('claim_id').notNull(),
    product: text().notNull(),
    incidentAt: text('incident_at').notNull(),
    at: text().notNull(),
    /** US cents more than before. */
    cents: integer().notNull(),
  },
  (table) => [index('reserve_events_claim').on(table.claimId), index('reserve_events_newest').on(table.at)],
);

/**
 * Sums by figure, product and day, month or all time. An empty product stands for all, with what belongs to none.
 * Figures: see `FIGURES` in `domain/admin/figures.ts`.
 */
export const figures = sqliteTable(
  'figures',
  {
    grain: text({ enum: ['day', 'month', 'all'] }).notNull(),
    figure: text().notNull(),
    product: text().notNull(),
    /** `YYYY-MM-DD`, `YYYY-MM`, or empty for all time. */
    period: text().notNull(),
    count: integer().notNull(),
    /** US cents, but of time to a decision minutes, and of what the networks charged millionths of a dollar. */
    value: integer().notNull(),
    gwei: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.grain, table.figure, table.product, table.period] })],
);

/** What claims cost by the quarter in which they happened and the quarter in which it was paid or reserved. */
export const lossCells = sqliteTable(
  'loss_cells',
  {
    /** `2026-Q4`. */
    accidentQuarter: text('accident_quarter').notNull(),
    quarter: text().notNull(),
    product: text().notNull(),
    paidCents: integer('paid_cents').notNull(),
    reservedCents: integer('reserved_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accidentQuarter, table.quarter, table.product] })],
);

/** `exposures` and `exposure_starts` by month, so that the cover in force is a sum of few rows. */
export const exposureMonths = sqliteTable(
  'exposure_months',
  {
    edge: text({ enum: ['start', 'end'] }).notNull(),
    chainId: text('chain_id').notNull(),
    /** Empty for starts. */
    currency: text().notNull(),
    month: text().notNull(),
    coverageUsd: integer('coverage_usd').notNull(),
    policies: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.edge, table.chainId, table.currency, table.month] })],
);

/** What the network charged for a transaction of ours: a payout, a proposal, a refund. */
export const transactionFees = sqliteTable(
  'transaction_fees',
  {
    chainId: text('chain_id').notNull(),
    txHash: text('tx_hash').notNull(),
    /** Base units of the network's coin. */
    amount: text().notNull(),
    /** Millionths of a US dollar: a fee is often less than a cent. */
    usdMicros: integer('usd_micros').notNull(),
    gwei: integer().notNull(),
    at: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash] }),
    index('transaction_fees_newest').on(table.at),
  ],
);

/** Payments that a wallet reported and that failed on chain, or can no longer appear there. */
export const failedPayments = sqliteTable(
  'failed_payments',
  {
    chainId: text('chain_id').notNull(),
    txHash: text('tx_hash').notNull(),
    reason: text({ enum: ['reverted', 'vanished', 'other'] }).notNull(),
    at: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash] }),
    index('failed_payments_newest').on(table.at),
  ],
);

/** How far the daily check of the roll-ups has come: a month at a time, then the sums of all time. */
export const figureChecks = sqliteTable('figure_checks', {
  /** The UTC day of the check. */
  day: text().primaryKey(),
  /** The last month compared; null before the first. */
  month: text(),
  /** JSON of the differences found and mended. */
  differences: text().notNull().default('[]'),
  finishedAt: text('finished_at'),
});
