/**
 * Threads between customers and support, and votes on support center answers. Column types as in
 * `schema.ts`.
 */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { COMPLAINT_CAUSES, COMPLAINT_OUTCOMES } from '#domain/complaints/schema.ts';
import {
  MESSAGE_KINDS,
  MESSAGE_TYPES,
  PRIORITIES,
  THREAD_CATEGORIES,
  THREAD_STATUSES,
} from '#domain/messages/lifecycle.ts';
import { inboxOf } from './outbox-schema.ts';

/** Matters whose end closes their thread: a claim, a policy's review or refund, a payment without a policy, and a reminder. */
const MATTERS = ['claim', 'policy', 'payment', 'renewal'] as const;

/** A literal, because a bound value would keep SQLite from using the partial index. */
export const isUnopened = sql`"waiting_since" IS NOT NULL AND "unread_by_support" = 1`;

export const threads = sqliteTable(
  'threads',
  {
    id: integer().primaryKey(),
    /**
     * Identifies the thread within the batch that inserts it. A second thread with the same key isn't
     * opened.
     */
    key: text().notNull().unique('threads_key'),
    /** Null for contact forms. */
    wallet: text(),
    /** From the contact form. */
    contact_name: text(),
    contact_email: text(),
    subject: text().notNull(),
    /** The subject as a search compares it. */
    folded: text().notNull().default(''),
    type: text({ enum: MESSAGE_TYPES }).notNull(),
    category: text({ enum: THREAD_CATEGORIES }),
    priority: text({ enum: PRIORITIES }).notNull(),
    status: text({ enum: THREAD_STATUSES }).notNull().default('open'),
    claim_id: integer(),
    policy_id: integer(),
    /** What it is about, which closes it once that is done; null where somebody has to say so. */
    matter: text({ enum: MATTERS }),
    /** Of a payment without a policy: its event. */
    payment_event_id: integer(),
    /** Messages visible to the customer, not counting the first. */
    reply_count: integer().notNull().default(0),
    last_sender: text({ enum: ['admin', 'user'] }).notNull(),
    last_preview: text().notNull(),
    last_message_at: text().notNull(),
    /** Contains something the customer, or support, hasn't opened yet. */
    unread_by_customer: integer({ mode: 'boolean' }).notNull(),
    unread_by_support: integer({ mode: 'boolean' }).notNull(),
    /** The last message the customer has opened. */
    read_by_customer_id: integer().notNull().default(0),
    assigned_to: integer(),
    created_at: text().notNull(),
    /** For the desk's list: the customer's name, and who answers. */
    customer_name: text().notNull().default(''),
    assigned_name: text(),
    /** Incremented when an administrator changes status, priority or assignee. */
    version: integer().notNull().default(1),
    /** Since when the customer expects an answer; null when nobody does. */
    waiting_since: text(),
    /** The last message that is dealt with: support answered it, or it was resolved before the customer wrote again. */
    dealt_with_id: integer().notNull().default(0),
    /** A complaint: what it is about, the number of a policy or claim as it was written, and what we promised. */
    cause: text({ enum: COMPLAINT_CAUSES }),
    reference: text(),
    acknowledge_by: text(),
    answer_by: text(),
    /** When our acknowledgment was sent, or the first answer. */
    acknowledged_at: text(),
    /** When and by whom it got its final answer, with which outcome. */
    answered_at: text(),
    answered_by: text(),
    outcome: text({ enum: COMPLAINT_OUTCOMES }),
    /** The thread that has its messages since they were merged; it is read and answered there. */
    merged_into: integer(),
    /** For what comes from one mailbox. */
    contact_inbox: text().generatedAlwaysAs(sql.raw(inboxOf('"contact_email"')), {
      mode: 'virtual',
    }),
  },
  (table) => [
    index('threads_wallet').on(table.wallet, table.last_message_at, table.id),
    index('threads_unread').on(table.wallet).where(sql`${table.unread_by_customer} = 1`),
    index('threads_unopened').on(table.id).where(isUnopened),
    index('threads_claim').on(table.claim_id).where(sql`"claim_id" IS NOT NULL`),
    index('threads_contact').on(table.contact_inbox).where(sql`"contact_inbox" IS NOT NULL`),
  ],
);

export const threadMessages = sqliteTable(
  'thread_messages',
  {
    id: integer().primaryKey(),
    thread_id: integer().notNull(),
    sender: text({ enum: ['admin', 'user'] }).notNull(),
    /** Administrator who wrote it; null for the customer and for automatic messages. */
    admin_id: integer(),
    /** Visible only to administrators. */
    internal: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether it expects or gives an answer, or only tells something. */
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    text: text().notNull(),
    /** The text as a search compares it. */
    folded: text().notNull().default(''),
    created_at: text().notNull(),
    /** A second message with the same key isn't written. */
    dedupe_key: text().notNull().unique('thread_messages_dedupe'),
  },
  (table) => [index('thread_messages_thread').on(table.thread_id, table.id)],
);

export const faqVotes = sqliteTable(
  'faq_votes',
  {
    faq_id: text().notNull(),
    wallet: text().notNull(),
    created_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.faq_id, table.wallet] })],
);

/** Vote sums, updated with each vote. */
export const faqTotals = sqliteTable('faq_totals', {
  faq_id: text().primaryKey(),
  helpful: integer().notNull(),
});
