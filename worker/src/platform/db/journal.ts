/**
 * The journal's views, as tables because drizzle inserts into nothing else: `journal` takes every occurrence with its data, and
 * each other one is what somebody reads of it.
 */
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { CLAIM_EVENT_KINDS } from '#domain/claims/schema.ts';
import { STORED_STATUSES } from '#domain/policy/lifecycle.ts';
import { TIMELINE_KINDS } from '#domain/policy/service-schema.ts';
import { happened, known } from './journal-schema.ts';

/** Its `key` is only the version: the view's trigger leads it with kind and subject. */
export const journal = sqliteTable('journal', { ...happened, ...known });

/** What administrators did, and of others what concerns them: who, what, before and after. Ids are its only personal data. */
export const auditLog = sqliteTable('audit_log', {
  id: integer().notNull(),
  /** The same, and the order in which the lines of one record are indexed. */
  occurrence_id: integer().notNull(),
  /** 0 for whoever is no administrator. */
  admin_id: integer().notNull(),
  admin_name: text(),
  actor_kind: happened.actor_kind,
  action: text().notNull(),
  /** Table and id, such as `claim:12`. */
  subject: text().notNull(),
  /** JSON of what changed. */
  before: text(),
  after: text(),
  at: text().notNull(),
  request_id: text().notNull(),
  /** Null until it is sealed. */
  number: integer(),
  seal: text(),
});

/** The history of policies, with the kinds of its lines as their holders and the desk know them. */
export const policyHistory = sqliteTable('policy_history', {
  id: integer().notNull(),
  policy_id: integer().notNull(),
  kind: text({ enum: ['opened', ...TIMELINE_KINDS] }).notNull(),
  at: text().notNull(),
  /** Kind and data of the occurrence, for its entry in `TOLD`. */
  occurrence: text().notNull(),
  data: text().notNull(),
  from_status: text({ enum: STORED_STATUSES }),
  to_status: text({ enum: STORED_STATUSES }).notNull(),
  /** Transaction and money of the change; null if it had none. */
  tx_hash: text(),
  /** With the transaction: the event that it is about. Null of a purchase, which a transaction makes once per policy. */
  event_index: integer(),
  currency: text(),
  amount: text(),
  usd: integer(),
});

/** The timelines of claims, with the kinds of their lines as customers and the desk know them. A decision that was undone is none. */
export const claimTimeline = sqliteTable('claim_timeline', {
  id: integer().notNull(),
  claim_id: integer().notNull(),
  kind: text({ enum: CLAIM_EVENT_KINDS }).notNull(),
  /** The claim's from then on. */
  status: text({ enum: CLAIM_STATUSES }).notNull(),
  at: text().notNull(),
  /** Kind and data of the occurrence, for its entry in `TOLD`. */
  occurrence: text().notNull(),
  data: text().notNull(),
  by_customer: integer({ mode: 'boolean' }).notNull(),
  /** Id of an administrator; null for the customer and automatic steps. */
  created_by: integer(),
  tx_hash: text(),
});
