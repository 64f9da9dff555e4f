/** Claims, their documents and their history. Column types as in `schema.ts`. */
import { inArray, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CLAIM_QUEUES, CLAIM_STATUSES, type ClaimMeaning, statusesWith } from '#domain/claims/lifecycle.ts';
import { CLAIM_EVENT_KINDS, OTHER_METHODS } from '#domain/claims/schema.ts';
import { DOCUMENT_TYPES } from '#domain/files.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';

/** SQL that is true where a claim's status has this meaning. The migrations have a copy, which a test compares. */
const has = <Key extends keyof ClaimMeaning>(key: Key, value: ClaimMeaning[Key]) =>
  `"status" IN (${statusesWith(key, value)
    .map((status) => `'${status}'`)
    .join(', ')})`;

/** Before the date of a request for documents in `dueSort`. Dates sort before it, and claims without a date after it. */
export const AWAITED = 'awaited';

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
    /** The product's deductible when the claim was made, in whole US dollars. */
    deductibleUsd: integer('deductible_usd').notNull(),
    /** The cover that counts, in whole US dollars, where a change of cover limits it; null for the policy's own. */
    coverLimitUsd: integer('cover_limit_usd'),
    /** Who of a trip's travelers it is about, from 1. */
    traveler: integer().notNull().default(1),
    /** That traveler's premium and what was due, in whole US dollars, where the age that was stated is false. */
    premiumPaidUsd: integer('premium_paid_usd'),
    premiumDueUsd: integer('premium_due_usd'),
    /** What the claim that this one looks at again was paid, so that a false age reduces the loss as a whole. */
    paidBeforeUsd: integer('paid_before_usd').notNull().default(0),
    description: text().notNull(),
    incidentDate: text('incident_date').notNull(),
    /** The incident time that the contract receives. */
    incidentAt: text('incident_at').notNull(),
    /** One of the product's causes of loss; null if nobody named one. */
    cause: text(),
    /** What a handler expects it to cost, in whole US dollars; null is what the rules suggest. */
    reserveUsd: integer('reserve_usd'),
    /** When the customer asked for a second look at it. */
    secondLookAt: text('second_look_at'),
    /** The paid claim at which this one is the second look. */
    secondLookOf: integer('second_look_of').unique('claims_second_look'),
    documentsCount: integer('documents_count').notNull().default(0),
    /** What we asked the customer for, by `due_at`; null while nothing is asked for. */
    requestedDocuments: text('requested_documents'),
    /** When the customer was reminded of it. */
    documentsRemindedAt: text('documents_reminded_at'),
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
    /** The clause of the accepted wording that a rejection cites. */
    clause: text(),
    decidedAt: text('decided_at'),
    /** JSON of what the last step changed, as it was before, while that can be undone. */
    undo: text(),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** Incremented with every change; batches guard on it. */
    version: integer().notNull().default(1),
    /** For the desk's list: the policyholder's name when the claim was made, and who works on it. */
    customerName: text('customer_name').notNull().default(''),
    assignedTo: integer('assigned_to'),
    assignedName: text('assigned_name'),
    /** For sorting: claims that wait for us by `dueAt`, then for their customers by `dueAt`, then the others, the newest first. */
    dueSort: text('due_sort').generatedAlwaysAs(
      sql.raw(`CASE WHEN "due_at" IS NULL THEN printf('later %015d', 99999999999999 - "id")
        WHEN "requested_documents" IS NULL THEN "due_at" ELSE '${AWAITED} ' || "due_at" END`),
      { mode: 'virtual' },
    ),
    /** What it is expected to cost still, in US cents. */
    reserveCents: integer('reserve_cents').generatedAlwaysAs(
      sql.raw(`CASE WHEN ${has('reserve', 'claimed')} THEN coalesce("reserve_usd" * 100, max((max("amount_cents" - "deductible_usd" * 100, 0) + "paid_before_usd" * 100) * coalesce("premium_paid_usd", 1) / coalesce("premium_due_usd", 1) - "paid_before_usd" * 100, 0))
        WHEN ${has('reserve', 'approved')} THEN coalesce("payout_usd", 0) * 100 ELSE 0 END`),
      { mode: 'virtual' },
    ),
    /** Who reported a payment outside the chain that waits for a second administrator, kept by triggers. */
    otherBy: integer('other_by'),
    /** The section of the work queue that it waits in. */
    queue: text({ enum: CLAIM_QUEUES }).generatedAlwaysAs(
      sql.raw(`CASE WHEN ${has('work', 'decide')} AND "requested_documents" IS NULL THEN 'claims_due'
        WHEN ${has('work', 'pay')} AND ("needs_confirmation" = 1 OR "other_by" IS NOT NULL) THEN 'payouts_to_confirm'
        WHEN ${has('work', 'pay')} THEN 'payouts_to_send' END`),
      { mode: 'virtual' },
    ),
    /** 1 while a second look at it is not decided. */
    lookingAgain: integer('looking_again').generatedAlwaysAs(
      sql.raw(`CASE WHEN ${has('work', 'decide')} AND "second_look_at" IS NOT NULL THEN 1 END`),
      { mode: 'virtual' },
    ),
    /** Who took the first step of a payout that needs a second person, and so can't confirm it. */
    firstBy: integer('first_by').generatedAlwaysAs(
      sql.raw(`CASE WHEN ${has('work', 'pay')} AND "other_by" IS NOT NULL THEN "other_by"
        WHEN ${has('work', 'pay')} AND "needs_confirmation" = 1 THEN "decided_by" END`),
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
    index('claims_desk_mine_product').on(table.assignedTo, table.product, table.id),
    index('claims_desk_mine_both').on(table.assignedTo, table.status, table.product, table.id),
    index('claims_desk_mine_product_due').on(table.assignedTo, table.product, table.dueSort, table.id),
    index('claims_desk_mine_both_due').on(
      table.assignedTo,
      table.status,
      table.product,
      table.dueSort,
      table.id,
    ),
    index('claims_desk_mine_product_amount').on(table.assignedTo, table.product, table.amountCents, table.id),
    index('claims_desk_mine_both_amount').on(
      table.assignedTo,
      table.status,
      table.product,
      table.amountCents,
      table.id,
    ),
    index('claims_documents_awaited')
      .on(table.dueSort, table.id)
      .where(sql`"requested_documents" IS NOT NULL`),
    index('claims_documents_newest').on(table.id).where(sql`"requested_documents" IS NOT NULL`),
    index('claims_documents_amount')
      .on(table.amountCents, table.id)
      .where(sql`"requested_documents" IS NOT NULL`),
    index('claims_queue').on(table.queue, table.dueAt, table.id),
    index('claims_desk_queue').on(table.queue, table.id),
    index('claims_desk_queue_due').on(table.queue, table.dueSort, table.id),
    index('claims_desk_queue_amount').on(table.queue, table.amountCents, table.id),
    index('claims_first_by').on(table.firstBy).where(sql`"first_by" IS NOT NULL`),
    index('claims_looking_again').on(table.dueSort, table.id).where(sql`"looking_again" IS NOT NULL`),
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

/** Which administrator opened which document, and when last. */
export const documentViews = sqliteTable(
  'document_views',
  {
    documentId: text('document_id').notNull(),
    adminId: integer('admin_id').notNull(),
    claimId: integer('claim_id').notNull(),
    viewedAt: text('viewed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.adminId] }),
    index('document_views_claim').on(table.claimId, table.adminId, table.viewedAt),
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
export const offChainPayments = sqliteTable(
  'off_chain_payments',
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
    index('off_chain_payments_policy').on(table.policyId, table.status),
    index('off_chain_payments_paid').on(table.status, table.confirmedAt, table.claimId),
    // One transfer pays one claim; a withdrawn report is deleted and frees its reference.
    uniqueIndex('off_chain_payments_reference').on(sql`lower(replace("reference", ' ', ''))`),
  ],
);

/** Whether a claim is still open, for a query. */
export const openClaim = inArray(claims.status, statusesWith('open', true));
