import type { ProductKey } from '#domain/products/index.ts';
import type { Product } from '#domain/products/product.ts';

export interface Option {
  value: string;
  label: string;
}

interface FieldText {
  /** The API's name. */
  name: string;
  /** The label in the form. */
  label: string;
  /** The label on the policy's page and the certificate, if different. */
  fact?: string;
  /** The name in the browser's `quoteData`; by default the API's name in camel case. */
  stored?: string;
  /** A valid value: for the API's documentation, the demo and the tests. */
  example: string | number;
  placeholder?: string;
  /** For the browser's autofill. */
  autoComplete?: string;
  /** Spans the full width of the form. */
  wide?: boolean;
  /** Encrypted at rest. Lists show the other fields, and administrators search them. */
  private?: boolean;
  /** Asked once: a new form starts with the newest policy's answer. */
  once?: boolean;
  /** The contact detail that the field holds. */
  contact?: 'name' | 'telephone' | 'email';
}

/** What may be entered. `what` completes the messages: 'Please enter {what}.' */
type FieldRule =
  | {
      kind: 'text';
      what: string;
      /** Characters; 200 by default. */
      max?: number;
      pattern?: { test: RegExp; hint: string };
      /** The form doesn't ask for this field. When the API gets none, it takes the value of the field named here. */
      defaultsTo?: string;
    }
  | { kind: 'select'; what: string; options: readonly Option[] }
  /** A year from `from` to this year, or to `yearsAhead` years from now. */
  | { kind: 'year'; what: string; from: number; yearsAhead: number }
  /** A whole number from 0. */
  | { kind: 'count'; what: string; max: number }
  /** A calendar day from 1900 to today. */
  | { kind: 'day'; what: string }
  | { kind: 'tel' }
  | { kind: 'email' };

export type ProductField = FieldText & FieldRule;

/** The cause of loss that a trip is covered for before it begins. */
export const CANCELLATION_CAUSE = 'cancellation';

/** What is covered and how, in plain words. Its hash is part of every quote, so a text never changes under its version. */
export interface Wording {
  version: string;
  product: ProductKey;
  covered: readonly string[];
  notCovered: readonly string[];
  limits: readonly string[];
  claimNeeds: readonly string[];
  cancellation: readonly string[];
  /** Whole US dollars that one insured person gets at most for a cause of loss, by the cause. */
  caps?: Readonly<Record<string, number>>;
}

/** A question that tells before the price is accepted whether a product meets the customer's demands and needs (IDD, article 20). */
export interface Need {
  id: string;
  /** To be answered with yes or no. */
  question: string;
  /** The answer that the product fits. */
  fits: NeedAnswer;
  /** What to know for anyone who answers otherwise. */
  otherwise: string;
}

export const NEED_ANSWERS = ['yes', 'no'] as const;
export type NeedAnswer = (typeof NEED_ANSWERS)[number];

/** A part of the picture of what is covered. */
export interface CoverPart {
  /** Its place in the drawing (`web/src/ui/cover-picture`). */
  id: string;
  /** A few words next to it. */
  label: string;
  /** The wording's rows that it stands for, by the ids of `clausesOf`. */
  rows: readonly [string, ...string[]];
}

/** What a product asks for and what it covers. */
export interface Form {
  /** In the order of the form. */
  fields: readonly ProductField[];
  /** What is asked of each traveler but the first, in the API's `additional_travelers`. See `travelers.ts`. */
  travelers?: readonly ProductField[];
  /** The two lines under a policy in lists; `{name}` stands for a field's shown value. */
  lines: readonly [string, string];
  /** Names of the fields that tell two insured things apart; none where no discount for claim-free years is given. */
  thing: readonly string[];
  /** The names of the first and last day in the payment payload, if they aren't `policy_start_date` and `policy_end_date`. */
  paymentDates?: readonly [start: string, end: string];
  /** What kind of insurance it is, in a sentence or two, and where its cover applies: for the product information document. */
  about: string;
  where: string;
  /** What the privacy page says we ask for. */
  asksFor: string;
  /** Causes of loss that a claim can name, and what each is called. */
  causes: Readonly<Record<string, string>>;
  /** Three questions that say whether it is the right product. */
  needs: readonly [Need, Need, Need];
  /** The current wording. */
  wording: Wording;
  /** The parts of its picture. Rows that belong to none are only in the list below it. */
  parts?: readonly CoverPart[];
}

/** Options from their labels. The values are the labels in lower case, with `separator` in place of spaces. */
export function optionsOf(labels: string, separator = '-'): readonly Option[] {
  return labels
    .split(', ')
    .map((label) => ({ value: label.toLowerCase().replaceAll(' ', separator), label }));
}

/** Name, phone and email of the person to reach, called `{prefix}_name` and so on. */
export function contactFields<const Prefix extends string>(prefix: Prefix, who: string) {
  return [
    {
      name: `${prefix}_name` as const,
      label: `${who}’s full name`,
      fact: who,
      kind: 'text',
      what: `the ${who.toLowerCase()}'s name`,
      max: 120,
      example: 'Ada Lovelace',
      autoComplete: 'name',
      contact: 'name',
      wide: true,
    },
    {
      name: `${prefix}_telephone` as const,
      label: 'Phone number',
      fact: 'Phone',
      kind: 'tel',
      example: '+44 20 7946 0018',
      placeholder: '+1 555 010 4477',
      autoComplete: 'tel',
      contact: 'telephone',
      private: true,
    },
    {
      name: `${prefix}_email` as const,
      label: 'Email address',
      fact: 'Email',
      kind: 'email',
      example: 'ada@example.com',
      autoComplete: 'email',
      contact: 'email',
    },
  ] as const satisfies readonly ProductField[];
}

/** For a product whose claims have a deductible. */
export const BEARS_DEDUCTIBLE: Need = {
  id: 'bears_deductible',
  question: 'Could you cover the deductible of a claim yourself?',
  fits: 'yes',
  otherwise: 'We pay only what a loss costs beyond the deductible. Please choose the lowest one.',
};

export const CANCELING = [
  'While a claim is open the policy cannot be canceled, and after a payout nothing is refunded.',
  'If you cancel, you stay covered until the refund has been paid on chain.',
];

/** How a home or car policy is withdrawn from and canceled. */
export const ENDING = [
  'Within 14 days of buying, renewing or changing the cover you can withdraw from the contract without a reason. You get the whole premium back, and the contract is void from its beginning: no claim on it is paid.',
  'You can also cancel at any time. You get back the premium for the whole days that are left, in the currency you paid with; a day that has begun is used.',
  ...CANCELING,
];

export function limits({ tariff }: Product, ...more: string[]): readonly string[] {
  return [
    'We pay up to the coverage amount that you choose, in all during the term.',
    tariff.some(({ deductible }) => deductible > 0)
      ? 'You pay the deductible that you choose for each claim, and we pay what is above it.'
      : 'There is no deductible: we pay from the first dollar.',
    ...more,
  ];
}

/** How to use the right that the wording gives. */
export const HOW_TO_WITHDRAW =
  'You withdraw on the page of your policy, or without your wallet on the withdrawal page, with policy number and email address alone.';
