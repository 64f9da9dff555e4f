/** Kinds of letters, and the addresses they go to. Types of columns as in `schema.ts`. */
import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const LETTER_KINDS = [
  'confirm_address',
  'policy_active',
  'certificate',
  'renewal_reminder',
  'cancellation_received',
  'refunded',
  'claim_update',
  'message_received',
  'contact_reply',
  'offer',
] as const;

/** Addresses that somebody who reads their mail has confirmed for a wallet. */
export const confirmedEmails = sqliteTable(
  'confirmed_emails',
  {
    wallet: text().notNull(),
    mailbox: text().notNull(),
    email: text().notNull(),
    confirmedAt: text('confirmed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.wallet, table.mailbox] })],
);

/** Tokens of confirmation letters, as SHA-256: the database alone confirms nothing. */
export const emailTokens = sqliteTable(
  'email_tokens',
  {
    hash: text().primaryKey(),
    wallet: text().notNull(),
    mailbox: text().notNull(),
    email: text().notNull(),
    expiresAt: text('expires_at').notNull(),
    usedAt: text('used_at'),
  },
  (table) => [
    index('email_tokens_expiry').on(table.expiresAt),
    index('email_tokens_wallet').on(table.wallet),
  ],
);

/** How far a job that walks through time has come. */
export const jobMarks = sqliteTable('job_marks', {
  name: text().primaryKey(),
  mark: text().notNull(),
});
