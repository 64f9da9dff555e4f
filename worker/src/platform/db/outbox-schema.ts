/** Everything sent out: letters, webhook calls and push notifications. Column types as in `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LETTER_STATES } from '#domain/account/schema.ts';

/** An address as one mailbox, without case and tag, in SQL. For counting alone: to some hosts they make a difference. */
export const inboxOf = (address: string): string =>
  `lower(CASE WHEN instr(${address}, '+') > 1 THEN substr(${address}, 1, instr(${address}, '+') - 1) || substr(${address}, instr(${address}, '@')) ELSE ${address} END)`;

export const CHANNELS = ['email', 'webhook', 'push'] as const;
export type ChannelKey = (typeof CHANNELS)[number];

/**
 * One row per thing to send, written in the batch that causes it. A letter stores nothing personal but its
 * recipient; its content is filled in when it is sent.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    channel: text({ enum: CHANNELS }).notNull(),
    wallet: text().notNull(),
    /** Kind of letter, webhook event name, or `notification`. */
    kind: text().notNull(),
    /** An email address as given, or a subscription id. */
    target: text().notNull(),
    /** Normalized email address; empty for other channels. */
    mailbox: text().notNull().default(''),
    /** Empty for channels without subjects. */
    subject: text().notNull().default(''),
    /** Quote of the policy the letter is about. */
    quoteId: text('quote_id'),
    /** Constant over all attempts and redeliveries of a call; null for letters. */
    eventId: text('event_id'),
    /** JSON: figures that a letter's policy doesn't hold, or a call's content. */
    body: text().notNull(),
    state: text({ enum: LETTER_STATES }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is due, or when it was written while it awaits confirmation. */
    nextAttemptAt: text('next_attempt_at').notNull(),
    /** HTTP status of the last response; null for letters and without a response. */
    responseStatus: integer('response_status'),
    /** Code of the last failure, never its message. */
    lastError: text('last_error'),
    createdAt: text('created_at').notNull(),
    sentAt: text('sent_at'),
    /** One entry per key. */
    dedupeKey: text('dedupe_key').notNull().unique('outbox_dedupe'),
    /** For counting what one mailbox gets. */
    inbox: text().generatedAlwaysAs(sql.raw(inboxOf('"mailbox"')), { mode: 'virtual' }),
  },
  (table) => [
    index('outbox_inbox').on(table.inbox, table.kind, table.createdAt),
    index('outbox_wallet').on(table.wallet, table.kind, table.createdAt),
    index('outbox_about').on(table.quoteId, table.kind, table.createdAt),
    index('outbox_newest').on(table.createdAt, table.id),
    index('outbox_target').on(table.target, table.createdAt, table.id),
    index('outbox_due').on(table.state, table.nextAttemptAt),
    // Health finds the oldest of each channel without reading the others.
    index('outbox_waiting').on(table.channel, table.createdAt).where(sql`state = 'queued' AND attempts = 0`),
    index('outbox_retrying').on(table.channel, table.createdAt).where(sql`state = 'queued' AND attempts > 0`),
    index('outbox_done').on(table.channel, table.state, table.nextAttemptAt),
  ],
);
