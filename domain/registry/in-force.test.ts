import { expect, test } from 'vitest';
import { inForceOn } from './in-force.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const day = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / 86_400_000;

const term = { start: at('2026-11-21T09:30:00Z'), end: at('2027-11-22T00:00:00Z') };

test.each([
  ['the day before its first one', '2026-11-20', { answer: 'not_yet' }],
  ['its first day, from the payment on', '2026-11-21', { answer: 'in_force', from: term.start, until: null }],
  ['a day in between', '2027-02-01', { answer: 'in_force', from: null, until: null }],
  ['its last day, until midnight', '2027-11-21', { answer: 'in_force', from: null, until: null }],
  ['the day after its last one', '2027-11-22', { answer: 'over' }],
])('cover on %s', (_, iso, answer) => {
  expect(inForceOn(term, day(iso))).toEqual(answer);
});

test('cover that a refund ended is in force on that day until the moment of the refund', () => {
  const ended = { start: term.start, end: at('2026-12-01T18:00:00Z') };
  expect(inForceOn(ended, day('2026-12-01'))).toEqual({ answer: 'in_force', from: null, until: ended.end });
  expect(inForceOn(ended, day('2026-12-02'))).toEqual({ answer: 'over' });
});

test('cover that begins and ends on one day names both moments', () => {
  const short = { start: term.start, end: term.start + 60 };
  expect(inForceOn(short, day('2026-11-21'))).toEqual({
    answer: 'in_force',
    from: short.start,
    until: short.end,
  });
});

test('void cover is in force on no day', () => {
  for (const iso of ['2026-11-20', '2026-11-21', '2026-11-22']) {
    expect(inForceOn({ start: term.start, end: term.start }, day(iso))).toEqual({ answer: 'void' });
  }
});
