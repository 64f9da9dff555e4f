import * as z from 'zod';
import { OTHER_METHODS } from '#domain/claims/schema.ts';
import { chainIdField, enforcedBy, hash32, objects, uintString } from '#domain/fields.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';

/** Kinds of events that move money, or say that it did not move. */
export const MONEY_KINDS = [
  ...['purchased', 'claim_paid', 'premium_refunded', 'payment_owed', 'owed_paid'],
  // Without a contract: a transfer for what was paid or refunded before.
  'paid_in_error',
  // Of the pool, and about no policy.
  ...['pool_funded', 'capital_withdrawn'],
] as const;
export type MoneyKind = (typeof MONEY_KINDS)[number];
const RECORDED_KINDS = [
  ...MONEY_KINDS,
  ...['holder_changed', 'payout_announced', 'cancellation_consented', 'consent_revoked'],
  ...['holder_change_proposed', 'holder_change_confirmed', 'holder_change_contested'],
  ...['holder_change_stopped'],
  // Of roles, announcements, stops and limits, and about no policy.
  'governance',
] as const;
/** The quote of an event that is about no policy. */
export const NO_QUOTE = `0x${'0'.repeat(64)}`;
export type RecordedKind = (typeof RECORDED_KINDS)[number];

/** A claim that was paid on chain, without a word about whose it was. */
export const paidClaim = z.object({
  chain_id: chainIdField,
  product: z.enum(PRODUCT_KEYS),
  /** Whole US dollars. */
  usd: z.number().int(),
  tx_hash: hash32,
  explorer: z
    .string()
    .nullable()
    .describe('The transaction in a block explorer; null for a chain without one'),
  /** Of the payment's block. */
  paid_at: z.iso.datetime(),
  hours: z.number().int().describe('From the claim to its payment, by our records, rounded up'),
});
export type PaidClaim = z.output<typeof paidClaim>;

/** How many of them the summary names. */
export const RECENT_CLAIMS = 3;

/** The insurer's figures from the chain: the pool, the cover in force and the claims paid. */
export const registrySummary = z.object({
  chains: objects({
    chain_id: chainIdField,
    enforced_by: enforcedBy,
    /** Without a contract, the account that is paid and pays. */
    contract: z.string(),
    /** Block that the pool was read at. */
    block: z.number().int(),
    pool: objects({
      symbol: z.string(),
      decimals: z.number().int(),
      amount: uintString,
      usd: z.number().int().nullable(),
    }),
  }),
  /** Chains that gave no answer, or too late: their pools are missing above and below. */
  unreachable: z.array(z.object({ chain_id: chainIdField, name: z.string() })),
  /** Whole US dollars. */
  pool_usd: z.number().int(),
  cover_in_force_usd: z.number().int(),
  claims_paid_usd: z.number().int(),
  policies_in_force: z.number().int(),
  recent_claims: z.array(paidClaim).describe('The claims that were paid last, latest first'),
  demo: z.boolean().describe('Whether this is play money on a local chain'),
  as_of: z.iso.datetime(),
});
export type RegistrySummary = z.output<typeof registrySummary>;

/** A claim that was paid outside the chain, so that anyone can count it with what the chain shows. */
export const offChainPayment = z.object({
  /** `CLM-007`. */
  claim_number: z.string(),
  quote_id: hash32,
  /** Whole US dollars. */
  usd: z.number().int(),
  method: z.enum(OTHER_METHODS),
  paid_at: z.iso.datetime(),
});
export type OffChainPayment = z.output<typeof offChainPayment>;

/** What a recorded event says of its block, and so what the block can be compared with. Null where its kind has no such field. */
export const recordedPlace = z.object({
  kind: z.enum(RECORDED_KINDS),
  /** The contract that reported it, or our account where there is none; empty if the record doesn't name one. */
  contract: z.string(),
  tx_hash: hash32,
  /** Position in its block. */
  log_index: z.number().int(),
  block: z.number().int(),
  block_hash: hash32,
  block_time: z.iso.datetime(),
  /** The holder in the event; of a confirmed or stopped change of holder, who did that. */
  holder: z.string(),
  amount: uintString.nullable(),
  usd: z.number().int().nullable(),
  /** US dollars per whole unit that a claim was paid at. */
  rate: z.string().nullable(),
  claim_number: z.number().int().nullable(),
  incident_at: z.iso.datetime().nullable(),
  outcome: z.enum(['rejected', 'cancelled']).nullable(),
});
export type RecordedPlace = z.output<typeof recordedPlace>;

/**
 * A policy as it was sold, and what we recorded of it, each with its block. On a chain without a contract, the terms hash
 * to `quote_id`, which the payment in that block names.
 */
export const registeredPolicy = z.object({
  chain_id: chainIdField,
  enforced_by: enforcedBy,
  quote_id: hash32,
  terms: z.object({
    /** The contract, or the account that was paid: a wallet key. */
    contract: z.string(),
    /** Wallet key of the buyer. */
    holder: z.string(),
    token: z.string().nullable(),
    /** Base units. */
    amount: uintString,
    product_code: z.number().int(),
    coverage_usd: z.number().int(),
    start_date: z.iso.date(),
    end_date: z.iso.date(),
    valid_until: z.iso.datetime(),
    details_hash: hash32,
  }),
  /** Wallet key of the present holder. */
  holder: z.string(),
  /** First day of the term. A trip's cancellation is covered before it, from the registry's first day on. */
  policy_start_date: z.iso.date(),
  status: z.enum(['pending', 'active', 'rejected', 'cancelled']),
  /** Null while no block holds the payment. */
  cover_from: z.iso.datetime().nullable(),
  cover_until: z.iso.datetime(),
  /** Whole US dollars, on chain and outside it. */
  paid_out_usd: z.number().int(),
  /** Oldest first. */
  events: z.array(recordedPlace),
});
export type RegisteredPolicy = z.output<typeof registeredPolicy>;
