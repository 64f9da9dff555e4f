import { describe, expect, it } from 'vitest';
import { policy } from '#web/test/sample-policy.ts';
import { gapText, headline, protection } from './protection-timeline.tsx';

/** Midday of a day in the sample home's first week: the window is November 2026 to October 2027. */
const NOW = Date.parse('2026-11-25T12:00:00Z');
const DAY = 86_400_000;
const car = policy({
  id: 2,
  policy_type: 'car',
  amount: 100_000,
  name: 'Toyota Corolla 2020',
  policy_start_date: '2026-01-03',
  policy_end_date: '2027-01-03',
});
const trip = policy({
  id: 3,
  policy_type: 'travel',
  name: 'Oslo → Lima',
  cover_start_date: '2026-11-25',
  policy_start_date: '2027-05-28',
  policy_end_date: '2027-06-10',
});

/** Days since November 1, 2026 from a fraction of the 365 days in the window. */
const days = (fraction: number) => Math.round(fraction * 365);

describe('the timeline of what is insured', () => {
  it('has twelve months from this one, and today where this moment is in them', () => {
    const { months, today } = protection([], NOW);
    expect(months.map(({ label }) => label).join(' ')).toBe(
      'Nov Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct',
    );
    expect(months.map(({ at }) => days(at)).slice(0, 3)).toEqual([0, 30, 61]);
    expect(today * 365).toBeCloseTo(24.5);
  });

  it('draws cover to the end of its last day, and what ends in the window first', () => {
    const { rows } = protection([policy(), car], NOW);
    expect(rows.map(({ policy: { id }, text }) => [id, text])).toEqual([
      [2, 'until January 3, 2027'],
      [1, 'until November 21, 2027'],
    ]);
    expect(rows.map(({ bars }) => bars.map(({ from, to, kind }) => [days(from), days(to), kind]))).toEqual([
      [[0, 64, 'cover']],
      [[20, 365, 'cover']],
    ]);
  });

  it('shows from which day a car is left without cover, and the price of the next year', () => {
    const [row] = protection([car], NOW).rows;
    expect(row?.gap).toMatchObject({ day: '2027-01-04', premium: 960, to: 1 });
    expect(days(row?.gap?.from ?? 0)).toBe(64);
    expect(row?.gap && gapText(row.gap, NOW)).toEqual({
      says: 'No cover from January 4, 2027.',
      renew: 'You can renew it for $960 from December 4, 2026.',
      renewable: false,
    });
    expect(row?.gap && gapText(row.gap, Date.parse('2026-12-04T00:00:00Z'))).toMatchObject({
      renew: 'Renew for $960',
      renewable: true,
    });
  });

  it('draws a renewal behind the policy that it continues, and no gap between them', () => {
    const next = policy({
      ...car,
      id: 9,
      policy_start_date: '2027-01-04',
      policy_end_date: '2028-01-04',
      cover_start_date: '2027-01-04',
    });
    const { rows } = protection([next, car], NOW);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ policy: { id: 2 }, gap: null, text: 'until January 4, 2028' });
    expect(rows[0]?.bars.map(({ id, from, to }) => [id, days(from), days(to)])).toEqual([
      [2, 0, 64],
      [9, 64, 365],
    ]);
  });

  it('keeps two cars of one model apart', () => {
    const { rows } = protection(
      [
        car,
        policy({
          ...car,
          id: 8,
          policy_start_date: '2026-02-01',
          cover_start_date: '2026-02-01',
          policy_end_date: '2027-01-31',
        }),
      ],
      NOW,
    );
    expect(rows.map(({ policy: { id }, gap }) => [id, gap?.day])).toEqual([
      [2, '2027-01-04'],
      [8, '2027-02-01'],
    ]);
  });

  it('draws a trip’s cancellation until its departure, and offers no renewal', () => {
    const [row] = protection([trip], NOW).rows;
    expect(row?.bars.map(({ kind, from, to }) => [kind, days(from), days(to)])).toEqual([
      ['cancellation', 24, 208],
      ['cover', 208, 222],
    ]);
    expect(row?.gap).toBeNull();
  });

  it('keeps a home that ended less than 31 days ago, and nothing that was canceled, replaced or is a past trip', () => {
    const ended = policy({
      status: 'expired',
      policy_start_date: '2025-11-01',
      policy_end_date: '2026-10-26',
    });
    const gone = [
      policy({ id: 4, status: 'expired', policy_start_date: '2025-10-26', policy_end_date: '2026-10-25' }),
      policy({ id: 5, status: 'cancelled' }),
      policy({ id: 6, replaced: true }),
      policy({
        ...trip,
        id: 7,
        policy_start_date: '2026-10-01',
        cover_start_date: '2026-09-01',
        policy_end_date: '2026-11-24',
      }),
    ];
    const { rows } = protection([...gone, ended], NOW);
    expect(rows.map(({ policy: { id }, text }) => [id, text])).toEqual([[1, 'ended on October 26, 2026']]);
    expect(rows[0]?.gap && gapText(rows[0].gap, NOW)).toMatchObject({
      says: 'No cover since October 27, 2026.',
      renewable: true,
    });
  });

  it('marks what is still being reviewed', () => {
    const [row] = protection([policy({ status: 'pending' })], NOW).rows;
    expect(row).toMatchObject({ bars: [{ kind: 'review' }], text: 'being reviewed' });
  });
});

describe('the sentence above the timeline', () => {
  const says = (policies: Parameters<typeof protection>[0], now = NOW) =>
    headline(protection(policies, now), now);

  it('names the one thing that is insured and the end of its cover', () => {
    expect(says([policy()])).toBe('Your home at 12 Quay Street, Bristol is covered until November 21, 2027.');
    expect(says([policy({ nickname: 'Quay Street', name: 'Quay Street' })])).toBe(
      'Quay Street is covered until November 21, 2027.',
    );
    expect(says([trip])).toBe('Your trip (Oslo → Lima) is covered until June 10, 2027.');
  });

  it('says that all is covered, and what ends within two months', () => {
    expect(says([policy(), car])).toBe(
      'Everything you insured is covered. Your car (Toyota Corolla 2020) is covered for 40 more days.',
    );
    expect(says([policy({ policy_start_date: '2026-10-21' }), car], NOW - 22 * DAY)).toBe(
      'Everything you insured is covered.',
    );
    expect(says([policy(), car], Date.parse('2027-01-03T23:00:00Z'))).toBe(
      'Everything you insured is covered. Your car (Toyota Corolla 2020) is covered for 1 more day.',
    );
  });

  it('says first what has lost its cover', () => {
    const bare = { ...car, status: 'expired' as const };
    expect(says([policy(), bare], Date.parse('2027-01-04T00:00:00Z'))).toBe(
      'Your car (Toyota Corolla 2020) has had no cover since January 4, 2027.',
    );
  });

  it('says nothing without cover in force', () => {
    expect(says([])).toBeNull();
    expect(says([policy({ status: 'pending' })])).toBeNull();
    expect(says([policy({ policy_start_date: '2026-12-01' })])).toBeNull();
  });
});
