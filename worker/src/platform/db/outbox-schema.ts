import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LETTER_STATES } from '#domain/account/schema.ts';

/** Everything sent out: letters, webhook calls and push notifications. Column types as in `schema.ts`. */

/** An address as one mailbox, without case and tag, in SQL. For counting alone: to some hosts they make a difference. */
export const inboxOf = (address: string): string =>
  `lower(CASE WHEN instr(${address}, '+') > 1 THEN substr(${address}, 1, instr(${address}, '+') - 1) || substr(${address}, instr(${address}, '@')) ELSE ${address} END)`;

export const CHANNELS = ['email', 'webhook', 'push'] as const;
export type ChannelKey = (typeof CHANNELS)[number];

/** What indexes are of. SQLite uses one only for a query with the same text. */
export const isOpen = sql`state IN ('awaiting_confirmation', 'queued')`;
export const isDone = sql`state IN ('sent', 'failed')`;
export const isCall = sql`channel = 'webhook'`;

/** Letters to addresses that anybody may enter: one mailbox gets few of them. */
export const LIMITED = ['address_entered', 'complaint_received', 'withdrawal_received'] as const;
export const isLimited = sql.raw(`kind IN (${LIMITED.map((kind) => `'${kind}'`).join(', ')})`);

/**
 * One row per thing to send, written in the batch that causes it, with what it says. Only what must not be stored or is made
 * for one letter is added when it is sent: the insured details, attachments and links that work once.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    channel: text({ enum: CHANNELS }).notNull(),
    wallet: text().notNull(),
    /** What a letter tells, webhook event name, or `notification`. */
    kind: text().notNull(),
    /** An email address as given, or a subscription id. */
    target: text().notNull(),
    /** Normalized email address; empty for other channels. */
    mailbox: text().notNull().default(''),
    /** Empty for channels without subjects. */
    subject: text().notNull().default(''),
    /** Quote of the policy the letter is about. */
    quote_id: text(),
    /** Identifies what it tells, the same over all attempts and redeliveries of a call. */
    event_id: text(),
    /** JSON: a letter's parts, or a call's content. */
    body: text().notNull(),
    state: text({ enum: LETTER_STATES }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is due, or when it was written while it awaits confirmation. */
    next_attempt_at: text().notNull(),
    /** HTTP status of the last response; null for letters and without a response. */
    response_status: integer(),
    /** Code of the last failure, never its message. */
    last_error: text(),
    created_at: text().notNull(),
    sent_at: text(),
    /** One entry per key. */
    dedupe_key: text().notNull().unique('outbox_dedupe'),
    /** For counting what one mailbox gets. */
    inbox: text().generatedAlwaysAs(sql.raw(inboxOf('"mailbox"')), { mode: 'virtual' }),
  },
  (table) => [
    index('outbox_inbox').on(table.inbox, table.kind, table.created_at).where(isLimited),
    index('outbox_wallet').on(table.wallet, table.kind, table.created_at),
    index('outbox_about').on(table.quote_id, table.kind, table.created_at),
    index('outbox_target').on(table.target, table.created_at, table.id).where(isCall),
    index('outbox_due').on(table.state, table.next_attempt_at).where(isOpen),
    // Health finds the oldest of each channel, tried and not, without reading the others.
    index('outbox_queued')
      .on(table.channel, sql`attempts > 0`, table.created_at)
      .where(sql`state = 'queued'`),
    index('outbox_done').on(table.channel, table.state, table.next_attempt_at).where(isDone),
  ],
);

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
