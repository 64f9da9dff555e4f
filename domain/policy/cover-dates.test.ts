import { expect, test } from 'vitest';
import { parseDay } from '#domain/days.ts';
import { coverStartDay, coverStartText, startsEarly } from './cover-dates.ts';

const day = (text: string) => parseDay(text) as number;

test('a trip is covered from the day of its quote, and everything else from the first day of its term', () => {
  const [today, start] = [day('2026-11-25'), day('2027-06-03')];
  expect(coverStartDay('travel', start, today)).toBe(today);
  expect(coverStartDay('home', start, today)).toBe(start);
  expect(coverStartDay('car', start, today)).toBe(start);
  // It is still yesterday where the traveler is.
  expect(coverStartDay('travel', today - 1, today)).toBe(today - 1);
});

test('both dates of a trip are said in one sentence, and none for cover that starts with its term', () => {
  const trip = { coverStart: '2026-11-25', start: '2027-06-03' };
  expect(coverStartText(trip)).toBe('Cancellation from November 25, 2026, medical from June 3, 2027');
  expect(coverStartText(trip, Date.parse('2026-11-25T23:00:00Z'))).toBe(
    'Cancellation from today, medical from June 3, 2027',
  );
  expect(coverStartText(trip, Date.parse('2026-11-26T00:00:00Z'))).toBe(
    'Cancellation from November 25, 2026, medical from June 3, 2027',
  );
  const atOnce = { coverStart: '2026-11-25', start: '2026-11-25' };
  expect([startsEarly(trip), startsEarly(atOnce), coverStartText(atOnce)]).toEqual([true, false, null]);
});
