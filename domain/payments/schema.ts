import * as z from 'zod';
import { daySchema, hash32, uintString } from '#domain/fields.ts';
import { consentOffer } from '#domain/policy/consent.ts';
import { policyAnswer } from '#domain/policy/schema.ts';
import { paymentDates } from '#domain/products/forms/facts.ts';
import type { ProductField } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { forEachProduct, type ProductKey } from '#domain/products/index.ts';
import { PAYMENT_REASONS } from './reasons.ts';

/** Numbers of the specification's payloads arrive as numbers or decimal strings; the stored quote is the truth. */
const figure = z.union([z.number().nonnegative(), z.string().regex(/^\d{1,30}(\.\d{1,30})?$/)]).optional();
const words = z.string().max(200).optional();

const common = {
  wallet_address: z.string().max(80),
  tx_hash: hash32,
  chain_id: z.union([z.number().int().positive(), z.string().max(66)]),
  payment_currency: words,
  premium_eth: figure,
  coverage_duration: figure,
  coverage_amount: figure,
  total_premium: figure,
  quote_id: hash32.optional(),
  block_number: z.number().int().nonnegative().optional(),
};

const report = z.strictObject(common);
export type PaymentReport = z.output<typeof report>;

/** The specification's policy creation payload of a product. Its own fields are checked but not typed, since nobody reads them. */
function reportOf(key: ProductKey) {
  const { fields } = FORMS[key];
  const isFigure = ({ kind }: ProductField) => kind === 'year' || kind === 'count';
  const own = Object.fromEntries([
    ...fields.map((field) => [field.name, isFigure(field) ? figure : words]),
    ...paymentDates(key).map((name) => [name, daySchema.optional()]),
  ]);
  return report.extend(own as Record<never, z.ZodType>);
}

export const PAYMENTS = forEachProduct(reportOf);

/** A payment that no block confirms yet, so there is no policy number. */
export const pendingPayment = z.object({
  id: z.null(),
  policy_number: z.null(),
  quote_id: hash32.nullable(),
  status: z.literal('pending'),
});

/** The policy that the payment bought, or the pending payment. */
export const paymentAnswer = z.union([policyAnswer, pendingPayment]);
export type PaymentAnswer = z.output<typeof paymentAnswer>;

/** 'I paid, where is my policy?' */
export const lookupRequest = z.strictObject({
  chain_id: z.union([z.number().int().positive(), z.string().max(66)]),
  tx_hash: hash32,
  /** Its block, where a chain finds old transactions only by it. */
  block_number: z.number().int().nonnegative().optional(),
});
export type LookupRequest = z.output<typeof lookupRequest>;

export const LOOKUP_OUTCOMES = [
  'recorded',
  'confirming',
  'waiting',
  'unknown',
  'failed',
  'not_ours',
  'another_wallet',
  'under_review',
  'unreachable',
] as const;

export const lookupAnswer = z.object({
  outcome: z.enum(LOOKUP_OUTCOMES),
  /** What became of the payment, in one sentence. */
  sentence: z.string(),
  policy_id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
});
export type LookupAnswer = z.output<typeof lookupAnswer>;

/** Money from this wallet that became no policy, so we owe it back. */
export const paymentExceptionAnswer = z.object({
  id: z.number().int(),
  reason: z.enum(PAYMENT_REASONS),
  /** `owed` until the refund's event is confirmed, then `refunded`. */
  status: z.enum(['owed', 'refunded']),
  quote_id: hash32,
  chain_id: z.union([z.number().int(), hash32]),
  tx_hash: hash32,
  /** Currency symbol, its decimals, and the amount in base units. */
  currency: z.string(),
  decimals: z.number().int(),
  amount: uintString,
  paid_at: z.iso.datetime(),
  /** By when we promise to send the refund. */
  refund_due_at: z.iso.datetime(),
  refunded_at: z.iso.datetime().nullable(),
  refund_tx_hash: hash32.nullable(),
  /** The policy that another payment of the same draft bought; null without one. */
  policy_id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
  /**
   * Set when we may refund it only with the holder's consent, because its cover began more than 30 days ago:
   * what the wallet signs, for free.
   */
  consent: consentOffer.nullable(),
  /** Until when a given consent holds; null without one. */
  consented_until: z.iso.datetime().nullable(),
});
export type PaymentException = z.output<typeof paymentExceptionAnswer>;
