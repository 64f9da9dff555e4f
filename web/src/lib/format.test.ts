import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDay } from '#domain/read-day.ts';
import { countdown, longDate, longMoment, shortDay, trimZeros } from './format.ts';

const days = fc.integer({ min: -20_000, max: 80_000 });

describe('dates', () => {
  it('long dates are shown in UTC, whatever the machine’s time zone @quote-29', () => {
    expect(longDate('2026-11-21')).toBe('November 21, 2026');
    expect(longDate('2026-11-21T23:59:59Z')).toBe('November 21, 2026');
    expect(longMoment('2026-11-21T09:05:00Z')).toBe('November 21, 2026 at 9:05 AM UTC');
  });

  it('text that is not a date stays as it is', () => {
    expect(longDate('soon')).toBe('soon');
    expect(longMoment('')).toBe('');
  });

  it('every formatted day parses back to itself', () => {
    fc.assert(fc.property(days, (day) => readDay(shortDay(day)) === day));
  });
});

describe('countdown', () => {
  it('a countdown shows minutes and seconds and stops at zero', () => {
    expect(countdown(245_000)).toBe('4:05');
    expect(countdown(59_001)).toBe('1:00');
    expect(countdown(-5)).toBe('0:00');
  });
});

describe('trimZeros', () => {
  it('trailing zeros are removed', () => {
    expect(trimZeros('0.600000')).toBe('0.6');
    expect(trimZeros('960.000000')).toBe('960');
    expect(trimZeros('1200')).toBe('1200');
    expect(trimZeros('0.000000000000000001')).toBe('0.000000000000000001');
  });
});
