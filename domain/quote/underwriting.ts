import * as z from 'zod';
import { keysOf } from '#domain/keys.ts';
import { formatUsd } from '#domain/money.ts';
import { COUNTRIES } from '#domain/products/forms/travel.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';

const limit = z.number().int();
/**
 * What the insurer sets. A number is a limit that a fact may reach but not pass, and 0 means none. A list names values of
 * the form's options, separated by commas.
 */
export const underwritingRules = z.object({
  /** Whole US dollars: premiums from here on are reviewed. */
  auto_approve_below_usd: limit,
  home_age_review: limit,
  home_age_decline: limit,
  car_age_review: limit,
  car_age_decline: limit,
  car_mileage_review: limit,
  car_mileage_decline: limit,
  passport_review: z.string(),
  passport_decline: z.string(),
  wallet_policies_review: limit,
  wallet_policies_decline: limit,
});
export type UnderwritingRules = z.output<typeof underwritingRules>;

/** What is known of a quote before it is signed. None of it is encrypted at rest, so that rules can be tried on past policies. */
export interface QuoteFacts {
  product: ProductKey;
  /** By the API's names. A field that isn't filled in yet meets no rule. */
  details: Readonly<Record<string, unknown>>;
  premiumUsd: number;
  /** `YYYY-MM-DD`: ages count in calendar years at the start of cover. */
  startDate: string;
  /** Policies of the wallet for the same product whose cover has not ended by the start. */
  heldPolicies: number;
}

export const RULE_LABELS = {
  home_age: 'Age of the home',
  car_age: 'Age of the car',
  car_mileage: 'Mileage',
  passport: 'Passport issued by',
  wallet_policies: 'Policies of one wallet',
  premium: 'Premium',
} as const;
type RuleKey = keyof typeof RULE_LABELS;
export const RULE_KEYS = keysOf(RULE_LABELS);

interface Finding {
  rule: RuleKey;
  /** The form's field with the fact; null if it is none of the form's. */
  field: string | null;
  /** A sentence for the customer. */
  text: string;
}
export interface Underwritten {
  outcome: 'accept' | 'review' | 'decline';
  /** What leads to the outcome; empty for `accept`. */
  findings: Finding[];
}

const number = (value: number) => value.toLocaleString('en-US');
export const listOf = (text: string): string[] => text.split(',').filter((value) => value !== '');
export const countryLabel = (value: string): string =>
  COUNTRIES.find((country) => country.value === value)?.label ?? value;

/** Each rule's own part: the field, whether its fact passes a limit, and how a customer reads that. */
interface Rule {
  rule: RuleKey;
  product?: ProductKey;
  field: string | null;
  passes: (facts: QuoteFacts, limit: string | number) => boolean;
  declined: (facts: QuoteFacts, limit: string | number) => string;
  reviewed: (facts: QuoteFacts, limit: string | number) => string;
}

/** A field that is empty or no number is NaN, which passes no limit. */
const figure = ({ details }: QuoteFacts, field: string) =>
  details[field] === '' || details[field] === undefined ? Number.NaN : Number(details[field]);
const above = (value: number, limit: string | number) => Number(limit) > 0 && value > Number(limit);
const age = (facts: QuoteFacts, field: string) => Number(facts.startDate.slice(0, 4)) - figure(facts, field);

/** A country on the list that issued a traveler's passport; undefined if there is none. */
const listedCountry = ({ details }: QuoteFacts, list: string | number) =>
  Object.entries(details)
    .filter(([name]) => name.endsWith('passport_country'))
    .map(([, country]) => String(country))
    .find((country) => listOf(String(list)).includes(country));

