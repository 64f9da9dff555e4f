/** Claims, their documents and their history. Types of columns as in `schema.ts`. */
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { CLAIM_STATUSES } from '../../../../domain/claims/lifecycle.ts';
import { CLAIM_EVENT_KINDS } from '../../../../domain/claims/schema.ts';
import { DOCUMENT_TYPES } from '../../../../domain/files.ts';
import { PRODUCT_KEYS } from '../../../../domain/products/index.ts';

export const claims = sqliteTable(
  'claims',
  {
    /** Never used twice. */
    id: integer().primaryKey({ autoIncrement: true }),
    /** Names the claim in the batch that inserts it. */
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
    /** The moment of the incident that the contract is told. */
    incidentAt: text('incident_at').notNull(),
    documentsCount: integer('documents_count').notNull().default(0),
    /** What the customer is asked for; null when nothing is missing. */
    requestedDocuments: text('requested_documents'),
    /** By when whoever acts next has promised to; null when nobody has. */
    dueAt: text('due_at'),
    /** Decision: whole US dollars to pay, its reason in our words, and who took it. */
    payoutUsd: integer('payout_usd'),
    decisionReason: text('decision_reason'),
    decidedBy: integer('decided_by'),
    /** Second administrator, where one is needed. */
    needsConfirmation: integer('needs_confirmation', { mode: 'boolean' }).notNull().default(false),
    confirmedBy: integer('confirmed_by'),
    /** Confirmed event of the registry that paid it. */
    paidEventId: integer('paid_event_id').unique('claims_paid_event'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** Goes up with every change: what a change is guarded by. */
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

/** A claim's timeline; `createdBy` is an administrator's id, or null for the customer and for what happened by itself. */
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

/** Files of a claim; their bytes lie in the bucket under `objectKey`. */
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

/** Calls that customers asked for. */
export const claimCalls = sqliteTable(
  'claim_calls',
  {
    claimId: integer('claim_id').notNull(),
    preferredAt: text('preferred_at').notNull(),
    /** JSON of telephone and note, encrypted. */
    sealed: text().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.claimId, table.preferredAt] })],
);
