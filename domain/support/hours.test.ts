import { describe, expect, it } from 'vitest';
import { isSupportTime, supportSlots } from './hours.ts';

const at = (iso: string) => isSupportTime(Date.parse(iso));

describe('phone support hours', () => {
  it.each([
    ['Friday 9:00 AM in winter', '2026-11-20T14:00:00Z', true],
    ['Friday 8:59 AM in winter', '2026-11-20T13:59:00Z', false],
    ['Friday 5:59 PM in winter', '2026-11-20T22:59:00Z', true],
    ['Friday 6:00 PM in winter', '2026-11-20T23:00:00Z', false],
    ['Saturday 10:00 AM', '2026-11-21T15:00:00Z', false],
    ['Sunday 10:00 AM', '2026-11-22T15:00:00Z', false],
    ['Monday 9:00 AM, the day after the clocks went forward', '2026-03-09T13:00:00Z', true],
    ['Friday 8:00 AM, two days before the clocks go forward', '2026-03-06T13:00:00Z', false],
    ['Monday 6:00 PM in summer', '2026-03-09T22:00:00Z', false],
    ['Monday 8:00 AM, the day after the clocks went back', '2026-11-02T13:00:00Z', false],
    ['Thursday 9:00 AM, before the clocks go back', '2026-10-29T13:00:00Z', true],
  ])('phone support on %s in New York (%s) is open: %s @claims-42', (_, iso, open) => {
    expect(at(iso)).toBe(open);
  });

  it('phone support offers calls every half hour and none on the weekend', () => {
    const from = Date.parse('2026-11-20T22:10:00Z');
    const slots = supportSlots(from, Date.parse('2026-11-23T15:00:00Z'));
    expect(slots.map((slot) => new Date(slot).toISOString())).toEqual([
      '2026-11-20T22:30:00.000Z',
      '2026-11-23T14:00:00.000Z',
      '2026-11-23T14:30:00.000Z',
      '2026-11-23T15:00:00.000Z',
    ]);
  });
});
