import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addBusinessDays,
  addYears,
  dayEnd,
  dayOf,
  dayStart,
  formatDay,
  formatUsMoment,
  parseDay,
} from './days.ts';

const day = (text: string) => parseDay(text) as number;

test('a day number converts to text and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), (number) => {
      expect(parseDay(formatDay(number))).toBe(number);
    }),
  );
  expect(parseDay('1970-01-01')).toBe(0);
});

test('a moment in a sentence has the American date and the time in UTC', () => {
  expect(formatUsMoment(Date.parse('2026-11-21T23:05:59.999Z'))).toBe('November 21, 2026, 23:05 UTC');
});

test('text that is not a real calendar day is refused', () => {
  for (const text of [
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '26-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '',
  ]) {
    expect(parseDay(text), text).toBeNull();
  }
});

test('a day ends where the next one starts', () => {
  expect(dayEnd(100)).toBe(dayStart(101));
  expect(dayOf(dayStart(100) * 1000)).toBe(100);
  expect(dayOf(dayEnd(100) * 1000 - 1)).toBe(100);
});

test('a year later is the same calendar day, and February 29 becomes February 28', () => {
  expect(formatDay(addYears(day('2026-11-21'), 1))).toBe('2027-11-21');
  expect(formatDay(addYears(day('2028-02-29'), 1))).toBe('2029-02-28');
  expect(formatDay(addYears(day('2027-02-28'), 1))).toBe('2028-02-28');
});

test('business days skip Saturday and Sunday and keep the time of day', () => {
  const after = (at: string, days: number) => new Date(addBusinessDays(Date.parse(at), days)).toISOString();
  expect(after('2026-11-20T15:30:00.000Z', 1)).toBe('2026-11-23T15:30:00.000Z');
  expect(after('2026-11-23T15:30:00.000Z', 5)).toBe('2026-11-30T15:30:00.000Z');
  expect(after('2026-11-21T09:00:00.000Z', 5)).toBe('2026-11-27T09:00:00.000Z');
});
