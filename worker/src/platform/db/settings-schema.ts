/** What administrators set, what they want to be told, and what awaits a second one. Column types as in `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { APPROVAL_KINDS } from '#domain/admin/approvals-schema.ts';

/** The settings in force. Figures are plain integers as text, so that SQL can read them too. */
export const systemSettings = sqliteTable('system_settings', {
  key: text().primaryKey(),
  value: text().notNull(),
  version: integer().notNull().default(1),
  /** Null while it is as it came. */
  updatedAt: text('updated_at'),
  updatedBy: integer('updated_by'),
  /** The second administrator, for what needs one. */
  confirmedBy: integer('confirmed_by'),
});

const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);

/** An administrator's own choices. */
export const adminPreferences = sqliteTable('admin_preferences', {
  adminId: integer('admin_id').primaryKey(),
  newClaim: flag('new_claim'),
  paymentException: flag('payment_exception'),
  messageWaiting: flag('message_waiting'),
  veto: flag('veto'),
  monthlyReport: flag('monthly_report'),
  version: integer().notNull().default(1),
  updatedAt: text('updated_at'),
  /** Of the name. */
  profileVersion: integer('profile_version').notNull().default(1),
  profileAt: text('profile_at'),
  profileBy: integer('profile_by'),
});

/** Changes that take effect when a second administrator confirms them. */
export const approvals = sqliteTable(
  'approvals',
  {
    id: text().primaryKey(),
    kind: text({ enum: APPROVAL_KINDS }).notNull(),
    /** What it changes, such as `setting:session_minutes`, `admin:12`, or `invitation:<email>`. */
    subject: text().notNull(),
    /** JSON of how it was and how it shall become. */
    before: text().notNull(),
    after: text().notNull(),
    proposedBy: integer('proposed_by').notNull(),
    proposedAt: text('proposed_at').notNull(),
    status: text({ enum: ['open', 'confirmed', 'refused', 'withdrawn'] }).notNull(),
    decidedBy: integer('decided_by'),
    decidedAt: text('decided_at'),
  },
  (table) => [
    uniqueIndex('approvals_open').on(table.subject).where(sql`status = 'open'`),
    index('approvals_status').on(table.status, table.proposedAt, table.id),
  ],
);
