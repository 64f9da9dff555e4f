/** What the worker tells auditors it has recorded. */
import * as z from 'zod';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { CLAIM_EVENT_KINDS, OTHER_METHODS } from '#domain/claims/schema.ts';
import { chainIdField, enforcedBy, hash32, objectOrNull, objects, uintString } from '#domain/fields.ts';
import { pageQuery } from '#domain/page.ts';
import { PAYMENT_REASONS } from '#domain/payments/reasons.ts';
import { MONEY_KINDS, recordedPlace } from '#domain/registry/schema.ts';

/** Most lines per call. */
export const AUDIT_PAGE = 1000;

/** A record of a chain whose contract can be asked for all of them. */
type OfContract<Recorded> = Recorded & { chain_id: number };
export const isOfContract = <Recorded extends { chain_id: number | string }>(
  record: Recorded,
): record is OfContract<Recorded> => typeof record.chain_id === 'number';

const address = z.string();
const moment = z.iso.datetime().nullable();
/** A time by our own clock. Any text is read, so that one bad row is named and does not end the audit. */
const ownTime = z.string();

export const AUDIT_LISTS = ['events', 'policies', 'claims'] as const;
export type AuditList = (typeof AUDIT_LISTS)[number];

export const auditRecordsQuery = z.object({
  list: z.enum(AUDIT_LISTS).default('events').describe('Which of the lists'),
  cursor: pageQuery.cursor,
  limit: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, `A page has 1 to ${AUDIT_PAGE} lines.`)
    .transform(Number)
    .refine((limit) => limit <= AUDIT_PAGE, `A page has 1 to ${AUDIT_PAGE} lines.`)
    .optional()
    .describe(`Lines per page, at most ${AUDIT_PAGE}`),
});

/**
 * An event as the worker recorded it. Null where its kind has no such field. On a chain without a contract, `contract` is
 * our account, and anyone can look up the block; but nothing there proves that no event is missing.
 */
export const recordedEvent = recordedPlace.extend({
  record: z.literal('event'),
  chain_id: chainIdField,
  enforced_by: enforcedBy,
  quote_id: hash32,
  /** The new holder, also of a change that is only under way, or where an owed payment was sent. */
  counterparty: address.nullable(),
  /** Null for the chain's own coin. */
  token: address.nullable(),
  product_code: z.number().int().nullable(),
  coverage_usd: z.number().int().nullable(),
  details_hash: hash32.nullable(),
  cover_from: moment,
  cover_until: moment,
  /** Of a consent, its revocation or a proposed change of holder: until when it holds. */
  valid_until: moment,
  /** Of a confirmed change of holder: from when it can be completed; null while another confirmation is missing. */
  effective_at: moment,
  /** unconfirmed: too young; orphaned: its block is no longer on the chain. */
  status: z.enum(['unconfirmed', 'confirmed', 'orphaned']),
  /** Why a purchase became no policy; null for every other event. */
  exception: z.enum(PAYMENT_REASONS).nullable(),
  /** When we recorded it, and when it had its confirmations, by our clock. */
  recorded_at: ownTime,
  confirmed_at: ownTime.nullable(),
  /** US cents that a payment without a policy, or a refund, was worth: our own statement. */
  worth_cents: z.number().int().nullable(),
});
/** An event of a contract. */
export type RecordedEvent = OfContract<z.output<typeof recordedEvent>>;

/** A policy as the worker has it. The quote's id is its id in the public registry. */
export const recordedPolicy = z.object({
  record: z.literal('policy'),
  chain_id: chainIdField,
  enforced_by: enforcedBy,
  contract: address,
  quote_id: hash32,
  holder: address,
  token: address.nullable(),
  /** Base units. */
  premium: uintString,
  product_code: z.number().int(),
  status: z.enum(['pending', 'active', 'rejected', 'cancelled']),
  coverage_usd: z.number().int(),
  /** First day of cover, and of the term in which the premium is earned: for a trip it is later. */
  start_date: z.iso.date(),
  policy_start_date: z.iso.date(),
  end_date: z.iso.date(),
  /** With the fields above, what the quote's id is the hash of on a chain without a contract. */
  valid_until: z.iso.datetime(),
  details_hash: hash32,
  /** Null while no block holds the payment. */
  cover_from: moment,
  cover_until: z.iso.datetime(),
  /** Whole US dollars, on chain and outside it. */
  paid_out_usd: z.number().int(),
  /** Whole US dollars, as the policy has it. */
  premium_usd: z.number().int(),
  /** Transaction of the purchase that it rests on; null if we have no such event. */
  purchase_tx: z.string().nullable(),
  /** How its price became an amount, as the quote has it. */
  sale: z.object({
    premium_usd: z.number().int(),
    coverage_usd: z.number().int(),
    symbol: z.string(),
    decimals: z.number().int(),
    /** US dollars per whole unit. */
    rate: z.string(),
    /** `reference`, or `chainlink:` and the feed's address. */
    source: z.string(),
    /** When the source gave it. */
    at: z.string(),
    /** The feed's round; null where the source has none. */
    round: uintString.nullable(),
  }),
  /** Our share of the premium, in basis points. */
  fee_bps: z.number().int(),
  /** Whether it waits for an administrator. */
  in_review: z.boolean(),
  recorded_at: ownTime,
  /** The first and the last line of its history; null if it has none. */
  opened: z.object({ at: ownTime, tx_hash: z.string().nullable() }).nullable(),
  last_step: z.object({ at: ownTime, status: z.string() }).nullable(),
});
export type RecordedPolicy = OfContract<z.output<typeof recordedPolicy>>;

