import { home } from '#domain/products/home.ts';
import { BEARS_DEDUCTIBLE, contactFields, ENDING, type Form, limits, optionsOf } from './form.ts';

export const HOUSE_TYPES = optionsOf('Single Family, Townhouse, Condominium, Apartment, Duplex, Mobile Home');

export const homeForm = {
  fields: [
    {
      name: 'house_type',
      label: 'House type',
      kind: 'select',
      what: 'a house type',
      options: HOUSE_TYPES,
      example: 'single-family',
      placeholder: 'Select house type',
    },
    {
      name: 'year_built',
      label: 'Year built',
      kind: 'year',
      what: 'the year it was built',
      from: 1800,
      yearsAhead: 0,
      example: 1998,
    },
    {
      name: 'house_address',
      label: 'Address of the home',
      fact: 'Address',
      stored: 'address',
      kind: 'text',
      what: 'the address',
      example: '12 Quay Street, Bristol',
      autoComplete: 'street-address',
      private: true,
      wide: true,
    },
    ...contactFields('property_owner', 'Owner'),
  ],
  thing: ['house_address'],
  lines: ['{house_type}', '{property_owner_name}'],
  about:
    'It insures a home against damage and burglary: the building, clearing up, and a place to stay meanwhile.',
  where: 'At the address of the home that you insure.',
  asksFor: 'type, year and address of the house',
  causes: {
    fire: 'Fire or smoke',
    storm: 'Storm or hail',
    water: 'Water inside the home',
    theft: 'Burglary or theft',
    other: 'Something else',
  },
  needs: [
    {
      id: 'flood',
      question: 'Do you need cover against flood or earthquake?',
      fits: 'no',
      otherwise: 'This policy does not cover flood and earthquake.',
    },
    {
      id: 'valuables',
      question: 'Do you keep cash, or valuables above $1,000 each, that should be insured?',
      fits: 'no',
      otherwise: 'This policy does not cover cash, cryptocurrency and valuables above $1,000 each.',
    },
    BEARS_DEDUCTIBLE,
  ],
  wording: {
    version: 'home-2',
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
    limits: limits(home, 'Temporary accommodation is limited to 200 dollars a day.'),
    claimNeeds: [
      'The date of the incident, what happened and an estimate of the loss.',
      'Photographs of the damage, and a police report for burglary or vandalism.',
      'Invoices or estimates for repairs, as they come in.',
    ],
    cancellation: ENDING,
  },
  parts: [
    { id: 'storm', label: 'Fire, storm, hail', rows: ['covered-1'] },
    { id: 'pipes', label: 'Burst pipes', rows: ['covered-1'] },
    { id: 'burglary', label: 'Burglary', rows: ['covered-2'] },
    { id: 'stay', label: 'A place to stay', rows: ['covered-3', 'limits-3'] },
    { id: 'clearing', label: 'Clearing up', rows: ['covered-4'] },
    { id: 'flood', label: 'Flood, earthquake', rows: ['not_covered-1'] },
    { id: 'wear', label: 'Wear and rot', rows: ['not_covered-2'] },
    { id: 'valuables', label: 'Cash, valuables', rows: ['not_covered-4'] },
  ],
} as const satisfies Form;
