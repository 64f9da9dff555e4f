import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, parseDay } from '#domain/days.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { checkTerm, defaultTerm, linkedTerm, withStart } from './term.ts';

const NOW = Date.parse('2027-03-10T15:00:00Z');
const TODAY = NOW / 86_400_000 - 15 / 24;
const day = (text: string) => parseDay(text) as number;

describe('linkedTerm', () => {
  it('a link can set dates that are on offer today', () => {
    const link = { start: '2027-04-01', end: '2027-05-01' };
    expect(linkedTerm('home', link, NOW)).toEqual({ start: day('2027-04-01'), end: day('2027-05-01') });
  });

  it('past, reversed, too short and invalid dates in a link give the default term', () => {
    for (const link of [
      {},
      { start: '2027-03-09', end: '2028-03-09' },
      { start: '2027-05-01', end: '2027-04-01' },
      { start: '2027-04-01', end: '2027-04-02' },
      { start: '<script>', end: '2027-02-30' },
    ]) {
      expect(linkedTerm('home', link, NOW)).toEqual(defaultTerm('home', dayOf(NOW)));
    }
  });

  it('every product opens with a price, whatever the link says', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PRODUCT_KEYS), fc.string(), fc.string(), (product, start, end) => {
        const term = linkedTerm(product, { start, end }, NOW);
        expect(checkTerm(product, PRODUCTS[product].defaultChoice, term, TODAY).price).not.toBeNull();
      }),
    );
  });
});

describe('withStart', () => {
  it('a new start keeps an end that still fits and moves one that is too early', () => {
    const term = { start: day('2027-04-01'), end: day('2027-06-01') };
    expect(withStart('home', term, day('2027-04-15')).end).toBe(term.end);
    expect(withStart('home', term, day('2027-05-20')).end).toBe(day('2028-05-20'));
    expect(withStart('home', term, null)).toEqual({ start: null, end: term.end });
  });
});

describe('checkTerm', () => {
  it('the price check names the invalid date @quote-10', () => {
    expect(
      checkTerm('car', PRODUCTS.car.defaultChoice, { start: TODAY - 1, end: TODAY + 60 }, TODAY).startError,
    ).toContain('before today');
    expect(
      checkTerm('car', PRODUCTS.car.defaultChoice, { start: TODAY, end: null }, TODAY).endError,
    ).toContain('MM/DD/YYYY');
    expect(
      checkTerm('car', PRODUCTS.car.defaultChoice, { start: TODAY, end: TODAY + 5 }, TODAY).endError,
    ).toContain('30 days');
  });

  it('the shortest and longest term of each product has a price, and nothing beyond does @quote-11', () => {
    for (const product of PRODUCT_KEYS) {
      const { minDays, maxDays } = PRODUCTS[product];
      const priced = (days: number) =>
        checkTerm(product, PRODUCTS[product].defaultChoice, { start: TODAY, end: TODAY + days }, TODAY).price;
      expect(priced(minDays)).not.toBeNull();
      expect(priced(maxDays)).not.toBeNull();
      expect(priced(minDays - 1)).toBeNull();
      expect(priced(maxDays + 1)).toBeNull();
    }
  });
});