const RULES: readonly Rule[] = [
  {
    rule: 'home_age',
    product: 'home',
    field: 'year_built',
    passes: (facts, limit) => above(age(facts, 'year_built'), limit),
    declined: ({ details }, limit) =>
      `We do not insure homes that are more than ${limit} years old, and this one was built in ${details.year_built}.`,
    reviewed: ({ details }, limit) =>
      `The home was built in ${details.year_built}, and we review homes that are more than ${limit} years old.`,
  },
  {
    rule: 'car_age',
    product: 'car',
    field: 'car_year',
    passes: (facts, limit) => above(age(facts, 'car_year'), limit),
    declined: ({ details }, limit) =>
      `We do not insure cars that are more than ${limit} years old, and this one’s model year is ${details.car_year}.`,
    reviewed: ({ details }, limit) =>
      `The car’s model year is ${details.car_year}, and we review cars that are more than ${limit} years old.`,
  },
  {
    rule: 'car_mileage',
    product: 'car',
    field: 'mileage',
    passes: (facts, limit) => above(figure(facts, 'mileage'), limit),
    declined: (facts, limit) =>
      `We do not insure cars with a mileage above ${number(Number(limit))}, and this one’s is ${number(figure(facts, 'mileage'))}.`,
    reviewed: (facts, limit) =>
      `The car’s mileage is ${number(figure(facts, 'mileage'))}, and we review cars above ${number(Number(limit))}.`,
  },
  {
    rule: 'passport',
    product: 'travel',
    field: 'passport_country',
    passes: (facts, list) => listedCountry(facts, list) !== undefined,
    declined: (facts, list) =>
      `We do not insure travelers with a passport issued by ${countryLabel(listedCountry(facts, list) ?? '')}.`,
    reviewed: (facts, list) =>
      `The passport was issued by ${countryLabel(listedCountry(facts, list) ?? '')}, and we review policies of such travelers.`,
  },
  {
    rule: 'wallet_policies',
    field: null,
    passes: ({ heldPolicies }, limit) => above(heldPolicies + 1, limit),
    declined: ({ product, heldPolicies }, limit) =>
      `We sell one wallet at most ${limit} ${Number(limit) === 1 ? 'policy' : 'policies'} for ${PRODUCTS[product].plural} at a time, and yours has ${heldPolicies}.`,
    reviewed: ({ product, heldPolicies }, limit) =>
      `Your wallet has ${heldPolicies} ${heldPolicies === 1 ? 'policy' : 'policies'} for ${PRODUCTS[product].plural}, and we review more than ${limit} at a time.`,
  },
];

/**
 * What the rules say about a quote: decline it, have a person review the policy, or accept it. The only place that decides
 * this, for the form, the quote and the trial on past policies.
 */
export function underwrite(facts: QuoteFacts, rules: UnderwritingRules): Underwritten {
  const applied = RULES.filter(({ product }) => product === undefined || product === facts.product);
  const found = (kind: 'decline' | 'review') =>
    applied.flatMap(({ rule, field, passes, declined, reviewed }): Finding[] => {
      const limit = rules[`${rule as Exclude<RuleKey, 'premium'>}_${kind}`];
      if (!passes(facts, limit)) return [];
      return [{ rule, field, text: (kind === 'decline' ? declined : reviewed)(facts, limit) }];
    });
  const declines = found('decline');
  if (declines.length > 0) return { outcome: 'decline', findings: declines };
  const { premiumUsd } = facts;
  const { auto_approve_below_usd: below } = rules;
  const large: Finding[] =
    premiumUsd < below
      ? []
      : [
          {
            rule: 'premium',
            field: null,
            text: `The premium is ${formatUsd(premiumUsd)}, and we review policies from ${formatUsd(below)} on.`,
          },
        ];
  const reviews = [...found('review'), ...large];
  return { outcome: reviews.length > 0 ? 'review' : 'accept', findings: reviews };
}

/** What a customer is told before paying for a policy that will be reviewed. */
export const REVIEW_NOTICE =
  'A person reviews this policy after you pay. You are covered from the payment or the start day, whichever is later. If we do not accept it, we tell you within 30 days after the start of cover and refund the full premium.';
