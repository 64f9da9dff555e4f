import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  comparedSpans,
  daysBetween,
  daysIn,
  daysTo,
  lastDay,
  lastDays,
  monthsOfPeriod,
  monthsTo,
  quarterOf,
  quartersTo,
  today,
} from './periods.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a day begins at midnight UTC, whatever the time zone of the process', () => {
  for (const name of ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata']) {
    process.env.TZ = name;
    expect(today(Date.parse('2026-03-31T23:59:59.999Z')), name).toBe('2026-03-31');
    expect(today(Date.parse('2026-04-01T00:00:00.000Z')), name).toBe('2026-04-01');
    expect(addDays('2026-03-28', 2), name).toBe('2026-03-30');
    expect(addDays('2026-11-01', 1), name).toBe('2026-11-02');
    expect(lastDay('2026-02'), name).toBe('2026-02-28');
    expect(comparedSpans('last_month', '2026-03-29'), name).toEqual({
      current: { from: '2026-03-01', to: '2026-03-29' },
      previous: { from: '2026-02-01', to: '2026-02-28' },
    });
  }
});

test('months count over the turn of the year, and know their days in leap years', () => {
  expect(addMonths('2026-11', 2)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-01', -13)).toBe('2024-12');
  expect(addMonths('2026-12', 0)).toBe('2026-12');
  expect(addMonths('0198-12', 1)).toBe('0199-01');
  expect(() => daysIn('9999-12')).toThrow('There is no day 10000-01-01.');
  expect(['2023-02', '2024-02', '2000-02', '2100-02', '2026-12'].map(daysIn)).toEqual([28, 29, 29, 28, 31]);
  expect(monthsTo('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(daysTo('2024-03-01', 3)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
});

test('the last days follow right after the days before them, and both are equally many', () => {
  expect(lastDays('2024-03-30', 30)).toEqual({
    current: { from: '2024-03-01', to: '2024-03-30' },
    previous: { from: '2024-01-31', to: '2024-02-29' },
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 1, max: 90 }), (day, count) => {
      const { current, previous } = lastDays(today(day * 86_400_000), count);
      expect(daysBetween(current.from, current.to)).toBe(count - 1);
      expect(daysBetween(previous.from, previous.to)).toBe(count - 1);
      expect(addDays(previous.to, 1)).toBe(current.from);
    }),
  );
});

test('quarters are named by number and year', () => {
  expect(['2026-01', '2026-03', '2026-04', '2026-12'].map(quarterOf)).toEqual([
    '2026-Q1',
    '2026-Q1',
    '2026-Q2',
    '2026-Q4',
  ]);
  expect(quartersTo('2026-02', 3)).toEqual(['2025-Q3', '2025-Q4', '2026-Q1']);
  expect(quartersTo('2026-11', 12)).toHaveLength(12);
});

test('a period has all of its months, whichever of them it is requested by', () => {
  expect(monthsOfPeriod('month', '2026-05')).toEqual(['2026-05']);
  expect(monthsOfPeriod('quarter', '2026-06')).toEqual(['2026-04', '2026-05', '2026-06']);
  expect(monthsOfPeriod('quarter', '2026-10')).toEqual(['2026-10', '2026-11', '2026-12']);
  expect(monthsOfPeriod('year', '2026-08')).toHaveLength(12);
  expect(monthsOfPeriod('year', '2026-08')[0]).toBe('2026-01');
});

describe('a comparison', () => {
  test.each([
    ['last_month', '2026-11-22', '2026-11-01', '2026-10-01', '2026-10-22'],
    ['last_month', '2026-03-31', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['last_month', '2024-03-31', '2024-03-01', '2024-02-01', '2024-02-29'],
    ['last_month', '2026-01-01', '2026-01-01', '2025-12-01', '2025-12-01'],
    ['last_month', '2026-02-28', '2026-02-01', '2026-01-01', '2026-01-28'],
    ['last_quarter', '2026-05-31', '2026-04-01', '2026-01-01', '2026-02-28'],
    ['last_quarter', '2026-02-15', '2026-01-01', '2025-10-01', '2025-11-15'],
    ['last_quarter', '2026-12-31', '2026-10-01', '2026-07-01', '2026-09-30'],
    ['last_year', '2024-02-29', '2024-01-01', '2023-01-01', '2023-02-28'],
    ['last_year', '2025-02-28', '2025-01-01', '2024-01-01', '2024-02-28'],
    ['last_year', '2026-12-31', '2026-01-01', '2025-01-01', '2025-12-31'],
  ] as const)('with %s on %s looks at the same days', (compareWith, day, from, before, to) => {
    expect(comparedSpans(compareWith, day)).toEqual({
      current: { from, to: day },
      previous: { from: before, to },
    });
  });
});
