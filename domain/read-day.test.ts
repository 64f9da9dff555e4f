import { expect, test } from 'vitest';
import { formatDay } from './days.ts';
import { dayProblem, readDay } from './read-day.ts';

const read = (text: string) => {
  const day = readDay(text);
  return day === null ? null : formatDay(day);
};

test.each([
  ['11/28/2026', '2026-11-28'],
  ['1/2/2026', '2026-01-02'],
  ['11/28/26', '2026-11-28'],
  ['05/12/62', '1962-05-12'],
  ['11282026', '2026-11-28'],
  ['05121962', '1962-05-12'],
  ['112826', '2026-11-28'],
  ['2026-11-28', '2026-11-28'],
  ['2026/11/28', '2026-11-28'],
  ['2026.11.28', '2026-11-28'],
  ['20261128', '2026-11-28'],
  ['28.11.2026', '2026-11-28'],
  ['28. 11. 2026', '2026-11-28'],
  ['28/11/2026', '2026-11-28'],
  ['28-11-2026', '2026-11-28'],
  ['11-28-2026', '2026-11-28'],
  ['05.05.1962', '1962-05-05'],
  ['Nov 28, 2026', '2026-11-28'],
  ['28 November 2026', '2026-11-28'],
  ['Sept. 3 2026', '2026-09-03'],
  ['2026 Nov 28', '2026-11-28'],
  ['１１／２８／２０２６', '2026-11-28'],
  [' 11/28/2026\u200e', '2026-11-28'],
])('the date typed as %s is read as %s', (text, day) => {
  expect(read(text)).toBe(day);
  expect(dayProblem(text)).toBeNull();
});

test.each([
  ['05.12.1962', 'Do you mean May 12, 1962 or December 5, 1962? Please enter it as MM/DD/YYYY.'],
  ['5-12-1962', 'Do you mean May 12, 1962 or December 5, 1962? Please enter it as MM/DD/YYYY.'],
])('the date %s, which can be read in two orders, is asked about', (text, question) => {
  expect(readDay(text)).toBeNull();
  expect(dayProblem(text)).toBe(question);
});

test.each([
  '',
  'yesterday',
  '02/30/2026',
  '13/13/2026',
  '1128202',
  '11/28',
  '11/28/202',
  'Foo 3 2026',
  '2026-02-30',
])('%s is no date, and the sentence names the form', (text) => {
  expect(readDay(text)).toBeNull();
  expect(dayProblem(text)).toBe('Please enter the date as MM/DD/YYYY, such as 11/28/2026.');
});
