/** What administrators set, and what awaits a second one. Column types as in `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { APPROVAL_KINDS } from '#domain/admin/approvals-schema.ts';

/** The settings in force. Figures are plain integers as text, so that SQL can read them too. */
export const systemSettings = sqliteTable('system_settings', {
  key: text().primaryKey(),
  value: text().notNull(),
  version: integer().notNull().default(1),
  /** Null while it is as it came. */
  updated_at: text(),
  updated_by: integer(),
  /** The second administrator, for what needs one. */
  confirmed_by: integer(),
});

/** Calls that are made when a second administrator confirms them. */
export const approvals = sqliteTable(
  'approvals',
  {
    id: text().primaryKey(),
    kind: text({ enum: APPROVAL_KINDS }).notNull(),
    /** What it changes, such as `setting:session_minutes`, `admin:12`, or `invitation:<email>`. */
    subject: text().notNull(),
    /** JSON of how it was and how it shall become, as the audit log has it. */
    before: text().notNull(),
    after: text().notNull(),
    /** The call by its `operationId`, what it gets, encrypted until it is decided, and the version that it is about. */
    call: text().notNull(),
    sealed_input: text(),
    version: integer().notNull(),
    proposed_by: integer().notNull(),
    proposed_at: text().notNull(),
    expires_at: text().notNull(),
    status: text({ enum: ['open', 'confirmed', 'refused', 'withdrawn', 'expired'] }).notNull(),
    decided_by: integer(),
    decided_at: text(),
  },
  (table) => [
    uniqueIndex('approvals_open').on(table.subject).where(sql`status = 'open'`),
    index('approvals_status').on(table.status, table.proposed_at, table.id),
  ],
);
