import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { ENTERED_KINDS } from '#domain/books/journal.ts';

/** The journal of the books. Column types as in `schema.ts`. */

/**
 * What each movement of money was worth, and each change of a claim's reserve, in the batch that made it. Rows are only added:
 * one that no longer stands is canceled by a row with the opposite sign, and booked again as a new generation. Its balanced
 * lines follow from its kind: see `domain/books/journal.ts`.
 */
export const entries = sqliteTable(
  'entries',
  {
    id: integer().primaryKey(),
    kind: text({ enum: ENTERED_KINDS }).notNull(),
    /** When it happened: the time of its block, of the second person's confirmation, or of the change. */
    at: text().notNull(),
    booked_at: text().notNull(),
    /** The event behind it, as `chain_events` identifies it; null of what no chain causes. */
    chain_id: text(),
    tx_hash: text(),
    identity: text(),
    /** How often its event was booked, this time included. */
    generation: integer().notNull(),
    /** 1, or -1 of a row that cancels the one with the same event and generation, whose amounts it has. */
    sign: integer().notNull(),
    product: text().notNull(),
    policy_id: integer(),
    claim_id: integer(),
    /** Of a payment without a policy. */
    exception_id: integer(),
    /** US cents; null while nobody knows what it is worth. Of a reserve, by how much it rose. */
    cents: integer(),
    /** Our platform fee of a premium, in US cents. */
    fee_cents: integer().notNull(),
    /** The cash account, and the base units of its token that moved; null of what moved on no chain. */
    cash: text(),
    units: text(),
    /** Billionths of an ether that were paid; null of what was paid in another currency. */
    gwei: integer(),
    /** Of a premium or its refund: what was sold. */
    term_start: text(),
    term_days: integer(),
    term_cents: integer(),
  },
  (table) => [
    uniqueIndex('entries_event')
      .on(
        ...([table.chain_id, table.tx_hash, table.identity] as const),
        ...([table.generation, table.sign] as const),
      )
      .where(sql`"tx_hash" IS NOT NULL`),
    index('entries_at').on(table.at, table.id),
    index('entries_unpriced').on(table.at).where(sql`"cents" IS NULL AND "sign" = 1`),
    index('entries_claim').on(table.claim_id).where(sql`"claim_id" IS NOT NULL`),
    // For the trigger `endings_changed`, which books them.
    index('entries_owed').on(table.policy_id).where(sql`"kind" = 'refund_owed'`),
  ],
);

export type EntryRow = typeof entries.$inferSelect;

/**
 * Sums of entries, up to the one that the mark `entries summed` names. A job sets them from the rows. They are read with the
 * entries after the mark, so what is read is never behind.
 */
export const entrySums = sqliteTable(
  'entry_sums',
  {
    kind: text({ enum: ENTERED_KINDS }).notNull(),
    /** Empty for what moved on no chain. */
    cash: text().notNull(),
    /** Those that stand. */
    count: integer().notNull(),
    cents: integer().notNull(),
    /** Base units: more than any integer of the database holds. */
    units: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.cash] })],
);
