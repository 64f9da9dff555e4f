import { describe, expect, test } from 'vitest';
import { parseDay } from '#domain/days.ts';
import { DETAILS } from './details.ts';
import { factsOf, itemDescription, plainFactsOf, privateFields } from './facts.ts';
import { SAMPLES } from './samples.ts';
import { childrenIn, listTravelers, passportsIn, spreadTravelers, travelerNames } from './travelers.ts';

const BYRON = {
  name: 'Byron King',
  birth_date: '2015-05-12',
  passport_number: 'CD7654321',
  passport_country: 'france',
};
const GRACE = {
  name: 'Grace Hopper',
  birth_date: '1980-12-09',
  passport_number: 'EF1112223',
  passport_country: 'canada',
};
const FAMILY = { ...SAMPLES.travel, additional_travelers: [BYRON, GRACE] };
const day = (text: string) => parseDay(text) as number;

const issuesOf = (details: unknown) =>
  DETAILS.travel.safeParse(details).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('the travelers of a trip', () => {
  test('one to nine travelers are accepted, and a tenth is refused', () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...BYRON, passport_number: `CD765432${index}` }));
    expect(issuesOf(SAMPLES.travel)).toBeUndefined();
    expect(issuesOf({ ...SAMPLES.travel, additional_travelers: others(8) })).toBeUndefined();
    expect(issuesOf({ ...SAMPLES.travel, additional_travelers: others(9) })).toEqual([
      ['additional_travelers', 'A policy has at most 9 travelers.'],
    ]);
  });

  test('a traveler without a name, a birth in the future and an unknown field are refused by their own paths', () => {
    const wrong = { ...BYRON, name: ' ', birth_date: '2199-01-01', shoe_size: '37' };
    expect(issuesOf({ ...SAMPLES.travel, additional_travelers: [GRACE, wrong] })).toEqual([
      ['additional_travelers.1.name', 'Please enter the traveler’s name.'],
      [
        'additional_travelers.1.birth_date',
        'Please check the date of birth: it cannot be in the future or before 1900.',
      ],
      ['additional_travelers.1', expect.stringContaining('shoe_size')],
    ]);
  });

  test('two travelers cannot share a passport, however it is written', () => {
    const own = { ...BYRON, passport_number: SAMPLES.travel.passport_number.toLowerCase() };
    expect(issuesOf({ ...SAMPLES.travel, additional_travelers: [own] })).toEqual([
      ['additional_travelers.0.passport_number', 'Another traveler has this passport number.'],
    ]);
    expect(
      issuesOf({
        ...SAMPLES.travel,
        additional_travelers: [BYRON, { ...GRACE, passport_number: 'cd7654321' }],
      }),
    ).toEqual([['additional_travelers.1.passport_number', 'Another traveler has this passport number.']]);
  });

  test('homes and cars have no travelers', () => {
    expect(DETAILS.home.safeParse({ ...SAMPLES.home, additional_travelers: [] }).success).toBe(false);
  });

  test('the list becomes details with names of their own, and the other way around', () => {
    const details = spreadTravelers(DETAILS.travel.parse(FAMILY));
    expect(details).toMatchObject({ traveler_2_name: 'Byron King', traveler_3_passport_country: 'canada' });
    expect(listTravelers(details)).toEqual({ ...FAMILY, departure: SAMPLES.travel.origin });
    expect(listTravelers(SAMPLES.travel)).toEqual(SAMPLES.travel);
    expect(travelerNames('travel', details)).toEqual([
      { number: 1, name: 'Ada Lovelace' },
      { number: 2, name: 'Byron King' },
      { number: 3, name: 'Grace Hopper' },
    ]);
    expect(travelerNames('home', SAMPLES.home)).toEqual([]);
    expect(passportsIn(details)).toEqual(['AB1234567', 'CD7654321', 'EF1112223']);
  });

  test('passport numbers and dates of birth of all travelers are encrypted, and no name is in the desk’s list', () => {
    const details = spreadTravelers(FAMILY);
    expect(privateFields('travel', details).filter((name) => name.startsWith('traveler_'))).toEqual([
      'traveler_telephone',
      'traveler_2_birth_date',
      'traveler_2_passport_number',
      'traveler_3_birth_date',
      'traveler_3_passport_number',
    ]);
    expect(itemDescription('travel', details)).toBe('United Kingdom, France, Canada');
    const {
      traveler_2_birth_date: _,
      traveler_2_passport_number: __,
      ...plain
    } = spreadTravelers({
      ...SAMPLES.travel,
      additional_travelers: [BYRON],
    });
    expect(plainFactsOf('travel', plain).slice(-4)).toEqual([
      { label: 'Traveler 2', value: 'Byron King', private: false },
      { label: 'Traveler 2: born', value: null, private: true },
      { label: 'Traveler 2: passport', value: null, private: true },
      { label: 'Traveler 2: passport issued by', value: 'France', private: false },
    ]);
    expect(factsOf('travel', details).map(({ label }) => label)).toContain('Traveler 3: passport');
  });

  test('a traveler is a child until the day before their 18th birthday', () => {
    const born = (birth_date: string) =>
      childrenIn('travel', { traveler_2_name: 'B', traveler_2_birth_date: birth_date }, day('2027-06-03'));
    expect([born('2009-06-04'), born('2009-06-03'), born('2009-06-02')]).toEqual([[true], [false], [false]]);
    // February 29 counts as February 28 in a year without one.
    const leap = { traveler_2_name: 'B', traveler_2_birth_date: '2008-02-29' };
    expect([day('2026-02-27'), day('2026-02-28')].map((start) => childrenIn('travel', leap, start))).toEqual([
      [true],
      [false],
    ]);
    expect(born('')).toEqual([false]);
    expect(childrenIn('home', SAMPLES.home, 20_000)).toEqual([]);
  });
});