/** A claim, without anything about whoever made it: its policy is named once it is paid, since the payment is public then. */
export const recordedClaim = z.object({
  record: z.literal('claim'),
  /** `CLM-007`. */
  claim_number: z.string(),
  /** Null if its policy is gone. */
  chain_id: chainIdField.nullable(),
  quote_id: hash32.nullable(),
  incident_at: moment,
  status: z.enum(CLAIM_STATUSES),
  /** Whole US dollars that were approved. */
  payout_usd: z.number().int().nullable(),
  /** US cents that it is expected to cost still: our own statement. */
  reserve_cents: z.number().int(),
  /** The payout that paid it on chain. */
  paid_by: z.object({ tx_hash: hash32, log_index: z.number().int() }).nullable(),
  /** Its payment outside the chain. */
  outside: objectOrNull({
    usd: z.number().int(),
    method: z.enum(OTHER_METHODS),
    paid_at: ownTime,
    /** Whether the one who reported it and the one who confirmed it are two persons. */
    by_two: z.boolean(),
  }),
  /** Oldest first. */
  timeline: objects({
    kind: z.enum(CLAIM_EVENT_KINDS),
    status: z.enum(CLAIM_STATUSES),
    at: ownTime,
    tx_hash: z.string().nullable(),
  }),
});
export type RecordedClaim = z.output<typeof recordedClaim>;

export const auditRecord = z.discriminatedUnion('record', [recordedEvent, recordedPolicy, recordedClaim]);
export type AnyRecord = Exclude<z.output<typeof auditRecord>, RecordedClaim>;
export type AuditRecord = RecordedEvent | RecordedPolicy;

/** Number and sum of one kind of confirmed event in one currency of one contract. */
export const auditTotal = z.object({
  contract: address,
  /** Null for the chain's own coin, and for events without a currency. */
  token: address.nullable(),
  kind: z.enum(MONEY_KINDS),
  events: z.number().int(),
  /** Base units. */
  amount: uintString,
  usd: z.number().int(),
});
export type AuditTotal = z.output<typeof auditTotal>;

/** The worker's own sums of the money that it has booked: what is confirmed. */
export const auditSummary = z.object({
  chains: objects({
    chain_id: chainIdField,
    enforced_by: enforcedBy,
    /** All contracts that the worker reads, newest first; without one, our accounts. */
    contracts: z.array(address),
    /** The last block whose events the worker has read; null before its first run. */
    read_to: z.number().int().nullable(),
    /** The last block that it has read a second time. */
    swept_to: z.number().int().nullable(),
    totals: z.array(auditTotal),
  }),
  /** What the landing page and `/registry/summary` show, from the same sums. */
  figures: z.object({
    claims_paid_usd: z.number().int(),
    cover_in_force_usd: z.number().int(),
    policies_in_force: z.number().int(),
    /** The UTC day that they are about. */
    day: z.iso.date(),
  }),
  /** Our share of premiums as it is set, and every change of it that the sealed log has, oldest first. Basis points. */
  platform_fee: z.object({
    bps: z.number().int(),
    changes: z.array(z.object({ at: ownTime, before: z.number().int(), after: z.number().int() })),
  }),
  /** The last daily check of our figures against their rows that came to its end; null before the first. */
  figures_check: objectOrNull({
    day: z.iso.date(),
    finished_at: z.iso.datetime(),
    differences: z.number().int(),
  }),
  as_of: z.iso.datetime(),
});
export type AnySummary = z.output<typeof auditSummary>;
/** The sums of chains with a contract. */
export type AuditSummary = Omit<AnySummary, 'chains'> & {
  chains: OfContract<AnySummary['chains'][number]>[];
};
