import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay } from '../days.ts';
import { formatPremium } from '../policy/lifecycle.ts';
import { PRODUCT_KEYS, PRODUCTS } from '../products/index.ts';
import { chargedDays, price, startProblem, termProblem } from './pricing.ts';

const day = (text: string) => parseDay(text) as number;

describe('premium', () => {
  test('a calendar year costs the base premium, leap year or not @quote-26', () => {
    expect(price('home', day('2026-11-21'), day('2027-11-21')).premium).toBe(1200);
    expect(price('car', day('2027-06-01'), day('2028-06-01'))).toMatchObject({ days: 365, premium: 960 });
    expect(chargedDays(day('2028-02-29'), day('2029-02-28'))).toBe(365);
  });

  test('366 days that are not a calendar year cost one day more', () => {
    expect(price('home', day('2026-01-01'), day('2027-01-02'))).toMatchObject({ days: 366, premium: 1203 });
  });

  test('30 days of travel cost 300 / 365 × 30, rounded to the dollar', () => {
    expect(price('travel', day('2026-12-01'), day('2026-12-31')).premium).toBe(25);
  });

  test('the premium is base / 365 × days rounded half up, and never falls as the term grows @quote-26', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PRODUCT_KEYS), fc.integer({ min: 1, max: 364 }), (product, days) => {
        const { premium } = price(product, 20_000, 20_000 + days);
        expect(premium).toBe(Math.round((PRODUCTS[product].basePerYear * days) / 365));
        expect(price(product, 20_000, 20_001 + days).premium).toBeGreaterThanOrEqual(premium);
      }),
    );
  });

  test('the shortest term of each product has a premium above zero', () => {
    for (const product of PRODUCT_KEYS) {
      expect(price(product, 20_000, 20_000 + PRODUCTS[product].minDays).premium).toBeGreaterThan(0);
    }
  });
});

describe('length of a term', () => {
  test.each([
    ['home', 29, false],
    ['home', 30, true],
    ['home', 366, true],
    ['home', 367, false],
    ['car', 29, false],
    ['car', 366, true],
    ['travel', 0, false],
    ['travel', 1, true],
    ['travel', 180, true],
    ['travel', 181, false],
  ] as const)('a term of %s insurance over %i days is offered: %s @quote-11', (product, days, offered) => {
    expect(termProblem(product, 20_000, 20_000 + days) === null).toBe(offered);
  });

  test('a term that ends before it starts is refused with that reason', () => {
    expect(termProblem('home', 20_010, 20_000)).toBe('The end date is before the start date.');
  });
});

describe('start of a term', () => {
  const today = day('2026-11-21');

  test.each([
    ['2026-11-20', 'Cover cannot start before today.'],
    ['2026-11-21', null],
    ['2027-11-21', null],
    ['2027-11-22', 'Cover can start at most one year ahead, by November 21, 2027.'],
    ['2090-01-01', 'Cover can start at most one year ahead, by November 21, 2027.'],
    ['2150-01-01', 'Cover can start at most one year ahead, by November 21, 2027.'],
  ])('cover can start on %s only from today to one year ahead', (start, problem) => {
    expect(startProblem(day(start), today)).toBe(problem);
  });
});

test('the price on the travel card is the price of a trip of the usual length @dashboard-3', () => {
  const { premium, days } = price('travel', 0, PRODUCTS.travel.defaultDays);
  expect(premium).toBe(25);
  expect(PRODUCTS.travel.startingPrice).toBe(formatPremium(premium, days));
});
