/** Claims, their documents and their history. Column types as in `schema.ts`. */
import { inArray, sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { CLAIM_STATUSES, type ClaimMeaning, statusesWith } from '#domain/claims/lifecycle.ts';
import { DOCUMENT_TYPES } from '#domain/files.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';

/** SQL that is true where a claim's status has this meaning. The migrations have a copy, which a test compares. */
const has = <Key extends keyof ClaimMeaning>(key: Key, value: ClaimMeaning[Key]) =>
  `"status" IN (${statusesWith(key, value)
    .map((status) => `'${status}'`)
    .join(', ')})`;

export const claims = sqliteTable(
  'claims',
  {
    /** Never reused. */
    id: integer().primaryKey({ autoIncrement: true }),
    /** Identifies the claim within the batch that inserts it. */
    key: text().notNull().unique('claims_key'),
    wallet: text().notNull(),
    policy_id: integer().notNull(),
    quote_id: text().notNull(),
    product: text({ enum: PRODUCT_KEYS }).notNull(),
    status: text({ enum: CLAIM_STATUSES }).notNull(),
    /** US cents. */
    amount_cents: integer().notNull(),
    /** The product's deductible when the claim was made, in whole US dollars. */
    deductible_usd: integer().notNull(),
    /** The cover that counts, in whole US dollars, where a change of cover limits it; null for the policy's own. */
    cover_limit_usd: integer(),
    /** Who of a trip's travelers it is about, from 1. */
    traveler: integer().notNull().default(1),
    /** That traveler's premium and what was due, in whole US dollars, where the age that was stated is false. */
    premium_paid_usd: integer(),
    premium_due_usd: integer(),
    /** What the claim that this one looks at again was paid, so that a false age reduces the loss as a whole. */
    paid_before_usd: integer().notNull().default(0),
    description: text().notNull(),
    incident_date: text().notNull(),
    /** The incident time that the contract receives. */
    incident_at: text().notNull(),
    /** One of the product's causes of loss; null if nobody named one. */
    cause: text(),
    /** What a handler expects it to cost, in whole US dollars; null is what the rules suggest. */
    reserve_usd: integer(),
    /** When the customer asked for a second look at it. */
    second_look_at: text(),
    /** The paid claim at which this one is the second look. */
    second_look_of: integer(),
    documents_count: integer().notNull().default(0),
    /** What we asked the customer for, by `due_at`; null while nothing is asked for. */
    requested_documents: text(),
    /** When the customer was reminded of it. */
    documents_reminded_at: text(),
    /** Deadline of whoever acts next; null if there is none. */
    due_at: text(),
    /** The decision: whole US dollars to pay, the reason, and the administrator. */
    payout_usd: integer(),
    decision_reason: text(),
    decided_by: integer(),
    /** The second administrator, if one is required. */
    needs_confirmation: integer({ mode: 'boolean' }).notNull().default(false),
    confirmed_by: integer(),
    /** Confirmed registry event that paid it. */
    paid_event_id: integer(),
    /** The clause of the accepted wording that a rejection cites. */
    clause: text(),
    decided_at: text(),
    /** When somebody who decides claims first opened it. */
    opened_at: text(),
    /** JSON of what the last step changed, as it was before, while that can be undone. */
    undo: text(),
    /** Identifies the decision that led to this version, so that the same one again changes nothing. */
    last_change: text(),
    created_at: text().notNull(),
    updated_at: text().notNull(),
    /** Incremented with every change; batches guard on it. */
    version: integer().notNull().default(1),
    /** For the desk's list: the policyholder's name when the claim was made, and who works on it. */
    customer_name: text().notNull().default(''),
    assigned_to: integer(),
    assigned_name: text(),
    /** What it is expected to cost still, in US cents. */
    reserve_cents: integer().generatedAlwaysAs(
      sql.raw(`CASE WHEN ${has('reserve', 'claimed')} THEN coalesce("reserve_usd" * 100, max((max("amount_cents" - "deductible_usd" * 100, 0) + "paid_before_usd" * 100) * coalesce("premium_paid_usd", 1) / coalesce("premium_due_usd", 1) - "paid_before_usd" * 100, 0))
        WHEN ${has('reserve', 'approved')} THEN coalesce("payout_usd", 0) * 100 ELSE 0 END`),
      { mode: 'virtual' },
    ),
    /** Who reported a payment outside the chain that waits for a second administrator. */
    other_by: integer(),
    /** Who took the first step of a payout that needs a second person, and so can't confirm it. */
    first_by: integer().generatedAlwaysAs(
      sql.raw(`CASE WHEN ${has('work', 'pay')} AND "other_by" IS NOT NULL THEN "other_by"
        WHEN ${has('work', 'pay')} AND "needs_confirmation" = 1 THEN "decided_by" END`),
      { mode: 'virtual' },
    ),
  },
  (table) => [
    index('claims_first_by').on(table.first_by).where(sql`"first_by" IS NOT NULL`),
    uniqueIndex('claims_second_look').on(table.second_look_of).where(sql`"second_look_of" IS NOT NULL`),
    uniqueIndex('claims_paid_event').on(table.paid_event_id).where(sql`"paid_event_id" IS NOT NULL`),
    index('claims_decided').on(table.decided_at).where(sql`"decided_at" IS NOT NULL`),
    index('claims_wallet').on(table.wallet, table.id),
    index('claims_policy').on(table.policy_id, table.status),
    index('claims_product').on(table.product, table.id),
    index('claims_newest').on(table.created_at, table.id),
  ],
);

/** Files of a claim; their bytes are in the bucket under `object_key`. */
export const claimDocuments = sqliteTable(
  'claim_documents',
  {
    id: text().primaryKey(),
    claim_id: integer().notNull(),
    wallet: text().notNull(),
    file_name: text().notNull(),
    type: text({ enum: DOCUMENT_TYPES }).notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    object_key: text().notNull(),
    created_at: text().notNull(),
  },
  (table) => [
    unique('claim_documents_content').on(table.claim_id, table.sha256),
    index('claim_documents_seen').on(table.sha256),
  ],
);

/** Which administrator opened which document, and when last. */
export const documentViews = sqliteTable(
  'document_views',
  {
    document_id: text().notNull(),
    admin_id: integer().notNull(),
    viewed_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.document_id, table.admin_id] })],
);

/** Calls that customers requested. */
export const claimCalls = sqliteTable(
  'claim_calls',
  {
    claim_id: integer().notNull(),
    preferred_at: text().notNull(),
    /** JSON of phone number and note, encrypted. */
    sealed: text().notNull(),
    created_at: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.claim_id, table.preferred_at] })],
);

/** Whether a claim is still open, for a query. */
export const openClaim = inArray(claims.status, statusesWith('open', true));
