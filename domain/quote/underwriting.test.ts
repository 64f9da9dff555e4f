import { describe, expect, test } from 'vitest';
import { SETTING_DEFAULTS } from '#domain/admin/settings-schema.ts';
import { privateFields } from '#domain/products/forms/facts.ts';
import { SAMPLES } from '#domain/products/forms/samples.ts';
import { PRODUCT_KEYS } from '#domain/products/index.ts';
import { type QuoteFacts, type UnderwritingRules, underwrite } from './underwriting.ts';

const HOME = { product: 'home', details: { year_built: 1920 }, premiumUsd: 1200 } as const;
const CAR = { product: 'car', details: { car_year: 2010, mileage: 150_001 }, premiumUsd: 960 } as const;
const TRIP = { product: 'travel', details: { passport_country: 'ghana' }, premiumUsd: 25 } as const;
const asked = (facts: Partial<QuoteFacts>, rules: Partial<UnderwritingRules>) =>
  underwrite(
    { ...HOME, startDate: '2026-03-01', heldPolicies: 0, ...facts },
    { ...SETTING_DEFAULTS, ...rules },
  );

describe('the underwriting rules', () => {
  test.each(
    PRODUCT_KEYS,
  )('accept every %s below the premium that is reviewed while no rule is set', (product) => {
    const facts = { product, details: SAMPLES[product], heldPolicies: 99 };
    expect(asked(facts, {})).toEqual({ outcome: 'accept', findings: [] });
  });

  test('review a premium from the approval threshold on', () => {
    expect(asked({ premiumUsd: 9_999 }, {}).outcome).toBe('accept');
    expect(asked({ premiumUsd: 10_000 }, {})).toEqual({
      outcome: 'review',
      findings: [
        {
          rule: 'premium',
          field: null,
          text: 'The premium is $10,000, and we review policies from $10,000 on.',
        },
      ],
    });
  });

  test('count the age of a home in calendar years at the start of cover, and let it reach the limit', () => {
    expect(asked({}, { home_age_decline: 106 }).outcome).toBe('accept');
    expect(asked({}, { home_age_decline: 105 })).toEqual({
      outcome: 'decline',
      findings: [
        {
          rule: 'home_age',
          field: 'year_built',
          text: 'We do not insure homes that are more than 105 years old, and this one was built in 1920.',
        },
      ],
    });
    expect(asked({ startDate: '2027-01-01' }, { home_age_decline: 106 }).outcome).toBe('decline');
  });

  test('review what passes the lower limit and decline what passes the higher one', () => {
    const rules = { car_mileage_review: 100_000, car_mileage_decline: 150_000 };
    const mileage = (miles: number) => asked({ ...CAR, details: { car_year: 2010, mileage: miles } }, rules);
    expect([100_000, 100_001, 150_000, 150_001].map((miles) => mileage(miles).outcome)).toEqual([
      ...['accept', 'review', 'review', 'decline'],
    ]);
    expect(mileage(120_500).findings).toEqual([
      {
        rule: 'car_mileage',
        field: 'mileage',
        text: 'The car’s mileage is 120,500, and we review cars above 100,000.',
      },
    ]);
  });

  test('name each fact that leads to a decline, and none that would only lead to a review', () => {
    const rules = { car_age_decline: 15, car_mileage_decline: 150_000, wallet_policies_review: 1 };
    expect(asked({ ...CAR, heldPolicies: 4 }, rules).findings.map(({ rule }) => rule)).toEqual([
      ...['car_age', 'car_mileage'],
    ]);
  });

  test('know the countries of passports on a list', () => {
    expect(asked(TRIP, { passport_review: 'brazil,ghana' })).toEqual({
      outcome: 'review',
      findings: [
        {
          rule: 'passport',
          field: 'passport_country',
          text: 'The passport was issued by Ghana, and we review policies of such travelers.',
        },
      ],
    });
    expect(asked(TRIP, { passport_decline: 'brazil' }).outcome).toBe('accept');
  });

  test('count the new policy with those that the wallet has', () => {
    const rules = { wallet_policies_review: 2, wallet_policies_decline: 3 };
    expect([0, 1, 2, 3].map((heldPolicies) => asked({ heldPolicies }, rules).outcome)).toEqual([
      ...['accept', 'accept', 'review', 'decline'],
    ]);
    expect(asked({ heldPolicies: 3 }, rules).findings[0]?.text).toBe(
      'We sell one wallet at most 3 policies for homes at a time, and yours has 3.',
    );
  });

  test('find nothing in a field that is not filled in', () => {
    const rules = { home_age_decline: 1, home_age_review: 1 };
    for (const year_built of ['', undefined, Number.NaN]) {
      expect(asked({ details: { year_built } }, rules).outcome).toBe('accept');
    }
  });

  test('need no field that is encrypted at rest, so that they can be tried on past policies', () => {
    const everything = {
      home_age_decline: 1,
      car_age_decline: 1,
      car_mileage_decline: 1,
      passport_decline: 'united-kingdom',
      wallet_policies_decline: 1,
    };
    const fields = PRODUCT_KEYS.flatMap((product) => {
      const { findings } = asked({ product, details: SAMPLES[product], heldPolicies: 1 }, everything);
      for (const { field } of findings) expect(privateFields(product)).not.toContain(field);
      return findings.map(({ field }) => field);
    });
    const facts = ['year_built', 'car_year', 'mileage', 'passport_country', null];
    expect(new Set(fields)).toEqual(new Set(facts));
  });
});
