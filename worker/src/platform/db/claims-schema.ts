/** Claims, their documents and their history. Column types as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { CLAIM_STATUSES } from '../../../../domain/claims/lifecycle.ts';
import { CLAIM_EVENT_KINDS } from '../../../../domain/claims/schema.ts';
import { DOCUMENT_TYPES } from '../../../../domain/files.ts';
import { PRODUCT_KEYS } from '../../../../domain/products/index.ts';

export const claims = sqliteTable(
  'claims',
  {
    /** Never reused. */
    id: integer().primaryKey({ autoIncrement: true }),
    /** Identifies the claim within the batch that inserts it. */
    key: text().notNull().unique('claims_key'),
    wallet: text().notNull(),
    policyId: integer('policy_id').notNull(),
    quoteId: text('quote_id').notNull(),
    product: text({ enum: PRODUCT_KEYS }).notNull(),
    status: text({ enum: CLAIM_STATUSES }).notNull(),
    /** US cents. */
    amountCents: integer('amount_cents').notNull(),
    description: text().notNull(),
    incidentDate: text('incident_date').notNull(),
    /** The incident time that the contract receives. */
    incidentAt: text('incident_at').notNull(),
    documentsCount: integer('documents_count').notNull().default(0),
    /** What we asked the customer for; null if nothing is missing. */
    requestedDocuments: text('requested_documents'),
    /** Deadline of whoever acts next; null if there is none. */
    dueAt: text('due_at'),
    /** The decision: whole US dollars to pay, the reason, and the administrator. */
    payoutUsd: integer('payout_usd'),
    decisionReason: text('decision_reason'),
    decidedBy: integer('decided_by'),
    /** The second administrator, if one is required. */
    needsConfirmation: integer('needs_confirmation', { mode: 'boolean' }).notNull().default(false),
    confirmedBy: integer('confirmed_by'),
    /** Confirmed registry event that paid it. */
    paidEventId: integer('paid_event_id').unique('claims_paid_event'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** Incremented with every change; batches guard on it. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index('claims_wallet').on(table.wallet, table.id),
    index('claims_policy').on(table.policyId, table.status),
    index('claims_quote').on(table.quoteId, table.status),
    index('claims_due').on(table.status, table.dueAt),
    index('claims_newest').on(table.createdAt, table.id),
  ],
);

/** A claim's timeline; `createdBy` is an administrator's id, or null for the customer and automatic steps. */
export const claimEvents = sqliteTable(
  'claim_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    claimId: integer('claim_id').notNull(),
    kind: text({ enum: CLAIM_EVENT_KINDS }).notNull(),
    status: text({ enum: CLAIM_STATUSES }).notNull(),
    message: text().notNull(),
    at: text().notNull(),
    byCustomer: integer('by_customer', { mode: 'boolean' }).notNull(),
    createdBy: integer('created_by'),
    txHash: text('tx_hash'),
    requestId: text('request_id').notNull(),
  },
  (table) => [index('claim_events_claim').on(table.claimId, table.id)],
);

/** Files of a claim; their bytes are in the bucket under `objectKey`. */
export const claimDocuments = sqliteTable(
  'claim_documents',
  {
    id: text().primaryKey(),
    claimId: integer('claim_id').notNull(),
    wallet: text().notNull(),
    fileName: text('file_name').notNull(),
    type: text({ enum: DOCUMENT_TYPES }).notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    objectKey: text('object_key').notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [
    unique('claim_documents_content').on(table.claimId, table.sha256),
    index('claim_documents_claim').on(table.claimId, table.createdAt),
  ],
);

/** Calls that customers requested. */
export const claimCalls = sqliteTable(
  'claim_calls',
  {
    claimId: integer('claim_id').notNull(),
    preferredAt: text('preferred_at').notNull(),
    /** JSON of phone number and note, encrypted. */
    sealed: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.claimId, table.preferredAt] })],
);
