/** Claims, their documents and their history. Column types as in `schema.ts`. */
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core';
import { REJECTION_REASONS } from '../../../../domain/admin/claims-schema.ts';
import { CLAIM_STATUSES } from '../../../../domain/claims/lifecycle.ts';
import { CLAIM_EVENT_KINDS, OTHER_METHODS } from '../../../../domain/claims/schema.ts';
import { DOCUMENT_TYPES } from '../../../../domain/files.ts';
import { PRODUCT_KEYS, PRODUCTS } from '../../../../domain/products/index.ts';

const DEDUCTIBLE_CENTS = PRODUCT_KEYS.map(
  (key) => `WHEN '${key}' THEN ${PRODUCTS[key].deductible * 100}`,
).join(' ');

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
    rejectionReason: text('rejection_reason', { enum: REJECTION_REASONS }),
    decidedAt: text('decided_at'),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** Incremented with every change; batches guard on it. */
    version: integer().notNull().default(1),
    /** For the desk's list: the policyholder's name when the claim was made, and who works on it. */
    customerName: text('customer_name').notNull().default(''),
    assignedTo: integer('assigned_to'),
    assignedName: text('assigned_name'),
    /** `dueAt` for sorting: claims without a deadline come last. */
    dueSort: text('due_sort').generatedAlwaysAs(sql`coalesce("due_at", '9')`, { mode: 'virtual' }),
    /** What it is expected to cost still, in US cents: the claim less its deductible, or what was approved. */
    reserveCents: integer('reserve_cents').generatedAlwaysAs(
      sql.raw(`CASE WHEN "status" IN ('pending', 'under_review')
        THEN max("amount_cents" - CASE "product" ${DEDUCTIBLE_CENTS} ELSE 0 END, 0)
        WHEN "status" IN ('approved', 'processing_payment') THEN coalesce("payout_usd", 0) * 100 ELSE 0 END`),
      { mode: 'virtual' },
    ),
    /** Who reported a payment outside the chain that waits for a second administrator, kept by triggers. */
    otherBy: integer('other_by'),
    /** The section of the work queue that it waits in. */
    queue: text({ enum: ['claims_due', 'payouts_to_confirm', 'payouts_to_send'] }).generatedAlwaysAs(
      sql`CASE WHEN "status" IN ('pending', 'under_review') AND "requested_documents" IS NULL THEN 'claims_due'
        WHEN "status" = 'approved' AND ("needs_confirmation" = 1 OR "other_by" IS NOT NULL) THEN 'payouts_to_confirm'
        WHEN "status" = 'approved' THEN 'payouts_to_send' END`,
      { mode: 'virtual' },
    ),
    /** Who took the first step of a payout that waits for a second person, and so can't confirm it. */
    firstBy: integer('first_by').generatedAlwaysAs(
      sql`CASE WHEN "status" = 'approved' AND "other_by" IS NOT NULL THEN "other_by"
        WHEN "status" = 'approved' AND "needs_confirmation" = 1 THEN "decided_by" END`,
      { mode: 'virtual' },
    ),
  },
  (table) => [
    index('claims_desk_status').on(table.status, table.id),
    index('claims_desk_product').on(table.product, table.id),
    index('claims_desk_both').on(table.status, table.product, table.id),
    index('claims_desk_due').on(table.dueSort, table.id),
    index('claims_desk_status_due').on(table.status, table.dueSort, table.id),
    index('claims_desk_product_due').on(table.product, table.dueSort, table.id),
    index('claims_desk_both_due').on(table.status, table.product, table.dueSort, table.id),
    index('claims_desk_amount').on(table.amountCents, table.id),
    index('claims_desk_status_amount').on(table.status, table.amountCents, table.id),
    index('claims_desk_product_amount').on(table.product, table.amountCents, table.id),
    index('claims_desk_both_amount').on(table.status, table.product, table.amountCents, table.id),
    index('claims_desk_mine').on(table.assignedTo, table.id),
    index('claims_desk_mine_status').on(table.assignedTo, table.status, table.id),
    index('claims_desk_mine_due').on(table.assignedTo, table.dueSort, table.id),
    index('claims_desk_mine_status_due').on(table.assignedTo, table.status, table.dueSort, table.id),
    index('claims_desk_mine_amount').on(table.assignedTo, table.amountCents, table.id),
    index('claims_desk_mine_status_amount').on(table.assignedTo, table.status, table.amountCents, table.id),
    index('claims_queue').on(table.queue, table.dueAt, table.id),
    index('claims_desk_queue').on(table.queue, table.id),
    index('claims_desk_queue_due').on(table.queue, table.dueSort, table.id),
    index('claims_desk_queue_amount').on(table.queue, table.amountCents, table.id),
    index('claims_first_by').on(table.firstBy),
    index('claims_decided').on(table.decidedAt),
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
  (table) => [
    index('claim_events_claim').on(table.claimId, table.id),
    index('claim_events_decisions').on(table.at).where(sql`kind IN ('approved', 'rejected')`),
  ],
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
    index('claim_documents_seen').on(table.sha256),
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

/** Claims paid outside the chain. One counts once a second administrator has confirmed it; it is listed publicly then. */
export const otherPayments = sqliteTable(
  'other_payments',
  {
    claimId: integer('claim_id').primaryKey(),
    policyId: integer('policy_id').notNull(),
    /** Whole US dollars. */
    usd: integer().notNull(),
    method: text({ enum: OTHER_METHODS }).notNull(),
    reference: text().notNull(),
    status: text({ enum: ['proposed', 'paid'] }).notNull(),
    proposedBy: integer('proposed_by').notNull(),
    proposedName: text('proposed_name').notNull(),
    proposedAt: text('proposed_at').notNull(),
    confirmedBy: integer('confirmed_by'),
    confirmedName: text('confirmed_name'),
    confirmedAt: text('confirmed_at'),
  },
  (table) => [
    index('other_payments_policy').on(table.policyId, table.status),
    index('other_payments_paid').on(table.status, table.confirmedAt, table.claimId),
  ],
);
