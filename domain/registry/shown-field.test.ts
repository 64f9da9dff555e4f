import { describe, expect, test } from 'vitest';
import { fieldLabel, isShareable } from './field-label.ts';
import { shownField } from './shown-field.ts';

describe('a shared field in words', () => {
  test.each([
    ['insurance_type', 'home', 'Insurance', 'Home Insurance', false],
    ['premium_usd', 1200, 'Premium', '$1,200', false],
    ['coverage_usd', 500_000, 'Cover', '$500,000', false],
    ['deductible_usd', 0, 'Deductible', '$0', false],
    ['price.0', { label: 'One year', cents: 120_050 }, 'Price line 1', 'One year, $1,200.50', false],
    ['policy_start_date', '2026-11-21', 'First day of the term', 'November 21, 2026', false],
    ['house_type', 'single-family', 'House type', 'Single Family', false],
    ['year_built', 1998, 'Year built', '1998', false],
    ['house_address', '12 Quay Street', 'Address', '12 Quay Street', true],
    ['property_owner_name', 'Ada Lovelace', 'Owner', 'Ada Lovelace', true],
    ['property_owner_telephone', '+44 20 7946 0018', 'Phone', '+44 20 7946 0018', true],
    ['property_owner_email', 'ada@example.com', 'Email', 'ada@example.com', true],
    [
      'additional_travelers.0.birth_date',
      '1990-12-10',
      'Additional travelers 1, birth date',
      '1990-12-10',
      true,
    ],
    ['additional_travelers', [], 'Additional travelers', 'None', true],
    ['constructor', 'x', 'Constructor', 'x', true],
    ['insurance_type', 'toString', 'Insurance', 'toString', false],
  ])('%s %j reads %s: %s', (name, value, label, shown, isPrivate) => {
    expect(shownField('home', { name, value })).toEqual({ label, value: shown, private: isPrivate });
  });

  test('a wording is named by its version, or as not published here if its text is another', () => {
    const shown = (version: string, digest: string) =>
      shownField('home', { name: 'wording', value: { version, digest } });
    const digest = '0x092d0246e4172f87a881949e8c4449da8a4398b7ced43727b80578697e401bb4';
    expect(shown('home-1', digest)).toEqual({ label: 'Wording', value: 'home-1', private: false });
    const other = `0x${'09'.repeat(32)}`;
    for (const [version, text] of [
      ['home-1', other],
      ['car-1', digest],
      ['home-99', digest],
    ] as const) {
      expect(shown(version, text).value).toBe(
        `${version}, with a text that is not published here and has the fingerprint ${text}`,
      );
    }
  });
});

describe('fields that a link may prove', () => {
  const among = (product: 'home' | 'car' | 'travel', names: string[]) =>
    names.filter((name) => isShareable(product, name));

  test('are what is insured, whose it is, cover, dates and the wording', () => {
    const home = ['house_address', 'house_type', 'year_built', 'property_owner_name'];
    const ours = ['insurance_type', 'policy_start_date', 'coverage_usd', 'deductible_usd', 'wording'];
    expect(among('home', [...home, ...ours])).toEqual([...home, ...ours]);
    const car = ['car_make', 'car_model', 'car_year', 'mileage', 'car_owner_name'];
    expect(among('car', car)).toEqual(car);
    const trip = ['origin', 'destination', 'traveler_name', 'traveler_2_name', 'traveler_2_birth_date'];
    expect(among('travel', trip)).toEqual(trip);
  });

  test('are never a passport, a phone number, an email address, the price or an unknown field', () => {
    const names = [
      'property_owner_telephone',
      'property_owner_email',
      'price.0',
      'premium_usd',
      'constructor',
    ];
    expect(among('home', names)).toEqual([]);
    const passports = ['passport_number', 'passport_country', 'traveler_3_passport_number'];
    expect(among('travel', [...passports, 'traveler_3_passport_country'])).toEqual([]);
  });

  test('are named without their values', () => {
    expect(fieldLabel('home', 'house_address')).toBe('Address');
    expect(fieldLabel('home', 'coverage_usd')).toBe('Cover');
    expect(fieldLabel('home', 'wording')).toBe('Wording');
    expect(fieldLabel('travel', 'traveler_2_birth_date')).toBe('Traveler 2: born');
  });
});
