import * as z from 'zod';
import { enforcedBy, hash32, objectOrNull, objects, uintString } from '#domain/fields.ts';
import { NEED_ANSWERS } from '#domain/products/forms/form.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { listedDetails, priceLines } from '#domain/quote/schema.ts';
import { changeLink } from './change-schema.ts';
import { POLICY_STATUSES, SITUATIONS } from './lifecycle.ts';
import { cancellationAnswer, contactAnswer, holderChangeUnderWay, timelineEntry } from './service-schema.ts';
import { withdrawalAnswer } from './withdrawal-schema.ts';

/** A policy as its holder sees it in lists. Dollars are whole numbers. */
export const policyAnswer = z.object({
  id: z.number().int(),
  policy_number: z.string(),
  product_reference: z.string(),
  quote_id: hash32,
  policy_type: z.enum(PRODUCT_KEYS),
  status: z.enum(POLICY_STATUSES),
  /** What it is in: as `status` says, or on its way there. `ahead`: its cover is still to begin. */
  situation: z.enum(SITUATIONS),
  /** Whether cover is in force at this moment; false for a future start. */
  in_force: z.boolean(),
  premium: z.number().int(),
  formatted_premium: z.string(),
  /** Coverage in whole US dollars. */
  amount: z.number().int(),
  formatted_coverage: z.string(),
  /** What the holder bears of each claim, in whole US dollars. */
  deductible: z.number().int(),
  formatted_deductible: z.string(),
  policy_start_date: z.string(),
  policy_end_date: z.string(),
  /** First day of cover. Before a trip's first day only its cancellation is covered. */
  cover_start_date: z.string(),
  /** Everybody who is insured on a trip, each with an equal part of the coverage; empty for other products. */
  travelers: z.array(z.object({ number: z.number().int(), name: z.string() })),
  wording_version: z.string(),
  /** First and last moment of cover. */
  cover_from: z.iso.datetime().nullable(),
  cover_until: z.iso.datetime(),
  created_at: z.iso.datetime(),
  wallet_address: z.string(),
  /** What the holder calls it; null without one. */
  nickname: z.string().nullable(),
  /** What is insured, whatever the holder calls it: the address, the car, or the trip. */
  insured: z.string(),
  /** The nickname, else what is insured. */
  name: z.string(),
  detail_1: z.string(),
  detail_2: z.string(),
  chain_id: z.union([z.number().int(), hash32]),
  tx_hash: hash32,
  payment_currency: z.string(),
  /** Paid premium in base units, and the decimals to read it with. */
  paid_amount: uintString,
  paid_decimals: z.number().int(),
  /** USD per whole unit at which the premium was priced. */
  rate: z.string(),
  /** Whether another policy replaced it by a change of cover. */
  replaced: z.boolean(),
  /** The refund that the holder asked for or that a rejection owes, until it is seen on chain; null without one. */
  refund: objectOrNull({
    amount: uintString,
    currency: z.string(),
    decimals: z.number().int(),
    due_at: z.iso.datetime(),
  }),
});
export type PolicyAnswer = z.output<typeof policyAnswer>;

/** One policy with its insured details, decrypted for its holder. */
export const policyDetailAnswer = policyAnswer.extend({
  contract: z.string().nullable(),
  /** Block of its payment; null while no block of the chain has it. */
  payment_block: z.number().int().nullable(),
  /** Who enforces its limits: a contract with a public registry, or our records. */
  enforced_by: enforcedBy,
  price_lines: priceLines,
  /** What the buyer answered about demands and needs; empty if nothing was asked. */
  needs: objects({ question: z.string(), answer: z.enum(NEED_ANSWERS), mismatch: z.string().nullable() }),
  /** Root of the fields that `GET /insurance/policy/{id}/proof` proves one by one. */
  details_hash: hash32,
  /** When the holder accepted that wording; null for policies older than this field. */
  wording_accepted_at: z.iso.datetime().nullable(),
  /** The address given with the purchase. `contact` has the current one. */
  email: z.string(),
  contact: contactAnswer,
  beneficiary: z.string().nullable(),
  details: listedDetails,
  /** Claims paid so far, in whole US dollars. */
  paid_out_usd: z.number().int(),
  /** The part of it that was paid outside the chain, which the registry doesn't know. */
  paid_outside_usd: z.number().int(),
  cancellation: z.union([cancellationAnswer, z.null()]),
  withdrawal: z.union([withdrawalAnswer, z.null()]),
  /** Until when its holder can withdraw from the contract; null once that is over. */
  withdrawable_until: z.iso.datetime().nullable(),
  /** Whether a withdrawal can also end the policy that this one replaced. */
  can_end_both: z.boolean(),
  /** Claims that are not decided or not paid yet: a withdrawal gives them up. */
  open_claims: z.array(z.object({ id: z.number().int(), claim_number: z.string() })),
  /** The policy that this one replaced by a change of cover, and the one that replaced it. */
  replaces: z.union([changeLink, z.null()]),
  replaced_by: z.union([changeLink, z.null()]),
  /** Null while none is under way. */
  holder_change: z.union([holderChangeUnderWay, z.null()]),
  /** First day on which the policy can be renewed; null for a trip, which is not renewed. */
  renewable_from: z.string().nullable(),
  /** Whether it can be renewed today. */
  renewable: z.boolean(),
  timeline: z.array(timelineEntry),
  /** Whether there are entries older than the 200 in the timeline. */
  earlier_entries: z.boolean(),
});
export type PolicyDetailAnswer = z.output<typeof policyDetailAnswer>;
