import { expect, test } from 'vitest';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { CAR_MAKES } from './car.ts';
import { DETAILS } from './details.ts';
import {
  contactOf,
  detailLines,
  factsOf,
  formFields,
  insuredThing,
  placeIn,
  privateFields,
} from './facts.ts';
import { HOUSE_TYPES } from './home.ts';
import { FORMS } from './index.ts';
import { clauseOf, clausesOf, wordingOf } from './published.ts';
import { SAMPLES, sampleFor } from './samples.ts';
import { COUNTRIES } from './travel.ts';

const CAR = { ...SAMPLES.car, car_make: 'land rover', car_model: 'Defender 110', mileage: 41_000 };

const labels = (options: readonly { label: string }[]) => options.map(({ label }) => label).join(', ');
const values = (options: readonly { value: string }[]) => options.map(({ value }) => value).join(', ');

test('the house types, car makes and countries are the specification’s, in its order @quote-4', () => {
  expect(values(HOUSE_TYPES)).toBe('single-family, townhouse, condominium, apartment, duplex, mobile-home');
  expect(labels(CAR_MAKES)).toBe(
    'Toyota, Honda, Ford, BMW, Mercedes-Benz, Audi, Volkswagen, Nissan, Hyundai, Kia, Mazda, Subaru, Lexus, ' +
      'Chevrolet, Jeep, Volvo, Jaguar, Land Rover, Porsche, Tesla',
  );
  expect(labels(COUNTRIES)).toBe(
    'United States, Canada, United Kingdom, Germany, France, Italy, Spain, Netherlands, Switzerland, Austria, ' +
      'Japan, Australia, New Zealand, South Korea, Singapore, Malaysia, Thailand, Brazil, Mexico, Argentina, ' +
      'South Africa, Nigeria, Ghana',
  );
  for (const { value, label } of CAR_MAKES) expect(value).toBe(label.toLowerCase());
  for (const { value, label } of COUNTRIES) expect(value).toBe(label.toLowerCase().replaceAll(' ', '-'));
});

test('each product has the decided default choice, usual length and card figures @dashboard-3 @quote-26 @quote-27', () => {
  const figures = Object.values(PRODUCTS).map((product) => [
    product.defaultChoice,
    product.defaultDays,
    product.startingPrice,
    product.coverageCeiling,
  ]);
  expect(figures).toEqual([
    [{ coverage: 500_000, deductible: 2500 }, 365, '$50/month', '$500K'],
    [{ coverage: 100_000, deductible: 500 }, 365, '$80/month', '$100K'],
    [{ coverage: 100_000, deductible: 0 }, 30, '$25 for 30 days', '$1M'],
  ]);
});

test('addresses, phone numbers, itineraries and passport numbers are encrypted at rest', () => {
  expect(PRODUCT_KEYS.map((key) => [key, privateFields(key)])).toEqual([
    ['home', ['house_address', 'property_owner_telephone']],
    ['car', ['car_owner_telephone']],
    ['travel', ['origin', 'departure', 'destination', 'passport_number', 'traveler_telephone']],
  ]);
});

test('every product asks for one name, one phone number and one email address', () => {
  for (const key of PRODUCT_KEYS) {
    const parts = FORMS[key].fields.flatMap(({ contact }) => contact ?? []);
    expect([key, parts]).toEqual([key, ['name', 'telephone', 'email']]);
  }
  expect(contactOf('car', CAR, 'name')).toBe(SAMPLES.car.car_owner_name);
  expect(contactOf('car', {}, 'email')).toBe('');
});

test('every product has a code, an initial and a wording of its own', () => {
  const distinct = (values: readonly unknown[]) => new Set(values).size;
  expect(distinct(PRODUCT_KEYS.map((key) => PRODUCTS[key].code))).toBe(PRODUCT_KEYS.length);
  expect(distinct(PRODUCT_KEYS.map((key) => PRODUCTS[key].initial))).toBe(PRODUCT_KEYS.length);
  for (const key of PRODUCT_KEYS) expect(FORMS[key].wording.product).toBe(key);
});

test('the example of every field is one that the form accepts', () => {
  for (const key of PRODUCT_KEYS) {
    const example = Object.fromEntries(FORMS[key].fields.map((field) => [field.name, field.example]));
    expect([key, DETAILS[key].safeParse(example).error]).toEqual([key, undefined]);
  }
});

test.each(['Unknown', 'Not specified', 'Not provided'])('a text field that says %j is refused', (value) => {
  for (const key of PRODUCT_KEYS) {
    const { fields } = FORMS[key];
    const example = Object.fromEntries(fields.map((field) => [field.name, field.example]));
    for (const { name } of fields.filter(({ kind }) => kind === 'text')) {
      expect(DETAILS[key].safeParse({ ...example, [name]: value }).success, name).toBe(false);
    }
  }
});

test('a sample is every field that the form asks for, and takes the contact of another person', () => {
  const contact = { name: 'Grace Hopper', telephone: '+1 202 555 0143', email: 'grace@example.com' };
  for (const key of PRODUCT_KEYS) {
    expect(Object.keys(SAMPLES[key])).toEqual(formFields(key).map(({ name }) => name));
    const hers = sampleFor(key, contact);
    expect(DETAILS[key].safeParse(hers).error).toBeUndefined();
    expect([contactOf(key, hers, 'name'), contactOf(key, hers, 'email')]).toEqual([
      contact.name,
      contact.email,
    ]);
  }
});

