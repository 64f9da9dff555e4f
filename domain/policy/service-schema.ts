import * as z from 'zod';
import { letterState } from '#domain/account/schema.ts';
import { emailField, hash32, phoneField, uintString } from '#domain/fields.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { atLeast, cleanLine } from '#domain/text.ts';
import { consentRequest } from './consent.ts';

/** What a holder can do with a policy: product.md §4 and §9. */

/** Who is paid if the holder cannot be; null removes the entry. */
export const beneficiaryRequest = z.strictObject({
  beneficiary: z
    .string()
    .overwrite(cleanLine)
    .refine(atLeast(2), 'Name must be at least 2 characters')
    .max(120, 'Please keep the name to 120 characters.')
    .nullable(),
});
export const beneficiaryAnswer = z.object({ beneficiary: z.string().nullable() });

/** What the holder calls the policy, which nobody else sees; null removes it. */
export const nicknameRequest = z.strictObject({
  nickname: z
    .string()
    .overwrite(cleanLine)
    .min(1, 'Please enter a nickname.')
    .max(40, 'Please keep the nickname to 40 characters.')
    .nullable(),
});
export const nicknameAnswer = z.object({ nickname: z.string().nullable() });

/** How we reach the holder about this policy. The insured details stay the same. */
export const contactRequest = z.strictObject({ email: emailField, telephone: phoneField });
export const contactAnswer = z.object({ email: z.string(), telephone: z.string() });

/** What canceling now would give back, or why it cannot be done. */
export const cancellationPreview = z.object({
  possible: z.boolean(),
  /** Why not, in a sentence. */
  problem: z.string().nullable(),
  kind: z.enum(['full', 'pro_rata']).nullable(),
  /** Percent of the premium, where not the unused days decide. */
  percent: z.number().int().nullable(),
  unused_days: z.number().int(),
  days: z.number().int(),
  refund_amount: uintString,
  currency: z.string(),
  decimals: z.number().int(),
  /** The refund's share of the premium, in whole US dollars rounded down. */
  refund_usd: z.number().int(),
  /** What the holder signs to agree, for free, and until when that holds; null when it is not possible. */
  consent: consentRequest.nullable(),
  valid_until: z.iso.datetime().nullable(),
});
export type CancellationPreview = z.output<typeof cancellationPreview>;

/** A requested cancellation. It takes effect with the refund's event, and the holder is covered until then. */
export const cancellationAnswer = z.object({
  requested_at: z.iso.datetime(),
  /** When the holder's consent lapses. Without a refund until then, the request closes. */
  valid_until: z.iso.datetime(),
  kind: z.enum(['full', 'pro_rata']),
  refund_amount: uintString,
  currency: z.string(),
  decimals: z.number().int(),
  /** When we promise to send the refund. */
  refund_due_at: z.iso.datetime(),
  /** Set once the refund's event has been seen. */
  refunded_at: z.iso.datetime().nullable(),
  refund_tx_hash: hash32.nullable(),
});
export type CancellationAnswer = z.output<typeof cancellationAnswer>;

/**
 * A change of the policy's holder under way. The present holder can object until it is completed; then it needs the
 * confirmation of administrator and guardian, and waits for longer.
 */
export const holderChangeUnderWay = z.object({
  new_holder: z.string(),
  proposed_at: z.iso.datetime(),
  lapses_at: z.iso.datetime(),
  /** From when it can take effect; null until everyone who must has confirmed it. */
  effective_at: z.iso.datetime().nullable(),
  /** Whether the holder has objected. */
  contested: z.boolean(),
});
export type HolderChangeUnderWay = z.output<typeof holderChangeUnderWay>;

/** A draft for the following term, with everything filled in. */
export const renewAnswer = z.object({
  draft_id: z.string(),
  insurance_type: z.enum(PRODUCT_KEYS),
  policy_start_date: z.string(),
  policy_end_date: z.string(),
});

/** A policy can be renewed from this many days before its end to this many days after it. */
export const RENEWAL_DAYS = 30;

export const TIMELINE_KINDS = [
  'purchased',
  'confirmed',
  'activated',
  'cover_began',
  'beneficiary_changed',
  'contact_changed',
  'cancellation_requested',
  'cancellation_closed',
  'withdrawal_received',
  'withdrawal_closed',
  'withdrawn',
  'replaced',
  'cancelled',
  'rejected',
  'claim_paid',
  'payout_announced',
  'payout_vetoed',
  'paid_in_error',
  'payment_owed',
  'owed_paid',
  'holder_change_proposed',
  'holder_change_confirmed',
  'holder_change_contested',
  'holder_change_stopped',
  'holder_changed',
  'expired',
  'orphaned',
  'reappeared',
  'payment_replaced',
] as const;

/**
 * `replaced`: a change of cover was paid, so another policy covers from then on. `cancellation_closed`: the request ended
 * without a refund: the consent lapsed or was revoked, a claim was made, or a reorganization removed the payment of the policy
 * that replaces this one.
 * `withdrawal_closed`: a claim was paid before the premium was returned, so a person answers.
 * `orphaned`: the transaction's block left the chain. `reappeared`: it is part of the chain again.
 * `payment_replaced`: another payment replaced one that was permanently lost.
 */
export const timelineEntry = z.object({
  at: z.iso.datetime(),
  kind: z.enum(TIMELINE_KINDS),
  tx_hash: hash32.nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const certificateEmailRequest = z.strictObject({ email: emailField.optional() });
export const certificateEmailAnswer = z.object({
  email: z.string(),
  state: letterState,
  at: z.iso.datetime(),
});
export type CertificateEmailAnswer = z.output<typeof certificateEmailAnswer>;
