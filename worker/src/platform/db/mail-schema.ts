/** Kinds of letters, and the addresses they go to. Column types as in `schema.ts`. */
import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const LETTER_KINDS = [
  'confirm_address',
  'policy_active',
  'certificate',
  'renewal_reminder',
  'cancellation_received',
  'refunded',
  'policy_declined',
  'holder_change',
  'claim_update',
  'message_received',
  'contact_reply',
  'complaint_received',
  'withdrawal_received',
  'withdrawal_recorded',
  'cover_lost',
  'offer',
  'admin_invitation',
  'desk_notice',
  'sender_test',
  'monthly_report',
  'contract_notice',
] as const;

/** Addresses confirmed for a wallet by someone who reads their mail. */
export const confirmedEmails = sqliteTable(
  'confirmed_emails',
  {
    wallet: text().notNull(),
    mailbox: text().notNull(),
    email: text().notNull(),
    confirmed_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wallet, table.mailbox] })],
);

/** SHA-256 of confirmation tokens, so that the database alone can't confirm an address. */
export const emailVerifications = sqliteTable(
  'email_verifications',
  {
    hash: text().primaryKey(),
    wallet: text().notNull(),
    mailbox: text().notNull(),
    email: text().notNull(),
    expires_at: text().notNull(),
    used_at: text(),
  },
  (table) => [
    index('email_verifications_expiry').on(table.expires_at),
    index('email_verifications_wallet').on(table.wallet),
  ],
);

/** How far each job that walks through time has come. */
export const jobCursors = sqliteTable('job_cursors', {
  name: text().primaryKey(),
  mark: text().notNull(),
});
