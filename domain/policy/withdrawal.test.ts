import { expect, test } from 'vitest';
import { withdrawableUntil } from './withdrawal.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const facts = {
  trip: false,
  purchasedAt: at('2026-11-10T15:30:00Z'),
  startsAt: at('2026-11-20T00:00:00Z'),
  coverUntil: at('2027-11-20T00:00:00Z'),
  days: 365,
};
const until = (change: Partial<typeof facts> = {}) =>
  new Date(withdrawableUntil({ ...facts, ...change }) * 1000).toISOString();

test('a contract can be withdrawn from until its 14th day is over everywhere on earth, also when cover has begun', () => {
  expect(until()).toBe('2026-11-25T12:00:00.000Z');
  expect(until({ startsAt: at('2026-11-10T00:00:00Z') })).toBe('2026-11-25T12:00:00.000Z');
});

test.each([
  ['-12:00', '2026-11-24T23:59:59-12:00'],
  ['-05:00', '2026-11-24T23:59:59-05:00'],
  ['+14:00', '2026-11-25T23:59:59+14:00'],
])('the last second of the 14th day counts for a holder at UTC%s', (_, last) => {
  expect(at(last)).toBeLessThan(withdrawableUntil(facts));
});

test('a contract of home or car cannot be withdrawn from after its cover has ended, however short it is', () => {
  expect(until({ coverUntil: at('2026-11-15T00:00:00Z'), days: 30 })).toBe('2026-11-15T00:00:00.000Z');
});

test('a trip of up to 30 days can be withdrawn from until its first day, and within the 14 days', () => {
  const trip = true;
  expect(until({ trip, days: 30 })).toBe('2026-11-20T00:00:00.000Z');
  expect(until({ trip, days: 30, startsAt: at('2027-03-01T00:00:00Z') })).toBe('2026-11-25T12:00:00.000Z');
  expect(until({ trip, days: 31 })).toBe('2026-11-25T12:00:00.000Z');
});
