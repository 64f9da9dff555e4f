import { travel } from '#domain/products/travel.ts';
import { carForm } from './car.ts';
import { limits, type Wording } from './form.ts';
import { homeForm } from './home.ts';
import { travelForm } from './travel.ts';

/** Worded the 14 days of a withdrawal as a cancellation. */
const CANCELLATION = [
  'Within 14 days of buying you get the whole premium back, if the cover has not begun or the term is at least 30 days, and you have made no claim.',
  'After that you get back the premium for the whole days that are left, in the currency you paid with.',
  'While a claim is open the policy cannot be cancelled, and after a payout nothing is refunded.',
  'You stay covered until the refund has been paid on chain.',
];

/** Replaced by `travel-2`, which covers a trip that falls through before it begins. */
const TRAVEL_1: Wording = {
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
    travel,
    'Luggage is limited to 3,000 dollars, a single object to 1,000 dollars.',
    'A delay is limited to 300 dollars.',
  ),
  claimNeeds: [
    'The date of the incident, what happened and an estimate of the loss.',
    'Tickets or bookings, and for illness a doctor’s report.',
    'For luggage: the carrier’s or the police’s report, and receipts where you have them.',
  ],
  cancellation: CANCELLATION,
};

/** Promised the premium of all unused days after departure. */
const TRAVEL_2: Wording = {
  ...travelForm.wording,
  version: 'travel-2',
  cancellation: [
    'Before departure you get the whole premium back within 14 days of first buying cover for this trip, if you have made no claim, and 80 percent of it later.',
    'After departure you get back the premium for the whole days of the trip that are left.',
    ...CANCELLATION.slice(2),
  ],
};

const CAR_1: Wording = {
  ...carForm.wording,
  version: 'car-1',
  notCovered: [
    'Driving without a valid licence, or under the influence of alcohol or drugs.',
    'Racing, hiring the car out, and carrying passengers or goods for pay.',
    'Wear, tyres worn beyond the legal limit and mechanical breakdown.',
    'Things left in the car.',
  ],
  cancellation: CANCELLATION,
};

const HOME_1: Wording = { ...homeForm.wording, version: 'home-1', cancellation: CANCELLATION };

/** Wordings that policies were bought with and that others replaced. A test holds each to its text. */
export const EARLIER: readonly Wording[] = [HOME_1, CAR_1, TRAVEL_1, TRAVEL_2];
