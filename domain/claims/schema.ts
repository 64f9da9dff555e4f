import * as z from 'zod';
import { daySchema, hash32, objectOrNull, phoneField, uintString } from '#domain/fields.ts';
import { DOCUMENT_TYPES, MAX_DOCUMENTS_PER_CLAIM } from '#domain/files.ts';
import { POLICY_STATUSES } from '#domain/policy/lifecycle.ts';
import { clauseSchema } from '#domain/products/forms/clauses.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { atLeast, cleanText } from '#domain/text.ts';
import { CLAIM_STATUSES, NEXT_ACTORS } from './lifecycle.ts';
import { MAX_DESCRIPTION, MIN_DESCRIPTION } from './rules.ts';

/** Characters of a request for a second look. */
export const MAX_REASON = 2000;

const AMOUNT = 'Claim amount is required';

/** US dollars with at most two decimals, as a number or a decimal string, to integer cents. */
export const dollarsToCents = z
  .union([z.number(), z.string().trim()], { error: AMOUNT })
  .transform((value) => String(value))
  .pipe(
    z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'Please enter an amount in dollars, such as 1250 or 1250.50.'),
  )
  .transform((text) => {
    const [whole = '0', cents = ''] = text.split('.');
    return Number(whole) * 100 + Number(cents.padEnd(2, '0'));
  })
  .refine((cents) => cents > 0, AMOUNT);

const policyId = z
  .union([z.number(), z.string().regex(/^\d{1,15}$/, 'Please select a policy')], {
    error: 'Please select a policy',
  })
  .transform(Number)
  .pipe(z.number().int().positive('Please select a policy'));

/** customer.md §3; `claim_amount` leaves this schema as integer cents. */
export const claimRequest = z.strictObject({
  wallet_address: z.string().max(80).optional(),
  policy_type: z.enum(PRODUCT_KEYS).optional(),
  policy_id: policyId,
  claim_amount: dollarsToCents,
  description: z
    .string('Please provide a detailed description (minimum 10 characters)')
    .overwrite(cleanText)
    .refine(atLeast(MIN_DESCRIPTION), 'Please provide a detailed description (minimum 10 characters)')
    .max(MAX_DESCRIPTION, `Please keep the description to ${MAX_DESCRIPTION} characters.`),
  incident_date: z.string('Incident date is required').pipe(daySchema),
  /** One of the product's causes of loss. Before a trip it must be its cancellation. */
  cause: z.string().max(40).optional(),
  /** Who of a trip's travelers it is about, by their number on the policy. Needed where there are several. */
  traveler: z.number().int().positive('Please choose a traveler.').optional(),
  documents_count: z.number().int().min(0).max(MAX_DOCUMENTS_PER_CLAIM).optional(),
});
export type ClaimRequest = z.output<typeof claimRequest>;

/** Who has a claim, what they will do, and by when. */
const claimNext = z.object({
  actor: z.enum(NEXT_ACTORS),
  /** The next step, in a sentence. */
  step: z.string(),
  due: z.iso.datetime().nullable(),
});

