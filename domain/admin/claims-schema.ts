import * as z from 'zod';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { claimAnswer, claimDocument, claimEvent, claimPayout, OTHER_METHODS } from '#domain/claims/schema.ts';
import { hash32, objectOrNull } from '#domain/fields.ts';
import { PAYOUT_STEPS, readyTransactionWith } from '#domain/payouts/schema.ts';
import { clauseSchema } from '#domain/products/forms/clauses.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { cleanLine, cleanText } from '#domain/text.ts';
import { claimFlag, LISTED_FLAGS } from './claim-flags.ts';
import {
  AMOUNT_KEYS,
  assignedQuery,
  bulkIds,
  chosenQuery,
  deskPage,
  deskPageQuery,
  filterQuery,
  recordedQuery,
  sortQuery,
} from './list.ts';
import { auditLogEntry, noteEntry, noteField } from './records-schema.ts';

/** The first is the default, ascending. */
export const CLAIM_SORTS = ['due_at', 'created_at', 'claim_amount'] as const;

/** Sections of the work queue that hold claims. */
export const CLAIM_QUEUE = [
  ...(['claims_due', 'documents_awaited', 'payouts_to_confirm', 'payouts_to_send'] as const),
  /** Whose promise of a review or a payout is broken, whatever they wait for. */
  'overdue',
] as const;

export const claimListQuery = z.object({
  ...deskPageQuery,
  ...sortQuery(CLAIM_SORTS),
  status: filterQuery(CLAIM_STATUSES),
  policy_type: filterQuery(PRODUCT_KEYS),
  assigned: assignedQuery,
  flag: filterQuery(LISTED_FLAGS),
  /** What is claimed. */
  amount: filterQuery(AMOUNT_KEYS),
  /** They order the list by when the claims were made. */
  ...recordedQuery,
  /** Goes with flags and amounts, and with no other filter. */
  queue: filterQuery(CLAIM_QUEUE),
});
export const claimExportQuery = claimListQuery.extend(chosenQuery);

/** admin.md §3. */
export const adminClaimEntry = z.object({
  id: z.number().int(),
  /** `CLM-007`; accepted where a path takes the id. */
  claim_id: z.string(),
  status: z.enum(CLAIM_STATUSES),
  policy_type: z.enum(PRODUCT_KEYS),
  customer_name: z.string(),
  /** The claimant's wallet. */
  customer: z.string(),
  /** `POL-012`. */
  policy_id: z.string(),
  formatted_amount: z.string(),
  /** 'Pending' before a decision. */
  formatted_payout: z.string(),
  created_at: z.iso.datetime(),
  submitted_date: z.iso.datetime(),
  documents_count: z.number().int(),
  description: z.string(),
  /** When whoever acts next has to have acted. */
  due_at: z.iso.datetime().nullable(),
  assigned_to: z.number().int().nullable(),
  assigned_admin_name: z.string().nullable(),
  needs_confirmation: z.boolean(),
});
export type AdminClaimEntry = z.output<typeof adminClaimEntry>;
export const adminClaimList = deskPage('claims', 'total_claims', adminClaimEntry);

const notes = noteField(5000).optional();

/**
 * A decision on a claim. `admin_notes` is what the customer reads on the timeline and in messages; a rejection needs it.
 */
export const claimStatusRequest = z.strictObject({
  status: z.enum(['under_review', 'approved', 'rejected']),
  admin_notes: notes,
  /** Whole US dollars. The default is the suggested payout; another figure needs a note. */
  payout_amount: z.number().int().positive().optional(),
  /** With `under_review`: what we ask the customer for. */
  requested_documents: notes,
  /** With `rejected`, which needs it: the id of a clause of the wording that the holder accepted. */
  clause: z.string().trim().max(40).optional(),
  /** The cause of loss as the handler found it; the claim's own stays without it. */
  cause: z.string().max(40).optional(),
});

/** The cause of loss as the handler found it. */
export const causeRequest = z.strictObject({ cause: z.string().max(40) });

