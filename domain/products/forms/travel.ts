import { CANCELING, contactFields, type Form, optionsOf, type ProductField, type Wording } from './form.ts';

export const COUNTRIES = optionsOf(
  'United States, Canada, United Kingdom, Germany, France, Italy, Spain, Netherlands, Switzerland, ' +
    'Austria, Japan, Australia, New Zealand, South Korea, Singapore, Malaysia, Thailand, Brazil, Mexico, ' +
    'Argentina, South Africa, Nigeria, Ghana',
);

/** Of every traveler. */
const PASSPORT = [
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
] as const satisfies readonly ProductField[];

/** Whole US dollars for a trip that falls through, for each traveler. */
const CANCELLATION_CAP = 5000;

const wording = {
  version: 'travel-3',
  product: 'travel',
  covered: [
    'Before departure: a trip that you must cancel because of illness, accident or death in the family. We pay prepaid costs that you prove and cannot get back.',
    'On the trip: medical treatment abroad, and the way home if a doctor finds it necessary.',
    'A trip that you must break off because of illness, accident or death in the family.',
    'Luggage that is lost, stolen or damaged on the way.',
    'A delay of more than six hours: meals and a place to sleep.',
  ],
  notCovered: [
    'A cancellation for a reason that you knew or could foresee when you paid.',
    'Conditions for which you were being treated in the six months before the trip.',
    'Travel to a place that your government warned against before you left.',
    'Professional or extreme sports, and work at heights or under water.',
    'Changing your mind.',
  ],
  limits: [
    'We pay up to the coverage amount that you choose, for each traveler, in all.',
    'There is no deductible: we pay from the first dollar.',
    'Cancellation is limited to 5,000 dollars for each traveler, and covers what happens from your payment until departure. All other cover begins with the trip.',
    'Luggage is limited to 3,000 dollars, a single object to 1,000 dollars.',
    'A delay is limited to 300 dollars.',
    'If a traveler’s stated age was wrong and the premium too low, we pay in proportion: premium paid to premium due.',
  ],
  claimNeeds: [
    'The traveler, the date of the incident, what happened and an estimate of the loss.',
    'Tickets or bookings, and for illness a doctor’s report. For a cancellation, what you paid and what you got back.',
    'For luggage: the carrier’s or the police’s report, and receipts where you have them.',
  ],
  cancellation: [
    'Within 14 days of buying you can withdraw from the contract without a reason, from a trip of up to 30 days only before departure. You get the whole premium back, and the contract is void from its beginning: no claim on it is paid.',
    'For a trip of up to 30 days the law gives no right to withdraw. We offer it all the same.',
    'You can also cancel at any time. You get back 80 percent of the premium before departure, and after it 80 percent of the premium for the whole days of the trip that are left, in the currency you paid with; a day that has begun is used.',
    ...CANCELING,
  ],
  caps: { cancellation: CANCELLATION_CAP },
} as const satisfies Wording;

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
    ...PASSPORT,
    ...contactFields('traveler', 'Traveler'),
  ],
  travelers: [
    {
      name: 'name',
      label: 'Full name',
      fact: 'Traveler',
      kind: 'text',
      what: 'the traveler’s name',
      max: 120,
      example: 'Byron King',
      contact: 'name',
      wide: true,
    },
    {
      name: 'birth_date',
      label: 'Date of birth',
      fact: 'Born',
      kind: 'day',
      what: 'the date of birth',
      example: '2015-05-12',
      placeholder: 'YYYY-MM-DD',
      private: true,
    },
    ...PASSPORT,
  ],
  thing: [],
  lines: ['{origin} → {destination}', '{passport_country}'],
  paymentDates: ['travel_start_date', 'travel_end_date'],
  about:
    'It insures up to nine travelers for one trip, each for themselves: a trip that falls through, medical treatment, luggage and delay.',
  where:
    'On the trip from and to the places that you name, except where your government warned against travel.',
  asksFor:
    'route, each traveler’s passport number and issuing country, and the names and dates of birth of those who come along',
  causes: {
    cancellation: 'Cancellation before departure',
    medical: 'Illness or accident',
    luggage: 'Luggage',
    delay: 'Delay',
    interruption: 'Trip broken off',
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
  wording,
  parts: [
    { id: 'cancel', label: 'Trip canceled', rows: ['covered-1', 'limits-3'] },
    { id: 'doctor', label: 'Doctor abroad', rows: ['covered-2'] },
    { id: 'return', label: 'Trip broken off', rows: ['covered-3'] },
    { id: 'luggage', label: 'Luggage', rows: ['covered-4', 'limits-4'] },
    { id: 'delay', label: 'Long delay', rows: ['covered-5', 'limits-5'] },
    { id: 'illness', label: 'Known illness', rows: ['not_covered-2'] },
    { id: 'warned', label: 'Warned places', rows: ['not_covered-3'] },
    { id: 'sports', label: 'Extreme sports', rows: ['not_covered-4'] },
  ],
} as const satisfies Form;
