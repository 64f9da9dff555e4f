import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '#domain/days.ts';
import { localMoment, localToday, localZone } from './local-time.ts';

const days = fc.integer({ min: 0, max: 40_000 });
const times = fc.constantFrom('09:30', '12:00', '22:30');

describe('local time', () => {
  it('a local time is what the customer’s clock shows on the chosen day @claims-42', () => {
    fc.assert(
      fc.property(days, times, (day, time) => {
        const at = localMoment(day, time);
        const shown = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
        expect(shown).toEqual(formatDay(day).split('-').map(Number));
        expect([at.getHours(), at.getMinutes()]).toEqual(time.split(':').map(Number));
      }),
    );
  });

  it('today is the day in the customer’s time zone', () => {
    const evening = new Date(2026, 10, 27, 23, 59);
    expect(localToday(evening.getTime())).toBe(parseDay('2026-11-27'));
    expect(localToday(new Date(2026, 10, 28, 0, 0).getTime())).toBe(parseDay('2026-11-28'));
  });

  it('the customer’s time zone is named', () => {
    expect(localZone().length).toBeGreaterThan(2);
  });
});