/** Whether a traveler who was sold as a child was none at departure: then the payout is reduced in proportion. */
export const ageRequest = z.strictObject({
  age_is_false: z.boolean(),
  reason: z.string().overwrite(cleanText).min(1, 'Please give a reason.').max(1000),
});

/** What a claim is expected to cost, in whole US dollars; null is what the rules suggest. */
export const reserveRequest = z.strictObject({
  reserve_usd: z
    .number('Please enter whole dollars, such as 1500.')
    .int()
    .nonnegative()
    .max(100_000_000)
    .nullable(),
  reason: z.string().overwrite(cleanText).min(1, 'Please give a reason.').max(1000),
});

/** A claim after an administrator's decision. */
export const adminClaimAnswer = claimAnswer.extend({
  wallet_address: z.string(),
  suggested_payout: z.number().int(),
  /** A second administrator has to approve it before it can be paid. */
  needs_confirmation: z.boolean(),
});

/** An approved claim is moved back to review, with a reason for the colleagues. */
export const sendBackRequest = z.strictObject({
  reason: z.string().overwrite(cleanText).min(1, 'Please give a reason.').max(1000),
});

export const payoutAnswer = readyTransactionWith({
  claim_number: z.number().int(),
  step: z.enum(PAYOUT_STEPS),
});

/**
 * A payment on chain is reported by its transaction. One by another method has a method and a reference, and counts once
 * a second administrator has reported the same.
 */
export const claimPaymentRequest = z.strictObject({
  payout_amount: z.number().nonnegative().optional(),
  payment_method: z.string().max(50).optional(),
  transaction_hash: hash32.optional(),
  /** Its block, where a chain finds old transactions only by it. */
  block_number: z.number().int().nonnegative().optional(),
  /** With a method other than `blockchain`: what the bank statement shows. */
  reference: z.string().overwrite(cleanLine).max(200).optional(),
});

export const assignRequest = z.strictObject({
  /** An administrator's id; null for nobody. */
  admin_id: z.number().int().positive().nullable(),
});

export const bulkAssignRequest = assignRequest.extend({
  ids: bulkIds,
  /** Whom each of these was assigned to, as the list showed it: 409 if that has changed. */
  assigned_to: z.array(z.number().int().positive().nullable()).optional(),
});

export const claimDocumentEntry = claimDocument.extend({
  /** When the caller last opened it. */
  viewed_at: z.iso.datetime().nullable(),
  formatted_size: z.string(),
  is_image: z.boolean(),
  /** Answers the file to an administrator's token. */
  download_url: z.string(),
});