/** A claim as its holder sees it in lists. */
export const claimAnswer = z.object({
  id: z.number().int(),
  claim_number: z.string(),
  status: z.enum(CLAIM_STATUSES),
  policy_id: z.number().int(),
  policy_number: z.string(),
  policy_type: z.enum(PRODUCT_KEYS),
  /** US dollars, with cents. */
  claim_amount: z.number(),
  formatted_amount: z.string(),
  incident_date: z.string(),
  cause: z.string().nullable(),
  /** The number of the traveler that it is about; null where nobody travels. */
  traveler: z.number().int().nullable(),
  description: z.string(),
  documents_count: z.number().int(),
  /** Whole US dollars; null before the approval. */
  payout_amount: z.number().int().nullable(),
  progress: z.number().int(),
  next: claimNext,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type ClaimAnswer = z.output<typeof claimAnswer>;

export const CLAIM_EVENT_KINDS = [
  'submitted',
  'documents_added',
  'documents_requested',
  'under_review',
  'approved',
  'confirmed',
  'rejected',
  'processing_payment',
  'paid',
  'payment_undone',
  'payment_failed',
  'payout_vetoed',
  'call_requested',
  'second_look',
] as const;

/** An entry of a claim's timeline, the specification's status update. */
export const claimEvent = z.object({
  id: z.number().int(),
  kind: z.enum(CLAIM_EVENT_KINDS),
  status: z.enum(CLAIM_STATUSES),
  message: z.string(),
  date: z.iso.datetime(),
  created_by: z.enum(['You', 'Mooring']),
  tx_hash: hash32.nullable(),
});
export type ClaimEvent = z.output<typeof claimEvent>;

export const claimDocument = z.object({
  id: z.string(),
  file_name: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  size: z.number().int(),
  /** Hex, of the stored bytes. */
  sha256: z.string(),
  uploaded_at: z.iso.datetime(),
});
export type ClaimDocument = z.output<typeof claimDocument>;

/** The documents that an upload added, and all documents of the claim. The same file is not stored twice. */
export const documentsAnswer = z.object({
  added: z.array(claimDocument),
  documents: z.array(claimDocument),
});

/** Ways to pay a claim outside the chain. */
export const OTHER_METHODS = ['bank_transfer', 'check', 'other'] as const;
export type OtherMethod = (typeof OTHER_METHODS)[number];
/** As in 'Paid by bank transfer'. */
export const METHOD_LABELS: Readonly<Record<OtherMethod, string>> = {
  bank_transfer: 'bank transfer',
  check: 'check',
  other: 'another method',
};

export const claimPayout = z.object({
  /** Whole US dollars. */
  usd: z.number().int(),
  /** Base units of `currency`; null until it is paid. */
  amount: uintString.nullable(),
  currency: z.string(),
  decimals: z.number().int(),
  /** USD per whole unit when it was paid. */
  rate: z.string().nullable(),
  chain_id: z.union([z.number().int(), hash32]),
  tx_hash: hash32.nullable(),
  paid_at: z.iso.datetime().nullable(),
  /** Other than `blockchain`: it was paid outside the chain, without a transaction. */
  method: z.enum(['blockchain', ...OTHER_METHODS]),
});

/** A claim with everything that its page shows. */
export const claimDetailAnswer = claimAnswer.extend({
  /** What is missing, in a sentence; null when nothing is. */
  requested_documents: z.string().nullable(),
  /** The reason for the decision, or null. */
  decision_reason: z.string().nullable(),
  /** The clause of the accepted wording that a rejection cites. */
  clause: clauseSchema.extend({ wording_version: z.string() }).nullable(),
  /** Whole US dollars. */
  deductible: z.number().int(),
  /** Of the policy, or of the traveler that it is about. */
  remaining_cover: z.number().int(),
  /** Whom it is about; null where nobody travels. */
  traveler_name: z.string().nullable(),
  timeline: z.array(claimEvent),
  /** Whether there are entries older than the 200 in the timeline. */
  earlier_entries: z.boolean(),
  documents: z.array(claimDocument),
  /** How many more documents can be added; 0 once the claim is paid. */
  documents_left: z.number().int(),
  policy: z.object({
    id: z.number().int(),
    policy_number: z.string(),
    policy_type: z.enum(PRODUCT_KEYS),
    status: z.enum(POLICY_STATUSES),
    formatted_coverage: z.string(),
    formatted_deductible: z.string(),
    policy_start_date: z.string(),
    policy_end_date: z.string(),
  }),
  /** The message thread about this claim. */
  thread_id: z.number().int(),
  /** A second look at a rejection or a reduced payout; null where there is none. */
  second_look: objectOrNull({
    /** The last day on which it can be asked for, wherever the customer is; null once it was. */
    until: z.iso.date().nullable(),
    /** Whether it can be asked for now. */
    open: z.boolean(),
    asked_at: z.iso.datetime().nullable(),
    /** The claim that a second look at a paid claim is, and the other way around. */
    other: z.object({ id: z.number().int(), claim_number: z.string() }).nullable(),
    /** After its decision: where to go next. */
    last_word: z.string().nullable(),
  }),
  payout: z.union([claimPayout, z.null()]),
  /** The latest call that was requested. */
  call: z.object({ preferred_at: z.iso.datetime(), requested_at: z.iso.datetime() }).nullable(),
});
export type ClaimDetailAnswer = z.output<typeof claimDetailAnswer>;

/** Why a customer asks for a second look. Documents are added to the claim that it answers. */
export const secondLookRequest = z.strictObject({
  reason: z
    .string('Please tell us what we should look at again.')
    .overwrite(cleanText)
    .refine(
      atLeast(MIN_DESCRIPTION),
      `Please tell us what we should look at again, in at least ${MIN_DESCRIPTION} characters.`,
    )
    .max(MAX_REASON, `Please keep it to ${MAX_REASON} characters.`),
});

/** A request for a call about a claim. We will reply by message. */
export const callRequest = z.strictObject({
  preferred_at: z.iso.datetime({ error: 'Please choose a day and a time.' }),
  telephone: phoneField,
  note: z.string().overwrite(cleanText).max(500, 'Please keep the note to 500 characters.').optional(),
});
