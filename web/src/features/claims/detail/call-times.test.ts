import { describe, expect, it } from 'vitest';
import { parseDay } from '#domain/days.ts';
import { callTimes } from './call-times.ts';

const NOW = Date.parse('2026-11-27T10:00:00Z');
const times = (day: string) => callTimes(parseDay(day) ?? 0, NOW);

/** What the calendar offers in each tested zone: day, first time and last time, or none. */
const OFFERED: Record<string, [string, string | undefined, string | undefined][]> = {
  'America/Los_Angeles': [
    ['2026-11-27', '6:00 AM (9:00 AM in New York)', '2:30 PM (5:30 PM in New York)'],
    ['2026-11-28', undefined, undefined],
    ['2026-11-30', '6:00 AM (9:00 AM in New York)', '2:30 PM (5:30 PM in New York)'],
  ],
  'Pacific/Auckland': [
    ['2026-11-28', '3:00 AM (9:00 AM in New York)', '11:30 AM (5:30 PM in New York)'],
    ['2026-11-30', undefined, undefined],
    ['2026-12-01', '3:00 AM (9:00 AM in New York)', '11:30 AM (5:30 PM in New York)'],
  ],
};

describe('call times in the local time zone', () => {
  it.each(
    OFFERED[process.env.TEST_ZONE ?? ''] ?? [],
  )('on %s, call times start at %s and end at %s in the customer’s time zone @claims-42', (day, first, last) => {
    expect(times(day)[0]?.label).toBe(first);
    expect(times(day).at(-1)?.label).toBe(last);
  });

  it('no call times are offered in the past or more than 30 days ahead', () => {
    expect(times('2026-12-29')).toEqual([]);
    expect(times('2026-11-25')).toEqual([]);
  });
});
