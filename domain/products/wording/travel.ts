import { travel } from '../travel.ts';
import { CANCELLATION, limits, type Wording } from './wording.ts';

export const travelWording: Wording = {
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
