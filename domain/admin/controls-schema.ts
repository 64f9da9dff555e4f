/** What administrators control of a chain without a contract: the allowance, a halt and proposed payouts. */
import * as z from 'zod';
import { hash32, uintString } from '../fields.ts';

/** A halt lapses after at most so many hours; the administrator who set it can halt again so many days later. */
export const HALT_HOURS = 72;
export const HALT_INTERVAL_DAYS = 7;

/** waiting: too young to be paid; payable: it can be paid until it lapses. */
export const PAYOUT_PROPOSAL_STATES = ['waiting', 'payable', 'paid', 'vetoed', 'lapsed'] as const;
export type PayoutProposalState = (typeof PAYOUT_PROPOSAL_STATES)[number];

export const payoutProposal = z.object({
  id: z.number().int(),
  state: z.enum(PAYOUT_PROPOSAL_STATES),
  policy_id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
  quote_id: hash32,
  /** The number that the claim gets among the policy's paid ones. */
  claim_number: z.number().int(),
  /** Whole US dollars. */
  usd: z.number().int(),
  incident_at: z.iso.datetime(),
  proposed_at: z.iso.datetime(),
  payable_at: z.iso.datetime(),
  lapses_at: z.iso.datetime(),
  /** The transaction that paid it; null without one. */
  tx_hash: hash32.nullable(),
});
export type PayoutProposal = z.output<typeof payoutProposal>;

export const payoutHalt = z.object({
  halted_at: z.iso.datetime(),
  until: z.iso.datetime(),
  reason: z.string(),
  /** Name of the administrator who set it. */
  halted_by: z.string(),
});

/** A transfer that paid a claim number again, or a refund that was made before or differs from what was prepared. */
export const paidInError = z.object({
  policy_id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
  quote_id: hash32,
  /** The claim number that was paid before; null for a refund. */
  claim_number: z.number().int().nullable(),
  /** Base units of the chain's coin. */
  amount: uintString,
  paid_at: z.iso.datetime(),
  tx_hash: hash32,
});
export type PaidInError = z.output<typeof paidInError>;

/** A movement of the pool's account that nothing explains and nobody settled. */
export const openMovement = z.object({
  id: z.number().int(),
  /** Wallet key of our account. */
  account: z.string(),
  block: z.number().int(),
  moved_at: z.iso.datetime(),
  /** The chain's name for it; `known` is false if nobody knows what it changes. */
  kind: z.string(),
  known: z.boolean(),
  /** Signed base units. */
  free: z.string(),
  reserved: z.string(),
  counterparty: z.string().nullable(),
  tx_hash: hash32.nullable(),
});
export type OpenMovement = z.output<typeof openMovement>;

/** The last check of an account: how much more it held than its first balance and its movements explain. */
export const accountCheck = z.object({
  account: z.string(),
  checked_at: z.iso.datetime().nullable(),
  checked_block: z.number().int().nullable(),
  /** Signed base units. */
  free_difference: z.string(),
  reserved_difference: z.string(),
});
export type AccountCheck = z.output<typeof accountCheck>;

export const settleMovementRequest = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'Please describe the outcome.')
    .max(500, 'Please keep the note to 500 characters.'),
});

export const chainControls = z.object({
  genesis_hash: hash32,
  /** Our own records enforce all of this; the chain doesn't. */
  enforced_by: z.literal('records'),
  /** Whole US dollars of claims per day that are paid without a proposal, and what is left of them now. */
  allowance_usd: z.number().int(),
  allowance_left_usd: z.number().int(),
  /** The halt in effect; null while payouts continue. */
  halt: payoutHalt.nullable(),
  /** When the caller can halt payouts again; null for now. */
  haltable_at: z.iso.datetime().nullable(),
  /** Newest first, at most 50. */
  proposals: z.array(payoutProposal),
  /** What the holders should give back, newest first, at most 50. */
  paid_in_error: z.array(paidInError),
  /** Newest first, at most 50. */
  unexplained: z.array(openMovement),
  accounts: z.array(accountCheck),
});
export type ChainControls = z.output<typeof chainControls>;

export const haltRequest = z.strictObject({
  reason: z
    .string()
    .trim()
    .min(1, 'Please say why payouts are halted.')
    .max(500, 'Please keep the reason to 500 characters.'),
  hours: z
    .number()
    .int()
    .min(1, `A halt lasts 1 to ${HALT_HOURS} hours.`)
    .max(HALT_HOURS, `A halt lasts 1 to ${HALT_HOURS} hours.`)
    .default(HALT_HOURS),
});

/** The account that sends purchases for customers without coins, as it was seen last, and its last 24 hours. */
export const relayAccount = z.object({
  chain_id: z.number().int(),
  account: z.string(),
  /** Base units of the chain's coin, and the least with which purchases are offered. */
  balance: uintString,
  minimum: uintString,
  offered: z.boolean(),
  checked_at: z.iso.datetime(),
  purchases: z.number().int(),
  /** Gas that those may use, and the most of a day. */
  gas: z.number().int(),
  gas_a_day: z.number().int(),
  /** Network fees of what ended, in millionths of a US dollar. */
  fees_usd_micros: z.number().int(),
});
export type RelayAccount = z.output<typeof relayAccount>;
