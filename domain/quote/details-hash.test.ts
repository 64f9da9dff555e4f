import type { Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { FORMS } from '#domain/products/forms/index.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { canonicalJson, commitTo, committedFields, detailsHashOf, type Field } from './details-hash.ts';

const salt: Hex = `0x${'aa'.repeat(32)}`;
const sold = {
  product: 'home',
  start_date: '2027-06-03',
  premium_usd: 70,
  coverage_usd: 350_000,
  deductible_usd: 5000,
  lines: [
    { label: '$850 ÷ 365 × 30', cents: 6986 },
    { label: 'Rounded to the dollar', cents: 14 },
  ],
  details: { house_type: 'duplex', year_built: 1998 },
  wording: FORMS.home.wording,
};
const hashOf = (fields: readonly Field[], by: Hex = salt) =>
  commitTo(fields.map((field) => ({ ...field, salt: by }))).detailsHash;
const named = (details: Record<string, unknown>) =>
  committedFields({ ...sold, details }).map(({ name }) => name);

describe('the fields that a quote commits to', () => {
  test('product, amounts, price lines, details and wording are a field each', () => {
    expect(committedFields(sold)).toEqual([
      { name: 'insurance_type', value: 'home' },
      { name: 'policy_start_date', value: '2027-06-03' },
      { name: 'premium_usd', value: 70 },
      { name: 'coverage_usd', value: 350_000 },
      { name: 'deductible_usd', value: 5000 },
      { name: 'price.0', value: { label: '$850 ÷ 365 × 30', cents: 6986 } },
      { name: 'price.1', value: { label: 'Rounded to the dollar', cents: 14 } },
      { name: 'house_type', value: 'duplex' },
      { name: 'year_built', value: 1998 },
      {
        name: 'wording',
        value: {
          version: 'home-2',
          digest: '0xdf153ffc796d2098fc7d891fd5dab6e120ce94bfdbe7e5e549600babd4cd04e9',
        },
      },
    ]);
  });

  test('a list of people is a field for each of their facts, and an empty list is a field', () => {
    const travelers = [{ name: 'Ada', birth_date: '1990-12-10' }, { name: 'Grace' }];
    const fields = committedFields({ ...sold, details: { additional_travelers: travelers } });
    expect(fields.filter(({ name }) => name.startsWith('additional'))).toEqual([
      { name: 'additional_travelers.0.name', value: 'Ada' },
      { name: 'additional_travelers.0.birth_date', value: '1990-12-10' },
      { name: 'additional_travelers.1.name', value: 'Grace' },
    ]);
    const none = committedFields({ ...sold, details: { additional_travelers: [], note: undefined } });
    expect(none.find(({ name }) => name === 'additional_travelers')).toEqual({
      name: 'additional_travelers',
      value: [],
    });
    expect(none.some(({ name }) => name === 'note')).toBe(false);
  });

  test.each([
    'insurance_type',
    'premium_usd',
    'coverage_usd',
    'deductible_usd',
    'price',
    'wording',
    'price.0',
    'additional_travelers.0.name',
    '',
  ])('a detail called %j is refused, because it could pass for another field', (name) => {
    expect(() => committedFields({ ...sold, details: { [name]: ['x', 'y', 'z'] } })).toThrow(RangeError);
  });

  test('a nested detail can’t pass for a field of another list', () => {
    expect(() => committedFields({ ...sold, details: { people: { '0.name': 'Ada' } } })).toThrow(RangeError);
    expect(() => committedFields({ ...sold, details: { people: { 0: { name: 'Ada' } } } })).toThrow(
      RangeError,
    );
    expect(named({ people: [{ name: 'Ada' }] })).toContain('people.0.name');
  });

  test('no product asks for a detail whose name is taken', () => {
    for (const product of PRODUCT_KEYS) {
      const names = named(SAMPLES[product]);
      expect(new Set(names).size, product).toBe(names.length);
    }
  });
});

describe('details hash', () => {
  test('the details hash does not depend on the order of fields and keys, or on Unicode composition', () => {
    expect(canonicalJson({ b: 1, a: ['é', { d: null, c: true }] })).toBe(
      '{"a":["é",{"c":true,"d":null}],"b":1}',
    );
    const hash = hashOf(committedFields({ ...sold, details: { city: 'Krako\u0301w', year_built: 1998 } }));
    const other = committedFields({
      ...sold,
      details: { year_built: 1998, city: 'Kraków' },
      lines: sold.lines.map(({ label, cents }) => ({ cents, label })),
    });
    expect(hashOf(other.reverse())).toBe(hash);
  });

  test('the details hash changes with every field, each salt and the wording', () => {
    const fields = committedFields(sold);
    const hashes = [
      hashOf(fields),
      hashOf(fields, `0x${'ab'.repeat(32)}`),
      hashOf(committedFields({ ...sold, wording: FORMS.car.wording })),
      ...fields.map((field) =>
        hashOf(fields.map((each) => (each === field ? { ...each, value: 'other' } : each))),
      ),
      ...fields.map((field) =>
        hashOf(fields.map((each) => (each === field ? { ...each, name: 'other' } : each))),
      ),
    ];
    expect(new Set(hashes).size).toBe(3 + 2 * fields.length);
  });

  test('a number and the text of its digits are different values', () => {
    expect(hashOf([{ name: 'year_built', value: 1998 }])).not.toBe(
      hashOf([{ name: 'year_built', value: '1998' }]),
    );
  });

  test('each field proves itself, whatever the case of its salt and siblings', () => {
    const { detailsHash, fields } = commitTo(committedFields(sold).map((field) => ({ ...field, salt })));
    const upper = (hash: Hex) => `0x${hash.slice(2).toUpperCase()}` as Hex;
    for (const field of fields) {
      expect(detailsHashOf(field)).toBe(detailsHash);
      expect(detailsHashOf({ ...field, salt: upper(field.salt), proof: field.proof.map(upper) })).toBe(
        detailsHash,
      );
    }
  });
});
