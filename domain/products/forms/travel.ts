import { travel } from '../travel.ts';
import { CANCELLATION, contactFields, type Form, limits, optionsOf } from './form.ts';

export const COUNTRIES = optionsOf(
  'United States, Canada, United Kingdom, Germany, France, Italy, Spain, Netherlands, Switzerland, ' +
    'Austria, Japan, Australia, New Zealand, South Korea, Singapore, Malaysia, Thailand, Brazil, Mexico, ' +
    'Argentina, South Africa, Nigeria, Ghana',
);

export const travelForm = {
  fields: [
    {
      name: 'origin',
      label: 'Traveling from',
      fact: 'From',
      kind: 'text',
      what: 'where you start',
      max: 120,
      example: 'Bristol',
      private: true,
    },
    {
      name: 'departure',
      label: 'Departure',
      kind: 'text',
      what: 'where you depart from',
      max: 120,
      defaultsTo: 'origin',
      example: 'Bristol',
      private: true,
    },
    {
      name: 'destination',
      label: 'Traveling to',
      fact: 'To',
      kind: 'text',
      what: 'where you are going',
      max: 120,
      example: 'Lisbon',
      private: true,
    },
    {
      name: 'passport_number',
      label: 'Passport number',
      fact: 'Passport',
      kind: 'text',
      what: 'the passport number',
      pattern: { test: /^[A-Za-z0-9]{5,20}$/, hint: 'letters and digits only' },
      example: 'AB1234567',
      private: true,
    },
    {
      name: 'passport_country',
      label: 'Passport issuing country',
      fact: 'Passport issued by',
      stored: 'country',
      kind: 'select',
      what: 'the country that issued the passport',
      options: COUNTRIES,
      once: true,
      example: 'united-kingdom',
      placeholder: 'Select country',
    },
    ...contactFields('traveler', 'Traveler'),
  ],
  thing: [],
  lines: ['{origin} → {destination}', '{passport_country}'],
  paymentDates: ['travel_start_date', 'travel_end_date'],
  about: 'It insures one traveler for one trip: medical treatment, cancellation, luggage and delay.',
  where:
    'On the trip from and to the places that you name, except where your government warned against travel.',
  asksFor: 'route, passport number and issuing country',
  causes: {
    cancellation: 'Cancellation',
    medical: 'Illness or accident',
    luggage: 'Luggage',
    delay: 'Delay',
    other: 'Something else',
  },
  needs: [
    {
      id: 'sports',
      question: 'Do you plan professional or extreme sports, or work at heights or under water?',
      fits: 'no',
      otherwise: 'This policy does not cover them.',
    },
    {
      id: 'warned',
      question: 'Does your government warn against travel to a place on your way?',
      fits: 'no',
      otherwise: 'This policy does not cover travel to such a place.',
    },
    {
      id: 'change_of_mind',
      question: 'Should we pay if you simply change your mind about the trip?',
      fits: 'no',
      otherwise: 'This policy does not pay for a change of mind.',
    },
  ],
  wording: {
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
  },
} as const satisfies Form;
