import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cutDown,
  formatUnits,
  formatUsd,
  grouped,
  parseDecimal,
  unitsToUsdCents,
  unitsToUsdMicros,
  usdToUnits,
} from './money.ts';

const rates = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 10 }))
  .map(([units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0');
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  });
const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
const decimals = fc.integer({ min: 0, max: 18 });

describe('dollars to base units', () => {
  test('$1,200 at $2,000 a coin is exactly 0.6 coins', () => {
    expect(usdToUnits(120_000n, '2000', 18, 'up')).toBe(600_000_000_000_000_000n);
  });

  test('a payment rounds up and a payout rounds down to a base unit', () => {
    expect(usdToUnits(100n, '3', 6, 'up')).toBe(333_334n);
    expect(usdToUnits(100n, '3', 6, 'down')).toBe(333_333n);
  });

  test('rounding up and down differ by at most one base unit, and a payment is worth at least its dollars', () => {
    fc.assert(
      fc.property(cents, rates, decimals, (usd, rate, places) => {
        const up = usdToUnits(usd, rate, places, 'up');
        const down = usdToUnits(usd, rate, places, 'down');
        expect(up - down === 0n || up - down === 1n).toBe(true);
        expect(unitsToUsdCents(up, rate, places)).toBeGreaterThanOrEqual(usd);
        expect(unitsToUsdCents(down, rate, places)).toBeLessThanOrEqual(usd);
      }),
    );
  });

  test('an amount of less than a cent has a value in millionths of a dollar, rounded down', () => {
    // 0.000001 ETH at 2,999.99 dollars.
    expect(unitsToUsdMicros(10n ** 12n, '2999.99', 18)).toBe(2999n);
    expect(unitsToUsdCents(10n ** 12n, '2999.99', 18)).toBe(0n);
  });

  test('a zero rate, a negative rate and scientific notation are refused', () => {
    for (const rate of ['0', '0.000', '-1', '1e3', '', '1.', '.5', ' 1', '1,5']) {
      expect(() => usdToUnits(100n, rate, 18, 'up'), rate).toThrow(RangeError);
    }
  });
});

test('a decimal string keeps every digit when it is parsed', () => {
  expect(parseDecimal('0.000000000000000001')).toEqual({ units: 1n, scale: 18 });
  expect(parseDecimal('2000')).toEqual({ units: 2000n, scale: 0 });
});

describe('base units as text', () => {
  test('an amount in base units is shown exactly, or rounded up when places are cut @payment-9', () => {
    expect(formatUnits(600_000_000_000_000_000n, 18)).toBe('0.600000000000000000');
    expect(formatUnits(600_000_000_000_000_000n, 18, 4)).toBe('0.6000');
    expect(formatUnits(600_000_000_000_000_001n, 18, 4)).toBe('0.6001');
    expect(formatUnits(5n, 0)).toBe('5');
    expect(formatUnits(0n, 6, 2)).toBe('0.00');
  });
});

test('dollars are written with thousands separators @policies-12', () => {
  expect(formatUsd(500_000)).toBe('$500,000');
  expect([0, -0, 999, 1000, -1_234_567].map(formatUsd)).toEqual([
    '$0',
    '$0',
    '$999',
    '$1,000',
    '-$1,234,567',
  ]);
});

test('a balance is cut to four decimals, never rounded up, and stays whole with fewer decimals', () => {
  expect(cutDown(999_974_999_996_666_667n, 12)).toBe(999_974_999_900_000_000n);
  expect(cutDown(1_200_000_001n, 6)).toBe(1_200_000_000n);
  expect(cutDown(123n, 2)).toBe(123n);
});

test.each([
  ['1200.50', '1,200.50'],
  ['0.0001', '0.0001'],
  ['123456789012345678901234567890', '123,456,789,012,345,678,901,234,567,890'],
  ['999', '999'],
])('%s with thousands separators is %s', (decimal, text) => {
  expect(grouped(decimal)).toBe(text);
});
