import { describe, expect, it } from 'vitest';
import { periodName, periodStart } from './figures.ts';

describe('the period of a report', () => {
  it.each([
    ['month', '2026-11-22', 0, '2026-11-01'],
    ['month', '2026-01-31', -1, '2025-12-01'],
    ['month', '2026-12-31', 1, '2027-01-01'],
    ['month', '2028-02-29', 0, '2028-02-01'],
    ['month', '2028-02-29', 1, '2028-03-01'],
    ['quarter', '2026-11-22', 0, '2026-10-01'],
    ['quarter', '2026-01-01', -1, '2025-10-01'],
    ['quarter', '2026-12-31', 1, '2027-01-01'],
    ['quarter', '2026-03-31', 0, '2026-01-01'],
    ['year', '2026-11-22', 0, '2026-01-01'],
    ['year', '2026-12-31', 1, '2027-01-01'],
    ['year', '2028-02-29', -1, '2027-01-01'],
  ] as const)('the %s of %s, moved by %i, begins on %s', (period, day, by, start) => {
    expect(periodStart(period, day, by)).toBe(start);
  });

  it('periods are named as people say them, in any time zone', () => {
    expect(periodName('month', '2026-11-01')).toBe('November 2026');
    expect(periodName('quarter', '2026-10-01')).toBe('Q4 2026');
    expect(periodName('quarter', '2026-01-01')).toBe('Q1 2026');
    expect(periodName('year', '2026-01-01')).toBe('2026');
  });
});
