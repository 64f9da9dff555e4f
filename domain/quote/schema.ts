import * as z from 'zod';
import { chainRef, daySchema, emailField, hash32, objects, uintString } from '#domain/fields.ts';
import { formatUsd } from '#domain/money.ts';
import { tariffRow } from '#domain/products/choice.ts';
import { DETAILS } from '#domain/products/forms/details.ts';
import { NEED_ANSWERS } from '#domain/products/forms/form.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { choiceProblem, fullChoice } from '#domain/products/offer.ts';
import type { Choice } from '#domain/products/product.ts';

const term = {
  policy_start_date: daySchema,
  policy_end_date: daySchema,
  /** The wording that the holder accepted. It must be the current one. */
  wording_version: z.string().max(40).optional(),
};

const oneOfEach = <Schema>(schemaOf: (product: ProductKey) => Schema) =>
  PRODUCT_KEYS.map(schemaOf) as [Schema, ...Schema[]];

const choices = z.strictObject({
  coverage_usd: z.number().int().optional(),
  deductible_usd: z.number().int().optional(),
});

/** Cover and deductible that were asked for, with the product's default for what is missing. */
export const choiceOf = (product: ProductKey, asked: z.output<typeof choices> = {}): Choice =>
  fullChoice(product, { coverage: asked.coverage_usd, deductible: asked.deductible_usd });

const choicesOf = (product: ProductKey) =>
  choices
    .refine((asked) => tariffRow(product, choiceOf(product, asked)) !== null, choiceProblem(product))
    .optional();

/** Why these people can't be insured together with this cover, in a sentence; null if they can. */
export function coverProblem(product: ProductKey, choice: Choice, people: number): string | null {
  const { trip } = PRODUCTS[product];
  const total = choice.coverage * people;
  if (!trip || total <= trip.mostCoverage) return null;
  return `The cover of all travelers together can be at most ${formatUsd(trip.mostCoverage)}, and ${people} times ${formatUsd(choice.coverage)} is ${formatUsd(total)}. Please choose a lower cover.`;
}

/** Answers to the product's questions about demands and needs: all of them, or none. */
const needsOf = (product: ProductKey) =>
  z
    .strictObject(Object.fromEntries(FORMS[product].needs.map(({ id }) => [id, z.enum(NEED_ANSWERS)])))
    .optional();

const draftOf = (product: ProductKey) =>
  z.strictObject({
    insurance_type: z.literal(product),
    details: DETAILS[product],
    choices: choicesOf(product),
    needs: needsOf(product),
    ...term,
  });

export const draftRequest = z.discriminatedUnion('insurance_type', oneOfEach(draftOf));
export type DraftRequest = z.output<typeof draftRequest>;

export const draftAnswer = z.object({ draft_id: z.string() });

/** What somebody has typed, encrypted by the browser, in base64. Its key never reaches a server. */
export const sealedForm = z.strictObject({ sealed: z.base64().min(1).max(60_000) });

export const handoverAnswer = z.object({ handover_id: z.string() });

export const chosen = z.object({ coverage_usd: z.number().int(), deductible_usd: z.number().int() });

/** What is sold and what it costs. Amounts are whole US dollars; a premium is for one year. */
export const productsAnswer = objects({
  insurance_type: z.enum(PRODUCT_KEYS),
  label: z.string(),
  /** Each cover with each deductible, and what it costs a year of 365 days, in whole dollars. */
  choices: z.array(chosen.extend({ base_per_year_usd: z.number().int(), default: z.boolean() })),
  min_days: z.number().int(),
  max_days: z.number().int(),
  wording: z.object({
    version: z.string(),
    covered: z.array(z.string()),
    not_covered: z.array(z.string()),
    limits: z.array(z.string()),
    claim_needs: z.array(z.string()),
  }),
  /** Address of the insurance product information document, a PDF. */
  ipid_url: z.url(),
});

/** The quote of a draft that was or is being paid, with its policy once that is recorded. */
const draftPaid = z.object({
  quote_id: hash32,
  policy_id: z.number().int().nullable(),
  policy_number: z.string().nullable(),
});
export type DraftPaid = z.output<typeof draftPaid>;

/** Answers about demands and needs, by the question's id. */
export const needAnswers = z.record(z.string(), z.enum(NEED_ANSWERS));

/** Claim-free years behind the term, for its price. */
const noClaims = z.object({ years: z.number().int(), policy_number: z.string() }).nullable();

/** The insured details as they are asked for: travelers beside the first are in `additional_travelers`. */
const fact = z.union([z.string(), z.number()]);
export const listedDetails = z.record(z.string(), z.union([fact, z.array(z.record(z.string(), fact))]));

