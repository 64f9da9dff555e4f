/**
 * How the site is used. `visits` and `visit_reports` live for a day; what is kept are sums, which the triggers of the
 * migration add up. Nothing here has a wallet, an address or a user agent. Column types as in `schema.ts`.
 */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ENGAGED_SECONDS } from '#domain/analytics/visit.ts';

/** Reports that were counted, until the day after, so that each counts once. */
export const visitReports = sqliteTable(
  'visit_reports',
  { day: text().notNull(), id: text().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.id] })],
);

/** Today's visitors. Deleted after their day together with the key of their hashes. Moments are Unix seconds. */
export const visits = sqliteTable(
  'visits',
  {
    day: text().notNull(),
    /** HMAC of network address and user agent under the day's key. */
    visitor: text().notNull(),
    /** Visits today, and of the last one: its beginning, its last sign of life and its page views. */
    sessions: integer().notNull(),
    started_at: integer().notNull(),
    last_at: integer().notNull(),
    views: integer().notNull(),
    /** The page last seen. */
    path: text().notNull(),
    /** The host that linked here; empty for none. */
    referrer: text().notNull(),
    country: text().notNull(),
    device: text().notNull(),
    viewport: text().notNull(),
    /** Steps of a purchase, as bits in their order; the bit after them is a payment that was sent. */
    steps: integer().notNull(),
    /**
     * How many steps count: whoever completed a form, has a quote or opened the wallet went through all before, if need
     * be on another day. A connected wallet counts only with a complete form, whichever came first.
     */
    depth: integer().generatedAlwaysAs(
      sql.raw(
        'CASE WHEN "steps" & 16 THEN 5 WHEN "steps" & 8 THEN 4 WHEN "steps" & 6 = 6 THEN 3 WHEN "steps" & 2 THEN 2 WHEN "steps" & 1 THEN 1 ELSE 0 END',
      ),
      { mode: 'virtual' },
    ),
    engaged: integer().generatedAlwaysAs(
      sql.raw(`"views" >= 2 OR "last_at" - "started_at" >= ${ENGAGED_SECONDS}`),
      {
        mode: 'virtual',
      },
    ),
  },
  (table) => [primaryKey({ columns: [table.day, table.visitor] })],
);

/** Sums of a day. */
export const siteDays = sqliteTable('site_days', {
  day: text().primaryKey(),
  views: integer().notNull().default(0),
  visitors: integer().notNull().default(0),
  sessions: integer().notNull().default(0),
  /** Length of all visits. */
  seconds: integer().notNull().default(0),
  engaged: integer().notNull().default(0),
  /** Visitors who got as far as each step of a purchase. */
  price_seen: integer().notNull().default(0),
  form_complete: integer().notNull().default(0),
  wallet_connected: integer().notNull().default(0),
  quote: integer().notNull().default(0),
  wallet_opened: integer().notNull().default(0),
  /** Policies that became active for the first time. */
  active: integer().notNull().default(0),
});

/**
 * Counts by name. A row with an empty day holds the sum of the last 30 days, and one with an empty name that of all
 * names. Rows of a day are deleted when it leaves the 30 days.
 */
export const siteCounts = sqliteTable(
  'site_counts',
  {
    day: text().notNull(),
    /**
     * `path`: page views. `device`, `viewport` (`Desktop/wide`), `country`: visitors. `referrer`: visits. `left_1` to
     * `left_5`: visitors who got that far in a purchase, by the page they were last seen on. `live`: visitors by the
     * minute of their last sign of life.
     */
    kind: text().notNull(),
    name: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.kind, table.name] }),
    index('site_counts_top').on(table.day, table.kind, table.count),
  ],
);
