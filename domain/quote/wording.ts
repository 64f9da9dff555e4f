import { formatUsd } from '../money.ts';
import { PRODUCTS, type Product } from './products.ts';

/** What is covered and how, in plain words; its hash is part of every quote, so a text never changes under its version. */
export interface Wording {
  version: string;
  product: Product;
  covered: readonly string[];
  notCovered: readonly string[];
  limits: readonly string[];
  claimNeeds: readonly string[];
  cancellation: readonly string[];
}

const CANCELLATION = [
  'Within 14 days of buying you get the whole premium back, if the cover has not begun or the term is at least 30 days, and you have made no claim.',
  'After that you get back the premium for the whole days that are left, in the currency you paid with.',
  'While a claim is open the policy cannot be cancelled, and after a payout nothing is refunded.',
  'You stay covered until the refund has been paid on chain.',
];

function limits(product: Product, ...more: string[]): readonly string[] {
  const { coverage, deductible } = PRODUCTS[product];
  return [
    `We pay up to ${formatUsd(coverage)} in all during the term.`,
    deductible > 0
      ? `You bear the first ${formatUsd(deductible)} of each claim (the deductible).`
      : 'There is no deductible: we pay from the first dollar.',
    ...more,
  ];
}

export const WORDINGS: Readonly<Record<Product, Wording>> = {
  home: {
    version: 'home-1',
    product: 'home',
    covered: [
      'Damage to the building by fire, lightning, explosion, storm, hail, snow load and burst pipes.',
      'Burglary and vandalism, with the damage done while breaking in.',
      'A place to stay while the home cannot be lived in, for up to 90 days.',
      'Clearing up after a covered event, and work that keeps the damage from growing.',
    ],
    notCovered: [
      'Flood, earthquake, war and nuclear events.',
      'Wear, rot, rust, vermin and lack of upkeep.',
      'Damage done on purpose by you or somebody who lives with you.',
      'Cash, cryptocurrency and valuables above 1,000 dollars each.',
    ],
    limits: limits('home', 'Temporary accommodation is limited to 200 dollars a day.'),
    claimNeeds: [
      'The date of the incident, what happened and an estimate of the loss.',
      'Photographs of the damage, and a police report for burglary or vandalism.',
      'Invoices or estimates for repairs, as they come in.',
    ],
    cancellation: CANCELLATION,
  },
  car: {
    version: 'car-1',
    product: 'car',
    covered: [
      'Damage to your car by an accident, whoever caused it.',
      'Theft of the car or of parts fixed to it, and attempted theft.',
      'Fire, hail, storm, falling objects and collision with animals.',
      'Damage that you do to other people and their property with the car.',
    ],
    notCovered: [
      'Driving without a valid licence, or under the influence of alcohol or drugs.',
      'Racing, hiring the car out, and carrying passengers or goods for pay.',
      'Wear, tyres worn beyond the legal limit and mechanical breakdown.',
      'Things left in the car.',
    ],
    limits: limits('car', 'The car itself is valued at its market price on the day before the incident.'),
    claimNeeds: [
      'The date and place of the incident, what happened and an estimate of the loss.',
      'Photographs of the damage, and the other party’s name and insurance if there was one.',
      'A police report for theft and for any accident with injured people.',
    ],
    cancellation: CANCELLATION,
  },
  travel: {
    version: 'travel-1',
    product: 'travel',
    covered: [
      'Medical treatment abroad, and the way home if a doctor finds it necessary.',
      'A trip that you must cancel or break off because of illness, accident or death in the family.',
      'Luggage that is lost, stolen or damaged on the way.',
      'A delay of more than six hours: meals and a place to sleep.',
    ],
    notCovered: [
      'Conditions for which you were being treated in the six months before the trip.',
      'Travel to a place that your government warned against before you left.',
      'Professional or extreme sports, and work at heights or under water.',
      'Changing your mind.',
    ],
    limits: limits(
      'travel',
      'Luggage is limited to 3,000 dollars, a single object to 1,000 dollars.',
      'A delay is limited to 300 dollars.',
    ),
    claimNeeds: [
      'The date of the incident, what happened and an estimate of the loss.',
      'Tickets or bookings, and for illness a doctor’s report.',
      'For luggage: the carrier’s or the police’s report, and receipts where you have them.',
    ],
    cancellation: CANCELLATION,
  },
};

/**
 * Every text that was ever part of a policy, the current ones included: one that changes stays here under its version,
 * for the policies that were bought with it.
 */
const PUBLISHED: readonly Wording[] = Object.values(WORDINGS);

/** The wording of a policy by its version; null for one that was never published. */
export function wordingOf(version: string): Wording | null {
  return PUBLISHED.find((wording) => wording.version === version) ?? null;
}
