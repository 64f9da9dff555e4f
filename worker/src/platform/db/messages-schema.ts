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

export const threads = sqliteTable(
  'threads',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /**
     * Identifies the thread within the batch that inserts it. A second thread with the same key isn't
     * opened.
     */
    key: text().notNull().unique('threads_key'),
    /** Null for contact forms. */
    wallet: text(),
    /** From the contact form. */
    contactName: text('contact_name'),
    contactEmail: text('contact_email'),
    subject: text().notNull(),
    type: text({ enum: MESSAGE_TYPES }).notNull(),
    category: text({ enum: THREAD_CATEGORIES }),
    priority: text({ enum: PRIORITIES }).notNull(),
    status: text({ enum: THREAD_STATUSES }).notNull().default('open'),
    claimId: integer('claim_id'),
    policyId: integer('policy_id'),
    /** Messages visible to the customer, not counting the first. */
    replyCount: integer('reply_count').notNull().default(0),
    lastSender: text('last_sender', { enum: ['admin', 'user'] }).notNull(),
    lastPreview: text('last_preview').notNull(),
    lastMessageAt: text('last_message_at').notNull(),
    /** Contains something the customer, or support, hasn't opened yet. */
    unreadByCustomer: integer('unread_by_customer', { mode: 'boolean' }).notNull(),
    unreadBySupport: integer('unread_by_support', { mode: 'boolean' }).notNull(),
    /** The last message the customer has opened. */
    readByCustomerId: integer('read_by_customer_id').notNull().default(0),
    assignedTo: integer('assigned_to'),
    createdAt: text('created_at').notNull(),
    /** For the desk's list: the customer's name, and who answers. */
    customerName: text('customer_name').notNull().default(''),
    assignedName: text('assigned_name'),
    /** Incremented when an administrator changes status, priority or assignee. */
    version: integer().notNull().default(1),
    /** Since when the customer expects an answer; null when nobody does. */
    waitingSince: text('waiting_since'),
    /** The last message that is dealt with: support answered it, or it was resolved before the customer wrote again. */
    dealtWithId: integer('dealt_with_id').notNull().default(0),
    /** A complaint: what it is about, the number of a policy or claim as it was written, and what we promised. */
    cause: text({ enum: COMPLAINT_CAUSES }),
    reference: text(),
    acknowledgeBy: text('acknowledge_by'),
    answerBy: text('answer_by'),
    /** When our acknowledgment was sent, or the first answer. */
    acknowledgedAt: text('acknowledged_at'),
    /** When and by whom it got its final answer, with which outcome. */
    answeredAt: text('answered_at'),
    answeredBy: text('answered_by'),
    outcome: text({ enum: COMPLAINT_OUTCOMES }),
    /** For what comes from one mailbox. */
    contactInbox: text('contact_inbox').generatedAlwaysAs(sql.raw(inboxOf('"contact_email"')), {
      mode: 'virtual',
    }),
    /**
     * For sorting: threads that wait by since when, a complaint by a day before its promise breaks, as if it were a message;
     * then the others, the one with the latest message first.
     */
    dueSort: text('due_sort').generatedAlwaysAs(
      sql.raw(`coalesce(CASE WHEN "waiting_since" IS NOT NULL THEN strftime('%Y-%m-%dT%H:%M:%fZ', CASE WHEN "outcome" IS NULL
        THEN iif("acknowledged_at" IS NULL, "acknowledge_by", "answer_by") END, '-1 day') END, "waiting_since", printf('later %015d', 99999999999999
        - unixepoch("last_message_at") * 1000 - CAST(substr("last_message_at", 21, 3) AS integer)))`),
      { mode: 'virtual' },
    ),
  },
  (table) => [
    index('threads_desk').on(table.dueSort, table.id),
    index('threads_desk_priority').on(table.priority, table.dueSort, table.id),
    index('threads_desk_both').on(table.status, table.priority, table.dueSort, table.id),
    index('threads_desk_mine').on(table.assignedTo, table.dueSort, table.id),
    index('threads_desk_mine_status').on(table.assignedTo, table.status, table.dueSort, table.id),
    index('threads_desk_mine_priority').on(table.assignedTo, table.priority, table.dueSort, table.id),
    index('threads_desk_mine_both').on(
      table.assignedTo,
      table.status,
      table.priority,
      table.dueSort,
      table.id,
    ),
    index('threads_waiting').on(table.dueSort, table.id).where(sql`${table.waitingSince} IS NOT NULL`),
    index('threads_waiting_mine')
      .on(table.assignedTo, table.dueSort, table.id)
      .where(sql`${table.waitingSince} IS NOT NULL`),
    index('threads_wallet').on(table.wallet, table.lastMessageAt, table.id),
    index('threads_type').on(table.wallet, table.type, table.lastMessageAt, table.id),
    index('threads_unread').on(table.wallet).where(sql`${table.unreadByCustomer} = 1`),
    index('threads_inbox').on(table.status, table.dueSort, table.id),
    index('threads_claim').on(table.claimId),
    index('threads_contact').on(table.contactInbox),
    index('threads_complaints').on(table.dueSort, table.id).where(sql`"category" = 'complaint'`),
  ],
);

export const threadMessages = sqliteTable(
  'thread_messages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    threadId: integer('thread_id').notNull(),
    sender: text({ enum: ['admin', 'user'] }).notNull(),
    /** Administrator who wrote it; null for the customer and for automatic messages. */
    adminId: integer('admin_id'),
    /** Visible only to administrators. */
    internal: integer({ mode: 'boolean' }).notNull().default(false),
    /** Whether it expects or gives an answer, or only tells something. */
    kind: text({ enum: MESSAGE_KINDS }).notNull(),
    text: text().notNull(),
    createdAt: text('created_at').notNull(),
    /** A second message with the same key isn't written. */
    dedupeKey: text('dedupe_key').notNull().unique('thread_messages_dedupe'),
  },
  (table) => [index('thread_messages_thread').on(table.threadId, table.id)],
);

export const faqVotes = sqliteTable(
  'faq_votes',
  {
    faqId: text('faq_id').notNull(),
    wallet: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.faqId, table.wallet] })],
);

/** Vote sums, updated with each vote. */
export const faqTotals = sqliteTable('faq_totals', {
  faqId: text('faq_id').primaryKey(),
  helpful: integer().notNull(),
});