export const claimDetail = adminClaimEntry.extend({
  version: z.number().int(),
  /** US dollars, with cents. */
  claim_amount: z.number(),
  incident_date: z.string(),
  /** One of the product's causes of loss; null if nobody named one. */
  cause: z.string().nullable(),
  /** What the claim is expected to cost still, in whole US dollars. */
  reserve: z.object({
    usd: z.number().int(),
    /** By the rules: the claim less the deductible, then the approved payout. */
    suggested_usd: z.number().int(),
    /** Whether a handler changed it. */
    changed: z.boolean(),
    /** Whether it can be changed, which is until a decision. */
    open: z.boolean(),
  }),
  policy_number: z.string(),
  policy: z.number().int(),
  /** Label and value, from the product's form; private values are null until they are revealed. */
  policy_details: z.record(z.string(), z.string().nullable()),
  policy_facts: z.object({
    status: z.string(),
    start_date: z.string(),
    cover_start_date: z.string(),
    end_date: z.string(),
    cover_from: z.iso.datetime().nullable(),
    cover_until: z.iso.datetime(),
    coverage_usd: z.number().int(),
    paid_out_usd: z.number().int(),
    promised_usd: z.number().int(),
    remaining_cover: z.number().int(),
    deductible: z.number().int(),
    holder: z.string(),
    /** Of the wording that the holder accepted. */
    clauses: z.array(clauseSchema),
  }),
  suggested_payout: z.number().int(),
  /** Why it isn't the claim less its deductible, in sentences. */
  suggested_because: z.string().nullable(),
  /** Whom it is about; null where nobody travels. */
  traveler: objectOrNull({
    number: z.number().int(),
    name: z.string(),
    /** Their own cover. */
    cover_usd: z.number().int(),
    /** For a child: the premium paid, and the one due if their age were false. */
    sold_as_child: z.object({ paid: z.number().int(), due: z.number().int() }).nullable(),
    age_is_false: z.boolean(),
  }),
  documents: z.array(claimDocumentEntry),
  requested_documents: z.string().nullable(),
  timeline: z.array(claimEvent.extend({ author: z.string().nullable() })),
  decision: objectOrNull({
    payout_usd: z.number().int().nullable(),
    reason: z.string().nullable(),
    clause: clauseSchema.nullable(),
    decided_by: z.string().nullable(),
    decided_by_me: z.boolean(),
    confirmed_by: z.string().nullable(),
    /** Who prepared the payout that is under way or was made, and who reported its transaction. */
    prepared_by: z.string().nullable(),
    reported_by: z.string().nullable(),
  }),
  /** Of a payout so large that whoever approved it can't prepare it; null for any other. */
  other_payer: objectOrNull({
    not_you: z.boolean(),
    /** Nobody else here may pay it. */
    nobody: z.boolean(),
  }),
  payout: claimPayout.nullable(),
  /** A payout that the contract holds back until it is payable. */
  announced: objectOrNull({
    usd: z.number().int(),
    payable_at: z.iso.datetime(),
    lapses_at: z.iso.datetime(),
  }),
  /** A prepared payout that can still reach the chain. */
  under_way: objectOrNull({
    /** Who prepared it, until when it may arrive, and what to do. */
    says: z.string(),
    /** Of an announced payout: not seen on the chain yet, or waiting there. */
    announcement: z.enum(['unsent', 'pending']).nullable(),
    tx_hash: hash32.nullable(),
  }),
  /** A payment outside the chain that waits for a second administrator, or was made. */
  off_chain_payment: objectOrNull({
    usd: z.number().int(),
    method: z.enum(OTHER_METHODS),
    /** Null for everyone but its reporter until a second person has typed the same. */
    reference: z.string().nullable(),
    status: z.enum(['proposed', 'paid']),
    proposed_by: z.string(),
    proposed_by_me: z.boolean(),
    confirmed_by: z.string().nullable(),
    at: z.iso.datetime(),
  }),
  /** A second look that the customer asked for; null if there is none. */
  second_look: objectOrNull({
    asked_at: z.iso.datetime(),
    /** The paid claim that it is about, or the claim that it became. */
    other: z.object({ id: z.number().int(), claim_id: z.string() }).nullable(),
    /** Who decided or confirmed before, and so can't decide it. */
    not_by: z.array(z.string()),
    not_by_you: z.boolean(),
    /** Nobody else here decides claims. */
    escalated: z.boolean(),
  }),
  flags: z.array(claimFlag),
  /** Claims with the same document, customer, email, name or policy, or a close amount. */
  similar: z.array(
    adminClaimEntry.extend({
      /** Why, such as `Same document, same customer, 3 days apart`. */
      because: z.string(),
    }),
  ),
  thread_id: z.number().int(),
  notes: z.array(noteEntry),
  /** The 50 newest audit log lines about this claim; empty without permission to read the audit log. */
  audit_log: z.array(auditLogEntry),
});
export type AdminClaimDetail = z.output<typeof claimDetail>;

export const claimStatistics = z.object({
  total: z.number().int(),
  by_status: z.array(z.object({ status: z.enum(CLAIM_STATUSES), count: z.number().int() })),
  by_type: z.array(z.object({ policy_type: z.enum(PRODUCT_KEYS), count: z.number().int() })),
  /** Claims whose promised time is over; at most 1,000 are counted. */
  overdue: z.number().int(),
  needs_confirmation: z.number().int(),
  paid_usd: z.number().int(),
  /** Hours from submission to decision, over the 200 newest decisions; null without one. */
  median_review_hours: z.number().nullable(),
});
