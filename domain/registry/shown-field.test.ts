import { describe, expect, test } from 'vitest';
import { shownField } from './shown-field.ts';

describe('a shared field in words', () => {
  test.each([
    ['insurance_type', 'home', 'Insurance', 'Home Insurance', false],
    ['premium_usd', 1200, 'Premium', '$1,200', false],
    ['coverage_usd', 500_000, 'Cover', '$500,000', false],
    ['deductible_usd', 0, 'Deductible', '$0', false],
    ['price.0', { label: 'One year', cents: 120_050 }, 'Price 1', 'One year: $1,200.50', false],
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

  test('the wording is named with the fingerprint of its text', () => {
    const digest = `0x${'09'.repeat(32)}`;
    expect(shownField('home', { name: 'wording', value: { version: 'home-1', digest } })).toEqual({
      label: 'Wording',
      value: `home-1, its text with the fingerprint ${digest}`,
      private: false,
    });
  });
});
