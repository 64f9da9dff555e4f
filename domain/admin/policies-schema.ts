import * as z from 'zod';
import { daySchema, enforcedBy, hash32, objectOrNull, objects, uintString } from '#domain/fields.ts';
import { handOutRequest, readyCallWith, readyTransactionWith } from '#domain/payouts/schema.ts';
import { changeLink } from '#domain/policy/change-schema.ts';
import { POLICY_STATUSES, SITUATIONS } from '#domain/policy/lifecycle.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { cleanText } from '#domain/text.ts';
import { chosenQuery, deskPage, deskPageQuery, filterQuery, recordedQuery, sortQuery } from './list.ts';
import { auditLogEntry, noteEntry, noteField } from './records-schema.ts';

/** admin.md §4. `approved` is the customer's active or expired, by date. */
export const POLICY_REQUEST_STATUSES = ['pending', 'approved', 'rejected', 'cancelled', 'withdrawn'] as const;
export type PolicyRequestStatus = (typeof POLICY_REQUEST_STATUSES)[number];
export const POLICY_SORTS = ['created_at', 'total_premium', 'end_date'] as const;

/** Sections of the work queue that hold policies, as far as the list can filter by them. */
export const POLICY_QUEUE = [
  'refunds_owed',
  /** Those of them that are later than we promised. */
  'refunds_overdue',
] as const;

export const policyListQuery = z.object({
  ...deskPageQuery,
  ...sortQuery(POLICY_SORTS),
  status: filterQuery(POLICY_REQUEST_STATUSES),
  policy_type: filterQuery(PRODUCT_KEYS),
  /** They order the list by when the policies were recorded. */
  ...recordedQuery,
  /** Goes with no other filter. */
  queue: filterQuery(POLICY_QUEUE),
});
export const policyExportQuery = policyListQuery.extend(chosenQuery);

/** admin.md §3. */
export const policyRequestEntry = z.object({
  id: z.number().int(),
  /** `POL-007`; accepted where a path takes the id. */
  policy_id: z.string(),
  status: z.enum(POLICY_REQUEST_STATUSES),
  policy_type: z.enum(PRODUCT_KEYS),
  /** Name of the policyholder. */
  customer: z.string(),
  wallet: z.string(),
  /** Whole US dollars. */
  total_premium: z.number().int(),
  coverage_amount: z.number().int(),
  item_description: z.string(),
  submitted_date: z.iso.datetime(),
  end_date: z.string(),
  /** It waits for an administrator's decision. */
  needs_review: z.boolean(),
  /** When it was rejected; the refund that is owed since then ends it. */
  declined_at: z.iso.datetime().nullable(),
});
export type PolicyRequestEntry = z.output<typeof policyRequestEntry>;
export const policyRequestList = deskPage('policies', 'total_policies', policyRequestEntry);

/** The policy in the registry now, read from the chain; null when the chain can't be reached or knows no such policy. */
export const chainRecord = z.object({
  /** records: the network keeps no registry, and this is what our records say of its payments. */
  enforced_by: enforcedBy,
  /** The contract, or the account that was paid. */
  contract: z.string(),
  holder: z.string(),
  active: z.boolean(),
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  coverage_usd: z.number().int(),
  paid_out_usd: z.number().int(),
  claims: z.number().int(),
  /** Whether the registry and our record agree, and if not, on what. */
  agrees: z.boolean(),
  differences: z.array(z.string()),
});

export const policyChainEvent = z.object({
  kind: z.string(),
  at: z.iso.datetime(),
  tx_hash: hash32.nullable(),
  amount: uintString.nullable(),
  currency: z.string().nullable(),
  usd: z.number().int().nullable(),
  from_status: z.string().nullable(),
  to_status: z.string(),
});

