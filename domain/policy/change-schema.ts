import * as z from 'zod';
import { chainIdField, daySchema, emailField, hash32, objectOrNull, uintString } from '#domain/fields.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { chosen, needAnswers, priceLines } from '#domain/quote/schema.ts';
import { CHANGE_REFUND_STATES, UNREFUNDED } from './change.ts';
import { cancellationRequest, consentRequest } from './consent.ts';

/**
 * What is to change about a policy; what is left out stays. A preview needs no more. Otherwise it takes the signature under
 * the old policy's refund, with the `valid_until` that was signed.
 */
export const changeRequest = z.strictObject({
  choices: chosen.partial().optional(),
  /** Of what is insured, such as another address. Who is insured stays. */
  details: z.record(z.string().max(60), z.union([z.string().max(2_000), z.number()])).optional(),
  policy_end_date: daySchema.optional(),
  payment_currency: z.string().min(1).max(12).optional(),
  /** Where the new policy's letters go; by default where the old one's do. */
  email: emailField.optional(),
  /** Answers about demands and needs; by default those of the old policy. */
  needs: needAnswers.optional(),
  wording_version: z.string().max(40).optional(),
  ...cancellationRequest.shape,
});
export type ChangeRequest = z.output<typeof changeRequest>;

/** What a change costs and gives back, and the consent to sign; or why there is none. */
export const changePreview = z.object({
  possible: z.boolean(),
  /** Why not, in a sentence. */
  problem: z.string().nullable(),
  /** Whether the policy can be changed at all; it needs something that changes then. */
  changeable: z.boolean(),
  insurance_type: z.enum(PRODUCT_KEYS),
  policy_number: z.string(),
  chain_id: chainIdField,
  /** The term, choice and insured thing of the new policy, and what of it differs. */
  policy_start_date: z.string(),
  policy_end_date: z.string(),
  choices: chosen,
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  email: z.string().nullable(),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** The new policy's price; null if the change isn't possible. */
  price: objectOrNull({
    premium_usd: z.number().int(),
    days: z.number().int(),
    price_lines: priceLines,
    currency: z.string(),
    decimals: z.number().int(),
    /** Base units at today's rate; the quote has the exact sum. */
    amount: uintString,
    rate: z.string(),
    /** Why a person will review the new policy, in sentences; empty if it is accepted with its payment. */
    review: z.array(z.string()),
  }),
  /** What comes back for the old policy, in the currency that it was paid in. */
  refund: objectOrNull({
    unused_days: z.number().int(),
    days: z.number().int(),
    amount: uintString,
    usd: z.number().int(),
    currency: z.string(),
    decimals: z.number().int(),
  }),
  /** What counts in the first 7 days where the new policy would pay more than the old one; null otherwise. */
  first_days: chosen.nullable(),
  /** Identifies the change among the quotes that are offered for it. */
  draft_id: z.string().nullable(),
  /** The quote of the old policy, which the consent names. */
  signs: hash32.nullable(),
  consent: consentRequest.nullable(),
  valid_until: z.iso.datetime().nullable(),
});
export type ChangePreview = z.output<typeof changePreview>;

/** The other policy of a change, and where the old one's refund stands. */
export const changeLink = z.object({
  policy_id: z.number().int(),
  policy_number: z.string(),
  /** From when on the new policy alone covers incidents; null while its payment is in no block. */
  since: z.iso.datetime().nullable(),
  refund: z.object({
    state: z.enum(CHANGE_REFUND_STATES),
    /** Why it is closed. */
    reason: z.enum(UNREFUNDED).nullable(),
    amount: uintString,
    currency: z.string(),
    decimals: z.number().int(),
    /** By when we promise it, once it is due. */
    due_at: z.iso.datetime().nullable(),
  }),
});
export type ChangeLink = z.output<typeof changeLink>;
