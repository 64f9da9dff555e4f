import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { suggestedPayout, underpaid } from './payout.ts';
import { causeProblem, coverFor, incidentMoment } from './rules.ts';

describe('the day of an incident', () => {
  /** The day that a calendar in the time zone shows at a moment, `YYYY-MM-DD`. */
  const localDay = (iso: string, timeZone: string) =>
    new Date(iso).toLocaleDateString('en-CA', { timeZone, dateStyle: 'short' });
  const cover = { cover_from: '2026-11-28T02:30:00.000Z', cover_until: '2027-11-28T00:00:00.000Z' };
  const ZONES = ['Etc/GMT+12', 'America/Los_Angeles', 'UTC', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

  test.each(ZONES)('the evening of the purchase can be claimed by the calendar of %s', (zone) => {
    const day = localDay('2026-11-28T03:00:00Z', zone);
    const moment = incidentMoment(day, cover, Date.parse('2026-11-28T03:00:00Z'));
    expect(moment).toBe(Date.parse('2026-11-28T02:30:00Z') / 1000);
  });

  test.each(ZONES)('the last hour of cover can be claimed by the calendar of %s', (zone) => {
    const day = localDay('2027-11-27T23:00:00Z', zone);
    const moment = incidentMoment(day, cover, Date.parse('2027-12-01T12:00:00Z'));
    expect(moment).toBeGreaterThanOrEqual(Date.parse('2027-11-26T00:00:00Z') / 1000);
    expect(moment).toBeLessThan(Date.parse('2027-11-28T00:00:00Z') / 1000);
  });

  test('a day that was over or had not begun anywhere on Earth is refused', () => {
    const at = (day: string, now: string) => incidentMoment(day, cover, Date.parse(now));
    const early = 'This happened before your cover began.';
    const late = 'This happened after your cover ended.';
    const future = 'The incident date cannot be in the future.';
    expect(at('2026-11-26', '2026-12-24T12:00:00Z')).toEqual({ problem: early });
    expect(at('2027-11-29', '2027-12-24T12:00:00Z')).toEqual({ problem: late });
    expect(at('2026-12-25', '2026-12-24T09:59:59Z')).toEqual({ problem: future });
    expect(at('2026-12-25', '2026-12-24T10:00:00Z')).toBe(Date.parse('2026-12-24T10:00:00Z') / 1000);
  });
});

describe('the cause of a claim about a trip', () => {
  const trip = { coverStart: '2026-11-25', start: '2027-06-03' };

  test.each([
    ['cancellation', '2026-11-25', null],
    ['cancellation', '2027-06-03', null],
    ['medical', '2027-06-03', null],
    [null, '2027-06-03', null],
    ['medical', '2027-06-02', /^Before the trip begins on June 3, 2027, only its cancellation is covered\./],
    [null, '2026-12-24', /^Before the trip begins on June 3, 2027, only its cancellation is covered\./],
    ['cancellation', '2027-06-04', /^A cancellation is covered until the departure on June 3, 2027\./],
  ])('the cause %j of an incident on %s is covered only in its own time', (cause, day, problem) => {
    const said = causeProblem(cause, day, trip);
    if (problem === null) expect(said).toBeNull();
    else expect(said).toMatch(problem);
  });

  test('cover that starts with its term asks for no cause', () => {
    const home = { coverStart: '2026-11-25', start: '2026-11-25' };
    expect(causeProblem(null, '2026-11-25', home)).toBeNull();
    expect(causeProblem('cancellation', '2027-01-01', home)).toBeNull();
  });
});

describe('the cover left for a claim', () => {
  const sold = { coverageUsd: 300_000, people: 3, caps: { cancellation: 5000 } };

  test('each traveler has an equal part of the cover, whatever the others were paid', () => {
    expect(coverFor(sold, 'medical', { all: 0, person: 0, cause: 0 })).toBe(100_000);
    expect(coverFor(sold, 'medical', { all: 170_000, person: 70_000, cause: 70_000 })).toBe(30_000);
    expect(coverFor(sold, null, { all: 100_000, person: 100_000, cause: 0 })).toBe(0);
  });

  test('a trip that falls through pays 5,000 dollars for each traveler, less what was paid for that before', () => {
    expect(coverFor(sold, 'cancellation', { all: 0, person: 0, cause: 0 })).toBe(5000);
    expect(coverFor(sold, 'cancellation', { all: 4700, person: 4700, cause: 4700 })).toBe(300);
    expect(coverFor(sold, 'cancellation', { all: 98_000, person: 98_000, cause: 0 })).toBe(2000);
    expect(coverFor(sold, 'cancellation', { all: 6000, person: 6000, cause: 6000 })).toBe(0);
  });

  test('a payout that belongs to no claim still takes from the cover of all', () => {
    expect(coverFor(sold, 'medical', { all: 280_000, person: 0, cause: 0 })).toBe(20_000);
  });
});

describe('the suggested payout', () => {
  test.each([
    [123_456, 500, 735],
    [123_400, 500, 734],
    [50_001, 500, 1],
    [50_000, 500, 0],
    [49_999, 500, 0],
    // Never above the claim.
    [9_950, 0, 99],
  ])('of a claim of %i cents with a deductible of $%i is $%i', (amount_cents, deductible_usd, payout) => {
    expect(suggestedPayout({ amount_cents, deductible_usd }, 100_000)).toBe(payout);
  });
});

describe('a false age', () => {
  test('a traveler who was sold as a child paid less than due, and nobody else did', () => {
    expect(underpaid([25, 25, 13], 3)).toEqual({ paid: 13, due: 25 });
    expect([underpaid([25, 25, 13], 1), underpaid([25, 25, 13], 2), underpaid([1, 1], 2)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('the payout is reduced in proportion, rounded down, after the cover has limited it', () => {
    const loss = { amount_cents: 100_050, deductible_usd: 0 };
    expect(suggestedPayout(loss, 100_000, { paid: 13, due: 25 })).toBe(520);
    expect(suggestedPayout(loss, 500, { paid: 13, due: 25 })).toBe(260);
    expect(suggestedPayout(loss, 100_000)).toBe(1000);
  });

  test('a second look at a reduced payout suggests the rest of the correctly reduced one', () => {
    // Of 10,000, half is due, and 3,000 were paid; the second look asks for the other 7,000.
    const share = { paid: 50, due: 100 };
    const rest = { amount_cents: 700_000, deductible_usd: 0, paid_before_usd: 3000 };
    expect(suggestedPayout(rest, 97_000, share)).toBe(2000);
    expect(suggestedPayout(rest, 97_000)).toBe(7000);
    expect(suggestedPayout({ ...rest, amount_cents: 500_000, paid_before_usd: 5000 }, 95_000, share)).toBe(0);
    expect(suggestedPayout({ ...rest, amount_cents: 200_000, paid_before_usd: 8000 }, 92_000, share)).toBe(0);
  });

  test('a reduced payout is never above the whole one, nor below what exact fractions give', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), fc.integer({ min: 1, max: 300 }), (cents, due) => {
        const paid = Math.ceil(due / 2);
        const reduced = suggestedPayout({ amount_cents: cents, deductible_usd: 0 }, 100_000, { paid, due });
        const whole = BigInt(suggestedPayout({ amount_cents: cents, deductible_usd: 0 }, 100_000));
        expect(BigInt(reduced)).toBe((whole * BigInt(paid)) / BigInt(due));
        expect(reduced).toBeLessThanOrEqual(Number(whole));
      }),
    );
  });
});
