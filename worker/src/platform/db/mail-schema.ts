/** Letters and the addresses they go to. Types of columns as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LETTER_STATES } from '../../../../domain/account/schema.ts';

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

/** Letters that a use-case wrote in its own batch. Nothing personal is in them but the recipient: they are filled in when sent. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    wallet: text().notNull(),
    kind: text({ enum: LETTER_KINDS }).notNull(),
    /** The address as it was given. */
    recipient: text().notNull(),
    /** The address as it is compared. */
    mailbox: text().notNull(),
    subject: text().notNull(),
    /** Quote of the policy that the letter is about. */
    quoteId: text('quote_id'),
    /** JSON of figures that the policy itself does not have. */
    payload: text().notNull(),
    state: text({ enum: LETTER_STATES }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is due; of one that waits for confirmation, when it was written. */
    nextAttemptAt: text('next_attempt_at').notNull(),
    /** Code of the last failure, never its message. */
    lastError: text('last_error'),
    createdAt: text('created_at').notNull(),
    sentAt: text('sent_at'),
    /** One letter a key. */
    dedupeKey: text('dedupe_key').notNull().unique('outbox_dedupe'),
  },
  (table) => [
    index('outbox_mailbox').on(table.mailbox, table.wallet, table.kind, table.createdAt),
    index('outbox_wallet').on(table.wallet, table.kind, table.createdAt),
    index('outbox_about').on(table.quoteId, table.kind, table.createdAt),
    index('outbox_newest').on(table.createdAt, table.id),
    index('outbox_state').on(table.state, table.nextAttemptAt),
  ],
);

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
