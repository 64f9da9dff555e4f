import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_SECONDS } from '../days.ts';
import { type CancellationFacts, cancellation, cancellationProblem } from './cancellation.ts';

const start = 20_000 * DAY_SECONDS;
const facts = (changes: Partial<CancellationFacts> = {}): CancellationFacts => ({
  trip: false,
  purchasedAt: start,
  termFrom: start,
  coverUntil: start + 366 * DAY_SECONDS,
  now: start,
  days: 365,
  amount: 365_000n,
  claims: { made: false, open: false, paid: false },
  ...changes,
});
const day = (number: number) => start + number * DAY_SECONDS;

describe('a cancellation refunds the whole premium', () => {
  test('a long policy can be canceled for the whole premium until the last second of day 14', () => {
    expect(cancellation(facts({ now: day(14) }))).toEqual({
      kind: 'full',
      percent: 100,
      unusedDays: 365,
      refund: 365_000n,
    });
    expect(cancellation(facts({ now: day(14) + 1 })).kind).toBe('pro_rata');
  });

  test('a short policy can be canceled for the whole premium only before cover begins', () => {
    const trip = { days: 29, termFrom: day(3), coverUntil: day(33) };
    expect(cancellation(facts({ ...trip, now: day(3) - 1 })).kind).toBe('full');
    expect(cancellation(facts({ ...trip, now: day(3) })).kind).toBe('pro_rata');
    expect(cancellation(facts({ ...trip, days: 30, now: day(3) })).kind).toBe('full');
  });

  test('a policy with a claim is never refunded in full', () => {
    expect(cancellation(facts({ claims: { made: true, open: false, paid: false } })).kind).toBe('pro_rata');
  });
});

describe('a trip', () => {
  const trip = (changes: Partial<CancellationFacts> = {}) =>
    facts({ trip: true, days: 30, amount: 1001n, termFrom: day(100), coverUntil: day(131), ...changes });

  test('a trip is refunded in full for 14 days after it was first bought, and 80 percent after that until departure', () => {
    expect(cancellation(trip({ now: day(14) }))).toMatchObject({ kind: 'full', refund: 1001n });
    expect(cancellation(trip({ now: day(14) + 1 }))).toEqual({
      kind: 'pro_rata',
      percent: 80,
      unusedDays: 30,
      refund: 800n,
    });
    expect(cancellation(trip({ now: day(100) - 1 })).refund).toBe(800n);
  });

  test('a trip is refunded by its unused days from departure on, even within 14 days of buying it', () => {
    const started = { kind: 'pro_rata', percent: null, unusedDays: 29, refund: 967n };
    expect(cancellation(trip({ now: day(100) }))).toEqual(started);
    expect(cancellation(trip({ purchasedAt: day(99), now: day(100) }))).toEqual(started);
    expect(cancellation(trip({ now: day(129) })).refund).toBe(0n);
  });

  test('a trip with a rejected claim is no longer refunded in full', () => {
    const claims = { made: true, open: false, paid: false };
    expect(cancellation(trip({ now: day(3), claims }))).toMatchObject({ percent: 80, refund: 800n });
  });
});

describe('a cancellation refunds the unused days', () => {
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
    expect(cancellationProblem(facts({ claims: { made: true, open: true, paid: false } }))).toMatch(
      /still open/,
    );
    expect(cancellationProblem(facts({ claims: { made: true, open: false, paid: true } }))).toMatch(
      /paid out/,
    );
    expect(cancellationProblem(facts({ claims: { made: true, open: false, paid: false } }))).toBeNull();
  });
});
