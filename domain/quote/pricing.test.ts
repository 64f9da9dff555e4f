import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay } from '#domain/days.ts';
import { formatPremium } from '#domain/policy/lifecycle.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import { chargedDays, price, startProblem, termProblem } from './pricing.ts';

const day = (text: string) => parseDay(text) as number;

const DEFAULTS = {
  home: { coverage: 500_000, deductible: 2500 },
  car: { coverage: 100_000, deductible: 500 },
  travel: { coverage: 100_000, deductible: 0 },
};

/** Yearly premiums by cover and deductible, in US dollars (product.md §2). */
const TARIFF: Record<ProductKey, Record<number, Record<number, number>>> = {
  home: {
    200000: { 5000: 600, 2500: 660, 1000: 740 },
    350000: { 5000: 850, 2500: 935, 1000: 1050 },
    500000: { 5000: 1090, 2500: 1200, 1000: 1345 },
  },
  car: { 100000: { 500: 960, 250: 1040, 0: 1150 } },
  travel: { 100000: { 0: 300 }, 250000: { 0: 420 }, 1000000: { 0: 600 } },
};
const CHOICES = Object.entries(TARIFF).flatMap(([product, covers]) =>
  Object.entries(covers).flatMap(([coverage, deductibles]) =>
    Object.entries(deductibles).map(([deductible, base]) => ({
      product: product as ProductKey,
      choice: { coverage: Number(coverage), deductible: Number(deductible) },
      base,
    })),
  ),
);

const anyChoice = fc.constantFrom(...CHOICES);

