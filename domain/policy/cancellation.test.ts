import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_SECONDS } from '#domain/days.ts';
import { type CancellationFacts, cancellation, cancellationProblem } from './cancellation.ts';

const start = 20_000 * DAY_SECONDS;
const facts = (changes: Partial<CancellationFacts> = {}): CancellationFacts => ({
  trip: false,
  termFrom: start,
  coverUntil: start + 366 * DAY_SECONDS,
  now: start,
  days: 365,
  amount: 365_000n,
  claims: { open: false, paid: false },
  ...changes,
});
const day = (number: number) => start + number * DAY_SECONDS;

describe('a trip', () => {
  const trip = (changes: Partial<CancellationFacts> = {}) =>
    facts({ trip: true, days: 30, amount: 1001n, termFrom: day(100), coverUntil: day(131), ...changes });

  test('a trip is refunded by 80 percent until departure, also on the day it was bought', () => {
    const before = { kind: 'pro_rata', percent: 80, unusedDays: 30, refund: 800n };
    expect(cancellation(trip())).toEqual(before);
    expect(cancellation(trip({ now: day(100) - 1 }))).toEqual(before);
  });

  test('a trip is refunded by 80 percent of its unused days from departure on', () => {
    const started = { kind: 'pro_rata', percent: 80, unusedDays: 29, refund: 774n };
    expect(cancellation(trip({ now: day(100) }))).toEqual(started);
    expect(cancellation(trip({ now: day(129) })).refund).toBe(0n);
  });
});

describe('a cancellation refunds the unused days', () => {
  test('a policy that is canceled on the day it was bought is not refunded in full', () => {
    expect(cancellation(facts()).refund).toBe(364_000n);
  });

  test('a day of cover that has begun counts as used @policy-14', () => {
    expect(cancellation(facts({ now: day(166) }))).toEqual({
      kind: 'pro_rata',
      percent: null,
      unusedDays: 198,
      refund: 198_000n,
    });
    expect(cancellation(facts({ now: day(166) - 1 })).unusedDays).toBe(199);
  });

  test('canceling a 10-day trip refunds 9 days on its first day and none on its last', () => {
    const trip = { days: 10, amount: 10_000n, termFrom: start, coverUntil: day(11) };
    expect(cancellation(facts({ ...trip, now: start }))).toEqual({
      kind: 'pro_rata',
      percent: null,
      unusedDays: 9,
      refund: 9_000n,
    });
    expect(cancellation(facts({ ...trip, now: day(9) })).unusedDays).toBe(0);
    expect(cancellation(facts({ ...trip, now: day(11) - 1 })).unusedDays).toBe(0);
  });

  test('cover that began at noon has used that day', () => {
    const noon = start + DAY_SECONDS / 2;
    const facts10 = facts({ days: 10, termFrom: noon, coverUntil: day(11) });
    expect(cancellation({ ...facts10, now: noon }).unusedDays).toBe(9);
    expect(cancellation({ ...facts10, now: day(1) }).unusedDays).toBe(8);
  });

  test('canceling before cover begins refunds every day', () => {
    const ahead = facts({ termFrom: day(100), coverUntil: day(466), now: day(50) });
    expect(cancellation(ahead)).toEqual({
      kind: 'pro_rata',
      percent: null,
      unusedDays: 365,
      refund: 365_000n,
    });
  });

  test('a refund is between zero and the premium and never grows with time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * DAY_SECONDS }),
        fc.integer({ min: 0, max: 3 * DAY_SECONDS }),
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        (passed, more, amount) => {
          const first = cancellation(facts({ now: start + passed, amount })).refund;
          const later = cancellation(facts({ now: start + passed + more, amount })).refund;
          expect(first >= later && later >= 0n && first <= amount).toBe(true);
        },
      ),
    );
  });
});

describe('a cancellation is refused', () => {
  test('a policy cannot be canceled after its end, with an open claim or after a payout', () => {
    expect(cancellationProblem(facts())).toBeNull();
    expect(cancellationProblem(facts({ now: day(366) - 1 }))).toBeNull();
    expect(cancellationProblem(facts({ now: day(366) }))).toMatch(/has ended/);
    expect(cancellationProblem(facts({ claims: { open: true, paid: false } }))).toMatch(/still open/);
    expect(cancellationProblem(facts({ claims: { open: false, paid: true } }))).toMatch(/paid out/);
  });
});
