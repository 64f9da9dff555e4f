/** What the public audit compares with the chain. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { RECORDED_KINDS } from '#domain/registry/schema.ts';

/** Twelve decimal digits of the sum of amounts that have up to 84, so that none overflows. */
const digits = (name: string) => integer(name).notNull().default(0);

/** Sums of the recorded events that are on their chain, kept by triggers with every change of `chain_events`. */
export const auditTotals = sqliteTable(
  'audit_totals',
  {
    chain_id: text().notNull(),
    contract: text().notNull(),
    /** Empty for the native coin, and for events without a currency. */
    token: text().notNull(),
    kind: text({ enum: RECORDED_KINDS }).notNull(),
    events: integer().notNull(),
    usd: integer().notNull(),
    /** The sum of all amounts is a0 + a1 · 10^12 + … + a6 · 10^72. */
    a0: digits('a0'),
    a1: digits('a1'),
    a2: digits('a2'),
    a3: digits('a3'),
    a4: digits('a4'),
    a5: digits('a5'),
    a6: digits('a6'),
  },
  (table) => [primaryKey({ columns: [table.chain_id, table.contract, table.token, table.kind] })],
);