export const policyRequestDetail = policyRequestEntry.extend({
  /** As its holder sees it. */
  customer_status: z.enum(POLICY_STATUSES),
  situation: z.enum(SITUATIONS),
  product_reference: z.string(),
  quote_id: hash32,
  email: z.string(),
  start_date: z.string(),
  /** First day of cover: a trip's cancellation is covered before the trip. */
  cover_start_date: z.string(),
  /** How many people it insures, each with an equal part of the cover; 1 where nobody travels. */
  travelers: z.number().int(),
  cover_from: z.iso.datetime().nullable(),
  cover_until: z.iso.datetime(),
  paid_out_usd: z.number().int(),
  deductible: z.number().int(),
  version: z.number().int(),
  payment: z.object({
    chain_id: z.union([z.number().int(), hash32]),
    network: z.string(),
    tx_hash: hash32,
    /** The block that `/verify` reads where no contract can be asked; null elsewhere. */
    verify_block: z.number().int().nullable(),
    currency: z.string(),
    decimals: z.number().int(),
    amount: uintString,
    rate: z.string(),
    paid_at: z.iso.datetime(),
    confirmed: z.boolean(),
  }),
  /** Why the rules had it reviewed, in the sentences that the customer read before paying. */
  review: z.array(z.string()),
  /** The insured facts; a private one has no value until it is revealed. */
  facts: z.array(z.object({ label: z.string(), value: z.string().nullable(), private: z.boolean() })),
  chain: chainRecord.nullable(),
  /** Why `chain` is null, in a sentence. */
  chain_problem: z.string().nullable(),
  /** Why it was rejected, and by when its refund is promised. */
  declined: z.object({ reason: z.string(), refund_due_at: z.iso.datetime() }).nullable(),
  cancellation: objectOrNull({
    requested_at: z.iso.datetime(),
    kind: z.enum(['full', 'pro_rata']),
    amount: uintString,
    valid_until: z.iso.datetime(),
    refund_due_at: z.iso.datetime(),
  }),
  /** What the holder's withdrawal owes, and by when. */
  withdrawal: objectOrNull({
    submitted_at: z.iso.datetime(),
    refund_due_at: z.iso.datetime(),
    /** The holder's consent to the refund; null as long as the registry takes a rejection without one. */
    consent: objectOrNull({
      asked_at: z.iso.datetime().nullable(),
      valid_until: z.iso.datetime().nullable(),
    }),
  }),
  /** Withdrawals by policy number and email address that await a person's check, oldest first. */
  withdrawals_to_check: objects({
    id: z.number().int(),
    submitted_at: z.iso.datetime(),
    email: z.string(),
    /** When the link in our letter to this address was followed; null before. */
    link_followed_at: z.iso.datetime().nullable(),
    /** The conversation with the person. */
    thread_id: z.number().int(),
  }),
  /** The policy that it replaced by a change of cover, and the one that replaced it. */
  replaces: z.union([changeLink, z.null()]),
  replaced_by: z.union([changeLink, z.null()]),
  /** Until when it can be rejected with the full premium. */
  rejectable_until: z.iso.datetime().nullable(),
  /** Whether its chain lets the holder change. */
  changes_holder: z.boolean(),
  holder_change: objectOrNull({
    new_holder: z.string(),
    proposed_at: z.iso.datetime().nullable(),
    effective_at: z.iso.datetime().nullable(),
    lapses_at: z.iso.datetime().nullable(),
    confirmed: z.boolean(),
    contested: z.boolean(),
  }),
  events: z.array(policyChainEvent),
  claims: objects({
    id: z.number().int(),
    claim_number: z.string(),
    status: z.string(),
    formatted_amount: z.string(),
    payout_amount: z.number().int().nullable(),
    created_at: z.iso.datetime(),
  }),
  notes: z.array(noteEntry),
  /** The 50 newest audit log lines about this policy; empty without permission to read the audit log. */
  audit_log: z.array(auditLogEntry),
});
export type PolicyRequestDetail = z.output<typeof policyRequestDetail>;

/**
 * `approved` takes effect at once; of a rejected policy only with `take_back`. `rejected` needs the refund's event, so it
 * prepares nothing here: the answer says so and the refund call prepares the transaction.
 */
export const policyStatusRequest = z.strictObject({
  status: z.enum(['approved', 'rejected'], 'Please choose approved or rejected.'),
  admin_notes: noteField(1000).optional(),
  /** With `approved`: withdraws the rejection, whose refund is no longer owed. */
  take_back: z.boolean().optional(),
});

/**
 * What a person found out about a withdrawal by policy number and email address. `accepted`: it is the holder's, so it takes
 * effect. `refused` needs the reason, which stays with us; the person writes to the sender in the conversation.
 */
export const withdrawalCheck = z.strictObject({
  decision: z.enum(['accepted', 'refused'], 'Please choose accepted or refused.'),
  note: noteField(1000).min(1, 'Please say how you checked it.'),
});

/** A withdrawal that reached us by letter or plain email, once a person made sure that it is the holder's. */
export const withdrawalEntry = z.strictObject({
  /** The UTC day on which it was received. It counts from the day's beginning. */
  received_on: daySchema,
  note: noteField(1000).min(1, 'Please say how it came and how you checked it.'),
});

/** Decrypted private fields, each time logged. `reason` is part of the audit log line. */
export const revealRequest = z.strictObject({
  reason: z.string().overwrite(cleanText).min(1, 'Please say why you need to see it.').max(300),
});
export const revealedFacts = z.object({
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
});

/** Which refund to prepare. The default is a rejection that is owed, then the cancellation that the holder asked for. */
export const policyRefundRequest = handOutRequest.extend({
  outcome: z.enum(['rejected', 'cancelled']).optional(),
});
export const policyRefundAnswer = readyTransactionWith({ outcome: z.enum(['rejected', 'cancelled']) });
export const refundConfirmRequest = z.strictObject({
  transaction_hash: hash32,
  /** Its block, where a chain finds old transactions only by it. */
  block_number: z.number().int().nonnegative().optional(),
});

export const HOLDER_CHANGE_STEPS = ['propose', 'confirm', 'stop', 'complete'] as const;
/** `propose` is sent by the underwriter, `confirm` by administrator or guardian after an objection, see the power table. */
export const holderChangeRequest = z.strictObject({
  step: z.enum(HOLDER_CHANGE_STEPS),
  /** With `propose` and `confirm`. */
  new_holder: z.string().max(80).optional(),
});
export const holderChangeAnswer = readyCallWith({
  step: z.enum(HOLDER_CHANGE_STEPS),
  /** Roles of which one must send it. Empty: anyone may. */
  roles: z.array(z.string()),
});
export const holderChangeConfirmRequest = z.strictObject({
  step: z.enum(HOLDER_CHANGE_STEPS),
  transaction_hash: hash32,
});
export const holderChangeConfirmed = z.object({ step: z.enum(HOLDER_CHANGE_STEPS), confirmed: z.boolean() });

/** Counts by status and product, with what ends within 30 days. */
export const policyStatistics = z.object({
  total: z.number().int(),
  by_status: z.array(z.object({ status: z.enum(POLICY_REQUEST_STATUSES), count: z.number().int() })),
  by_type: z.array(z.object({ policy_type: z.enum(PRODUCT_KEYS), count: z.number().int() })),
  needs_review: z.number().int(),
  refunds_overdue: z.number().int(),
  /** Policies in force that end within 30 days, by end date; at most 200 are looked at. */
  renewals_due: z.array(policyRequestEntry),
  renewals_limited: z.boolean(),
});