test('the insured facts read in the order of the form, with labels in place of stored values', () => {
  expect(
    factsOf('car', { later_field: 'x', ...CAR }).map(({ label, value }) => `${label}: ${value}`),
  ).toEqual([
    'Make: Land Rover',
    'Model: Defender 110',
    'Model year: 2021',
    'Mileage: 41,000',
    'Owner: Ada Lovelace',
    'Phone: +44 20 7946 0018',
    'Email: ada@example.com',
    'later_field: x',
  ]);
});

test('a policy has two lines in lists', () => {
  expect(detailLines('car', CAR)).toEqual(['Land Rover Defender 110', '2021']);
  expect(
    detailLines('travel', { origin: 'Oslo', destination: 'Lima', passport_country: 'south-korea' }),
  ).toEqual(['Oslo → Lima', 'South Korea']);
});

test('a home is told from another by its address, a car by what it is, and a trip by where it goes', () => {
  expect(insuredThing('home', { house_type: 'Townhouse', house_address: '12 Quay Street' })).toBe(
    '12 Quay Street',
  );
  expect(insuredThing('car', CAR)).toBe('Land Rover Defender 110 2021');
  expect(insuredThing('travel', { origin: 'Oslo', destination: 'Lima' })).toBe('Oslo → Lima');
});

test('a car can be insured from model year 1990 to next year @quote-7', () => {
  const next = new Date().getUTCFullYear() + 1;
  const said = (car_year: number) => DETAILS.car.safeParse({ ...CAR, car_year }).error?.issues[0]?.message;
  expect([said(1990), said(next)]).toEqual([undefined, undefined]);
  expect(said(1989)).toBe('Please enter the model year, 1990 or later.');
  expect(said(next + 1)).toBe(`Please enter the model year, ${next} at the latest.`);
});

test('a clause keeps its id as long as its wording, which other versions and made-up ids don’t have', () => {
  expect(clauseOf('home-1', 'limits-3')).toEqual({
    id: 'limits-3',
    section: 'limits',
    text: 'Temporary accommodation is limited to 200 dollars a day.',
  });
  expect(clausesOf('travel-1').map(({ id }) => id)).toEqual([
    ...[
      'not_covered-1',
      'not_covered-2',
      'not_covered-3',
      'not_covered-4',
      'limits-1',
      'limits-2',
      'limits-3',
    ],
    ...['limits-4', 'covered-1', 'covered-2', 'covered-3', 'covered-4', 'claim_needs-1', 'claim_needs-2'],
    'claim_needs-3',
  ]);
  expect([clauseOf('home-1', 'limits-4'), clauseOf('home-0', 'limits-3')]).toEqual([null, null]);
});

/** What a wording says of one's right to leave the contract. */
const endingOf = (version: string) => wordingOf(version)?.cancellation.join(' ') ?? '';

test.each([
  ['home-2', 'Within 14 days of buying, renewing or changing the cover'],
  ['car-2', 'Within 14 days of buying, renewing or changing the cover'],
  ['travel-3', 'Within 14 days of buying'],
])('%s words the 14 days as a withdrawal that makes the contract void, and gives no whole premium for canceling', (version, within) => {
  const [withdrawal = '', ...rest] = wordingOf(version)?.cancellation ?? [];
  expect(withdrawal).toContain(`${within} you can withdraw from the contract without a reason`);
  expect(withdrawal).toContain(
    'You get the whole premium back, and the contract is void from its beginning: no claim on it is paid.',
  );
  expect(rest.join(' ')).not.toMatch(/whole premium|14 days/);
});

test('a trip’s wording promises the 80 percent of unused days that a cancellation refunds', () => {
  expect(endingOf('travel-3')).toContain(
    'after it 80 percent of the premium for the whole days of the trip that are left',
  );
  expect(endingOf('travel-3')).toContain('80 percent of the premium before departure');
  expect(endingOf('travel-3')).toContain('from a trip of up to 30 days only before departure');
});

test('a policy keeps the text of the wording that it was bought with', () => {
  expect(endingOf('travel-2')).toContain(
    'After departure you get back the premium for the whole days of the trip that are left.',
  );
  expect(endingOf('home-1')).toContain(
    'Within 14 days of buying you get the whole premium back, if the cover has not begun',
  );
  expect(clauseOf('car-1', 'not_covered-2')?.text).toContain('hiring the car out');
});

test('a wording that is sold today is in American English', () => {
  expect(
    clausesOf('car-2')
      .slice(0, 3)
      .map(({ text }) => text),
  ).toEqual([
    'Driving without a valid license, or under the influence of alcohol or drugs.',
    'Racing, renting the car out, and carrying passengers or goods for pay.',
    'Wear, tires worn beyond the legal limit and mechanical breakdown.',
  ]);
  for (const key of PRODUCT_KEYS)
    expect(endingOf(FORMS[key].wording.version)).toContain(
      'While a claim is open the policy cannot be canceled',
    );
});

test('the place of a home is its address in one spelling, and neither a car nor a trip names one', () => {
  expect(placeIn({ ...SAMPLES.home, house_address: ' 4  Mill Lane,\nSALEM. ' })).toBe('4 mill lane salem');
  expect(placeIn(SAMPLES.car)).toBeNull();
  expect(placeIn(SAMPLES.travel)).toBeNull();
});
