import { car } from '#domain/products/car.ts';
import { BEARS_DEDUCTIBLE, contactFields, ENDING, type Form, limits, optionsOf } from './form.ts';

export const CAR_MAKES = optionsOf(
  'Toyota, Honda, Ford, BMW, Mercedes-Benz, Audi, Volkswagen, Nissan, Hyundai, Kia, Mazda, Subaru, ' +
    'Lexus, Chevrolet, Jeep, Volvo, Jaguar, Land Rover, Porsche, Tesla',
  ' ',
);

export const carForm = {
  fields: [
    {
      name: 'car_make',
      label: 'Make',
      kind: 'select',
      what: 'a make',
      options: CAR_MAKES,
      example: 'volvo',
      placeholder: 'Select make',
    },
    { name: 'car_model', label: 'Model', kind: 'text', what: 'the model', max: 80, example: 'V60' },
    {
      name: 'car_year',
      label: 'Model year',
      kind: 'year',
      what: 'the model year',
      from: 1990,
      yearsAhead: 1,
      example: 2021,
    },
    {
      name: 'mileage',
      label: 'Mileage',
      kind: 'count',
      what: 'the mileage',
      max: 2_000_000,
      example: 42_000,
    },
    ...contactFields('car_owner', 'Owner'),
  ],
  thing: ['car_make', 'car_model', 'car_year'],
  lines: ['{car_make} {car_model}', '{car_year}'],
  about: 'It insures a car against damage and theft, and you against damage that you do to others with it.',
  where: 'Wherever you drive the car: the wording names no territory.',
  asksFor: 'make, model, year and mileage',
  causes: {
    collision: 'Collision',
    theft: 'Theft',
    weather: 'Storm or hail',
    glass: 'Glass',
    vandalism: 'Vandalism',
    other: 'Something else',
  },
  needs: [
    {
      id: 'for_pay',
      question: 'Do you race or rent out the car, or carry passengers or goods for pay?',
      fits: 'no',
      otherwise: 'This policy does not cover racing, renting the car out and carrying for pay.',
    },
    {
      id: 'belongings',
      question: 'Should things that you leave in the car be insured?',
      fits: 'no',
      otherwise: 'This policy does not cover things left in the car.',
    },
    BEARS_DEDUCTIBLE,
  ],
  wording: {
    version: 'car-2',
    product: 'car',
    covered: [
      'Damage to your car by an accident, whoever caused it.',
      'Theft of the car or of parts fixed to it, and attempted theft.',
      'Fire, hail, storm, falling objects and collision with animals.',
      'Damage that you do to other people and their property with the car.',
    ],
    notCovered: [
      'Driving without a valid license, or under the influence of alcohol or drugs.',
      'Racing, renting the car out, and carrying passengers or goods for pay.',
      'Wear, tires worn beyond the legal limit and mechanical breakdown.',
      'Things left in the car.',
    ],
    limits: limits(car, 'The car itself is valued at its market price on the day before the incident.'),
    claimNeeds: [
      'The date and place of the incident, what happened and an estimate of the loss.',
      'Photographs of the damage, and the other party’s name and insurance if there was one.',
      'A police report for theft and for any accident with injured people.',
    ],
    cancellation: ENDING,
  },
  parts: [
    { id: 'weather', label: 'Fire, hail, storm', rows: ['covered-3'] },
    { id: 'accident', label: 'Accident', rows: ['covered-1', 'limits-3'] },
    { id: 'theft', label: 'Theft', rows: ['covered-2', 'limits-3'] },
    { id: 'others', label: 'Harm to others', rows: ['covered-4'] },
    { id: 'driver', label: 'Alcohol, no license', rows: ['not_covered-1'] },
    { id: 'racing', label: 'Racing, for pay', rows: ['not_covered-2'] },
    { id: 'tires', label: 'Worn tires', rows: ['not_covered-3'] },
    { id: 'inside', label: 'Things inside', rows: ['not_covered-4'] },
  ],
} as const satisfies Form;