describe('premium', () => {
  test('a calendar year of the default choice costs the specification’s premium, leap year or not @quote-26', () => {
    expect(price('home', DEFAULTS.home, day('2026-11-21'), day('2027-11-21')).premium).toBe(1200);
    expect(price('car', DEFAULTS.car, day('2027-06-01'), day('2028-06-01'))).toMatchObject({
      days: 365,
      premium: 960,
    });
    expect(price('travel', DEFAULTS.travel, 0, 365).premium).toBe(300);
    expect(chargedDays(day('2028-02-29'), day('2029-02-28'))).toBe(365);
  });

  test.each(CHOICES)('a year of $product with $choice costs $base dollars', ({ product, choice, base }) => {
    expect(price(product, choice, 0, 365)).toEqual({
      ...choice,
      basePerYear: base,
      days: 365,
      premium: base,
      shares: [base],
      insured: choice.coverage,
      lines: [{ label: 'One year', cents: base * 100 }],
    });
  });

  test('366 days that are not a calendar year cost one day more', () => {
    expect(price('home', DEFAULTS.home, day('2026-01-01'), day('2027-01-02'))).toMatchObject({
      days: 366,
      premium: 1203,
    });
  });

  test('the lines of a short term end with what rounding to the dollar adds or takes off', () => {
    const home = price('home', { coverage: 350_000, deductible: 5000 }, 0, 30);
    expect(home).toMatchObject({ premium: 70, basePerYear: 850 });
    expect(home.lines).toEqual([
      { label: '$850 ÷ 365 × 30', cents: 6986 },
      { label: 'Rounded to the dollar', cents: 14 },
    ]);
    const trip = price('travel', DEFAULTS.travel, day('2026-12-01'), day('2027-01-01'));
    expect(trip.premium).toBe(25);
    expect(trip.lines).toEqual([
      { label: '$300 ÷ 365 × 31', cents: 2548 },
      { label: 'Rounded to the dollar', cents: -48 },
    ]);
  });

  test('each claim-free year takes 5 % off in a line of its own, and the lines add up', () => {
    const noClaims = (years: number) => ({ years, policy_number: 'POL-004' });
    const home = (years: number) => price('home', DEFAULTS.home, 0, 365, noClaims(years));
    expect([1, 2, 3].map((years) => home(years).premium)).toEqual([1140, 1080, 1020]);
    expect(home(1).lines).toEqual([
      { label: 'One year', cents: 120_000 },
      { label: 'No claims on POL-004, read from the registry: −5 %', cents: -6000 },
    ]);
    expect(price('car', { coverage: 100_000, deductible: 250 }, 0, 31, noClaims(3))).toMatchObject({
      premium: 75,
      lines: [
        { label: '$1,040 ÷ 365 × 31', cents: 8833 },
        { label: 'No claims on POL-004, read from the registry: −15 %', cents: -1325 },
        { label: 'Rounded to the dollar', cents: -8 },
      ],
    });
  });

  test('a renewal with claim-free years never costs more, and what exact fractions give', () => {
    fc.assert(
      fc.property(
        anyChoice,
        fc.integer({ min: 1, max: 366 }),
        fc.integer({ min: 1, max: 3 }),
        ({ product, choice, base }, days, years) => {
          const renewed = price(product, choice, 20_001, 20_001 + days, { years, policy_number: 'POL-001' });
          const [numerator, denominator] = [BigInt(base * days) * (100n - 5n * BigInt(years)), 36_500n];
          expect(renewed.premium).toBe(Number((2n * numerator + denominator) / (2n * denominator)));
          expect(renewed.premium).toBeLessThanOrEqual(price(product, choice, 20_001, 20_001 + days).premium);
          expect(renewed.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(renewed.premium * 100);
        },
      ),
    );
  });

  test('each traveler pays a line of their own, a child half of it rounded up, and the lines add up', () => {
    const trip = price('travel', DEFAULTS.travel, 0, 31, null, [false, true]);
    expect(trip).toMatchObject({ premium: 63, shares: [25, 25, 13], insured: 300_000, coverage: 100_000 });
    expect(trip.lines).toEqual([
      { label: 'Traveler 1: $300 ÷ 365 × 31', cents: 2548 },
      { label: 'Traveler 2', cents: 2548 },
      { label: 'Traveler 3, under 18: half', cents: 1274 },
      { label: 'Rounded to the dollar', cents: -70 },
    ]);
    expect(price('travel', DEFAULTS.travel, 0, 1, null, [true])).toMatchObject({
      premium: 2,
      shares: [1, 1],
    });
  });

  const anyTrip = fc.record({
    coverage: fc.constantFrom(100_000, 250_000, 1_000_000),
    days: fc.integer({ min: 1, max: 180 }),
    children: fc.array(fc.boolean(), { maxLength: 8 }),
  });
  const tripPrice = (coverage: number, days: number, children: readonly boolean[]) =>
    price('travel', { coverage, deductible: 0 }, 20_001, 20_001 + days, null, children);

  test('5,000 random trips of up to nine travelers cost what exact fractions give each of them', () => {
    fc.assert(
      fc.property(anyTrip, ({ coverage, days, children }) => {
        const base = BigInt(TARIFF.travel[coverage]?.[0] ?? 0);
        // Half up, and a child's half up again, each in whole numbers: floor((2n + d) / 2d) and ceil(n / 2).
        const adult = (2n * base * BigInt(days) + 365n) / 730n;
        const each = children.map((child) => Number(child ? (adult + 1n) / 2n : adult));
        const total = each.reduce((sum, usd) => sum + usd, Number(adult));
        const trip = tripPrice(coverage, days, children);
        expect([trip.premium, trip.shares]).toEqual([total, [Number(adult), ...each]]);
        expect(trip.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(total * 100);
        expect(trip.insured).toBe(coverage * (children.length + 1));
      }),
      { numRuns: 5000 },
    );
  });

  test('another traveler never costs less, nor does a child cost more than an adult or less than nothing', () => {
    fc.assert(
      fc.property(anyTrip, fc.boolean(), ({ coverage, days, children }, child) => {
        const before = tripPrice(coverage, days, children).premium;
        expect(tripPrice(coverage, days, [...children, child]).premium).toBeGreaterThan(before);
        const [asChild, asAdult] = [true, false].map((age) => tripPrice(coverage, days, [...children, age]));
        expect(asChild?.premium).toBeLessThanOrEqual(asAdult?.premium ?? 0);
      }),
    );
  });

  test('more days never cost several travelers less, and splitting their trip saves each at most a dollar a part', () => {
    fc.assert(
      fc.property(
        anyTrip,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 3 }),
        ({ coverage, children }, parts) => {
          const cost = (days: number) => tripPrice(coverage, days, children).shares;
          const whole = cost(parts.reduce((sum, days) => sum + days, 0));
          for (const [index, share] of whole.entries()) {
            const split = parts.reduce((sum, days) => sum + (cost(days)[index] ?? 0), 0);
            expect(share - split).toBeLessThanOrEqual(parts.length);
            for (const days of parts) expect(share).toBeGreaterThanOrEqual(cost(days)[index] ?? 0);
          }
        },
      ),
    );
  });

  test('a choice that is not sold has no price', () => {
    expect(() => price('home', { coverage: 500_000, deductible: 0 }, 0, 365)).toThrow(RangeError);
    expect(() => price('car', { coverage: 200_000, deductible: 500 }, 0, 365)).toThrow(RangeError);
  });

  test('20,000 random quotes cost what exact fractions give', () => {
    const half = (numerator: bigint, denominator: bigint) =>
      Number((2n * numerator + denominator) / (2n * denominator));
    fc.assert(
      fc.property(anyChoice, fc.integer({ min: 1, max: 366 }), ({ product, choice, base }, days) => {
        const { premium, lines } = price(product, choice, 20_001, 20_001 + days);
        expect(premium).toBe(half(BigInt(base) * BigInt(days), 365n));
        expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(premium * 100);
        expect(lines[0]?.cents).toBe(half(BigInt(base) * 100n * BigInt(days), 365n));
      }),
      { numRuns: 20_000 },
    );
  });

  test('more cover never costs less, a higher deductible never more, and more days never less @quote-26', () => {
    fc.assert(
      fc.property(anyChoice, anyChoice, fc.integer({ min: 1, max: 364 }), (one, other, days) => {
        const cost = ({ product, choice }: typeof one, length = days) =>
          price(product, choice, 20_001, 20_001 + length).premium;
        expect(cost(one, days + 1)).toBeGreaterThanOrEqual(cost(one));
        if (one.product !== other.product) return;
        const covers = one.choice.coverage >= other.choice.coverage;
        const bears = one.choice.deductible <= other.choice.deductible;
        if (covers && bears) expect(cost(one)).toBeGreaterThanOrEqual(cost(other));
      }),
    );
  });

  test('splitting a term never saves more than a dollar a part', () => {
    fc.assert(
      fc.property(
        anyChoice,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 2, maxLength: 4 }),
        (one, parts) => {
          const cost = (days: number) => price(one.product, one.choice, 20_001, 20_001 + days).premium;
          const whole = parts.reduce((sum, days) => sum + days, 0);
          const split = parts.reduce((sum, days) => sum + cost(days), 0);
          expect(cost(whole) - split).toBeLessThanOrEqual(parts.length);
        },
      ),
    );
  });

  test('the shortest term of each product has a premium above zero', () => {
    for (const { product, choice } of CHOICES) {
      expect(price(product, choice, 20_000, 20_000 + PRODUCTS[product].minDays).premium).toBeGreaterThan(0);
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
  const { premium, days } = price('travel', DEFAULTS.travel, 0, PRODUCTS.travel.defaultDays);
  expect(premium).toBe(25);
  expect(PRODUCTS.travel.startingPrice).toBe(formatPremium(premium, days));
});