/** A form as its owner left it. */
export const draftDetailAnswer = z.object({
  draft_id: z.string(),
  insurance_type: z.enum(PRODUCT_KEYS),
  details: listedDetails,
  choices: chosen,
  no_claims: noClaims,
  needs: needAnswers.nullable(),
  policy_start_date: z.string(),
  policy_end_date: z.string(),
  wording_version: z.string().nullable(),
  wording_accepted_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime(),
  /** Null while the form can still be paid for. Otherwise it gets no further quote. */
  paid: draftPaid.nullable(),
});
export type DraftDetailAnswer = z.output<typeof draftDetailAnswer>;

const quoteFields = {
  wallet_address: z.string().max(80),
  chain_id: chainRef,
  payment_currency: z.string().min(1).max(12),
  email: emailField,
  draft_id: z.string().max(64).optional(),
  insure_again: z
    .boolean()
    .optional()
    .describe(
      'Insures a home or car that one of the wallet’s policies covers on some of these days. Without it such a quote is 409 `already_insured`, which names the policy and its last day.',
    ),
  ...term,
};

const quoteOf = (product: ProductKey) =>
  z.strictObject({
    insurance_type: z.literal(product),
    details: DETAILS[product].optional(),
    choices: choicesOf(product),
    needs: needsOf(product),
    ...quoteFields,
  });

/** Either the details themselves or the draft that holds them. */
export const quoteRequest = z
  .discriminatedUnion('insurance_type', oneOfEach(quoteOf))
  .refine((request) => (request.details === undefined) !== (request.draft_id === undefined), {
    path: ['details'],
    message: 'Send either details or draft_id.',
  })
  .refine((request) => request.choices === undefined || request.draft_id === undefined, {
    path: ['choices'],
    message: 'Send choices with the details. A draft has its own.',
  })
  .refine((request) => request.needs === undefined || request.draft_id === undefined, {
    path: ['needs'],
    message: 'Send needs with the details. A draft has its own.',
  });
export type QuoteRequest = z.output<typeof quoteRequest>;

/** How long a quote can be bought. */
export const QUOTE_VALID_SECONDS = 30 * 60;

const hexData = z.string().regex(/^0x[0-9a-fA-F]*$/);
const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

const typedData = z.object({
  domain: z.record(z.string(), z.unknown()),
  types: z.record(z.string(), z.unknown()),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});

/** A transaction request ready to send, with our signed quote (nothing for the wallet to sign). */
export const evmPayment = z.object({
  kind: z.literal('evm'),
  chain_id: z.number().int(),
  to: evmAddress,
  data: hexData,
  value: uintString,
  typed_data: typedData,
  signature: hexData,
  approval: z.object({ token: evmAddress, spender: evmAddress, amount: uintString }).nullable(),
});
export type EvmPayment = z.output<typeof evmPayment>;

export const substratePayment = z.object({
  kind: z.literal('substrate'),
  genesis_hash: hash32,
  recipient: z.string(),
  amount: uintString,
  remark: hash32,
});

/** The lines of a price in US cents. They add up to the premium. */
export const priceLines = z.array(z.object({ label: z.string(), cents: z.number().int() }));

export const quoteAnswer = z.object({
  quote_id: hash32,
  /** Whole US dollars. `coverage_usd` is what the registry will hold: the sum of all travelers' cover. */
  premium_usd: z.number().int(),
  ...chosen.shape,
  /** The first day of cover. It is before the trip's first day, because its cancellation is covered from the payment on. */
  cover_start_date: z.string(),
  price_lines: priceLines,
  currency: z.string(),
  /** Base units. */
  amount: uintString,
  /** USD per whole unit of the currency. */
  rate: z.string(),
  valid_until: z.iso.datetime(),
  /** Why a person will review the policy, in sentences; empty if it is accepted with its payment. */
  review: z.array(z.string()),
  payment: z.discriminatedUnion('kind', [evmPayment, substratePayment]),
  /**
   * What the holder can sign instead of an approval, for `purchaseWithAuthorization`; null where the token has no EIP-3009.
   * `relay`: whether we send it and pay the network fee.
   */
  authorization: z.object({ typed_data: typedData, relay: z.boolean() }).nullable(),
});
/** An account's signature has 65 bytes; a contract's may be longer. */
export const relayRequest = z.strictObject({ signature: hexData.max(20_002) });
export const relayAnswer = z.object({ tx_hash: hash32 });

export type QuoteAnswer = z.output<typeof quoteAnswer>;
