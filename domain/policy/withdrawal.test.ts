import { expect, test } from 'vitest';
import { isVoluntary, withdrawableUntil, withdrawalText } from './withdrawal.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const facts = {
  purchasedAt: at('2026-11-10T15:30:00Z'),
  startsAt: at('2026-11-20T00:00:00Z'),
  coverUntil: at('2027-11-20T00:00:00Z'),
  days: 365,
};
const until = (change: Partial<typeof facts> = {}) =>
  new Date(withdrawableUntil({ ...facts, ...change }) * 1000).toISOString();

test('a contract can be withdrawn from for 14 days from the second of its purchase, also when cover has begun', () => {
  expect(until()).toBe('2026-11-24T15:30:00.000Z');
  expect(until({ startsAt: at('2026-11-10T00:00:00Z') })).toBe('2026-11-24T15:30:00.000Z');
});

test('a contract of 30 days or more cannot be withdrawn from after its cover has ended', () => {
  expect(until({ coverUntil: at('2026-11-15T00:00:00Z'), days: 30 })).toBe('2026-11-15T00:00:00.000Z');
});

test('a trip of less than 30 days can be withdrawn from until its first day, and within the 14 days', () => {
  expect(until({ days: 29 })).toBe('2026-11-20T00:00:00.000Z');
  expect(until({ days: 29, startsAt: at('2027-03-01T00:00:00Z') })).toBe('2026-11-24T15:30:00.000Z');
  expect(until({ days: 30 })).toBe('2026-11-24T15:30:00.000Z');
});

test('only where terms of less than 30 days are sold is it said that the law gives no right for them', () => {
  expect([29, 30].map(isVoluntary)).toEqual([true, false]);
  expect(withdrawalText(30)).toHaveLength(1);
  expect(withdrawalText(1)[1]).toContain('the law gives no such right');
});
