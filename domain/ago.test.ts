import { describe, expect, it } from 'vitest';
import { timeAgo, timeLeft } from './ago.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('timeAgo', () => {
  it.each([
    ['2026-11-21T12:00:05Z', 'just now'],
    ['2026-11-21T11:59:01Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T11:00:01Z', '59 minutes ago'],
    ['2026-11-21T10:00:00Z', '2 hours ago'],
    ['2026-11-20T12:00:00Z', '1 day ago'],
    ['2026-10-23T12:00:00Z', '29 days ago'],
    ['2026-10-22T12:00:00Z', 'October 22, 2026'],
  ])('%s is shown as %s', (iso, shown) => {
    expect(timeAgo(iso, NOW)).toBe(shown);
  });
});

describe('the time until a promise', () => {
  const now = Date.parse('2026-11-26T11:00:00Z');

  it.each([
    ['2026-11-26T11:59:59Z', 'less than an hour'],
    ['2026-11-26T12:00:00Z', '1 hour'],
    ['2026-11-29T10:59:00Z', '71 hours'],
    ['2026-11-29T11:00:00Z', '3 days'],
    ['2026-11-26T11:00:00Z', null],
    ['2026-11-20T11:00:00Z', null],
  ])('until %s is %j', (at, text) => {
    expect(timeLeft(at, now)).toBe(text);
  });
});
