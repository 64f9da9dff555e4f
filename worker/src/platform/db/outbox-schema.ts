/** Everything that goes out to somebody: letters, webhook calls and push notifications. Types of columns as in `schema.ts`. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LETTER_STATES } from '../../../../domain/account/schema.ts';

export const CHANNELS = ['email', 'webhook', 'push'] as const;
export type ChannelKey = (typeof CHANNELS)[number];

/**
 * One row for each thing to send, written in the batch of what causes it. A letter holds nothing personal but its
 * recipient: it is filled in when it is sent.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text().primaryKey(),
    channel: text({ enum: CHANNELS }).notNull(),
    wallet: text().notNull(),
    /** Kind of letter, name of a webhook event, or `notification`. */
    kind: text().notNull(),
    /** Where it goes: an email address as it was given, or the id of a subscription. */
    target: text().notNull(),
    /** Email address as it is compared; empty for the other channels. */
    mailbox: text().notNull().default(''),
    /** Empty for channels without one. */
    subject: text().notNull().default(''),
    /** Quote of the policy that a letter is about. */
    quoteId: text('quote_id'),
    /** The same over all attempts and redeliveries of a call; null for letters. */
    eventId: text('event_id'),
    /** JSON: figures that a letter's policy does not have, or a call as it is sent or shown. */
    body: text().notNull(),
    state: text({ enum: LETTER_STATES }).notNull(),
    attempts: integer().notNull().default(0),
    /** When it is due; for one that waits for confirmation, when it was written. */
    nextAttemptAt: text('next_attempt_at').notNull(),
    /** HTTP status of the last answer; null for letters and without an answer. */
    responseStatus: integer('response_status'),
    /** Code of the last failure, never its message. */
    lastError: text('last_error'),
    createdAt: text('created_at').notNull(),
    sentAt: text('sent_at'),
    /** One entry for each key. */
    dedupeKey: text('dedupe_key').notNull().unique('outbox_dedupe'),
  },
  (table) => [
    index('outbox_mailbox').on(table.mailbox, table.wallet, table.kind, table.createdAt),
    index('outbox_wallet').on(table.wallet, table.kind, table.createdAt),
    index('outbox_about').on(table.quoteId, table.kind, table.createdAt),
    index('outbox_newest').on(table.createdAt, table.id),
    index('outbox_target').on(table.target, table.createdAt, table.id),
    index('outbox_due').on(table.state, table.nextAttemptAt),
    index('outbox_done').on(table.channel, table.state, table.nextAttemptAt),
  ],
);
