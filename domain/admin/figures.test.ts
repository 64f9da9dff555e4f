import { expect, test } from 'vitest';
import { centsOf, changeOf, dollars, ether, percentOf } from './figures.ts';

test('a change is a signed percentage to one decimal, and null if there is nothing to compare with', () => {
  expect(changeOf(1125, 1000)).toBe('+12.5%');
  expect(changeOf(970, 1000)).toBe('-3.0%');
  expect(changeOf(125_000, 100)).toBe('+124,900.0%');
  expect(changeOf(5, 5)).toBe('0.0%');
  expect(changeOf(100_001, 100_000)).toBe('0.0%');
  expect(changeOf(99_999, 100_000)).toBe('0.0%');
  expect(changeOf(0, 4)).toBe('-100.0%');
  expect(changeOf(3, 0)).toBeNull();
  expect(changeOf(0, 0)).toBeNull();
  expect(changeOf(50, -100)).toBe('+150.0%');
  expect(changeOf(4, 3)).toBe('+33.3%');
  expect(changeOf(10_005, 10_000)).toBe('+0.1%');
});

test('a share is a percentage to one decimal, rounded half away from zero', () => {
  expect(percentOf(2, 3)).toBe(66.7);
  expect(percentOf(1, 2000)).toBe(0.1);
  expect(percentOf(-1, 3)).toBe(-33.3);
  expect(percentOf(0, 7)).toBe(0);
  expect(Object.is(percentOf(-1, 1_000_000), 0)).toBe(true);
  expect(percentOf(1, 0)).toBeNull();
  expect(percentOf(1, -5)).toBeNull();
});

test('cents and billionths are exact decimals, also below one and below zero', () => {
  expect([0, 5, 120_000, -7].map(dollars)).toEqual(['0.00', '0.05', '1200.00', '-0.07']);
  expect([0, 600_000_000, 12_345_678_901, -1].map(ether)).toEqual([
    '0.000000000',
    '0.600000000',
    '12.345678901',
    '-0.000000001',
  ]);
});

test('millionths of a dollar are shown in the nearest cents, half away from zero', () => {
  expect([0, 4_999, 5_000, 14_999, -4_999, -5_000, 12_340_000].map(centsOf)).toEqual([
    0, 0, 1, 1, 0, -1, 1234,
  ]);
});
