import { describe, expect, it } from 'vitest';
import { claimFreeYears, type EarlierCover } from './no-claims.ts';

const at = (text: string) => Date.parse(text);
const day = (text: string) => at(`${text}T00:00:00Z`) / 86_400_000;
/** A year's cover from the day of its payment, until the end of its last day. */
const cover = (policyId: number, from: string, until: string, changes: Partial<EarlierCover> = {}) => ({
  policyId,
  from: at(`${from}T09:30:00Z`),
  until: at(`${until}T00:00:00Z`),
  paidAt: null,
  openClaim: false,
  ...changes,
});
const FIRST = cover(4, '2024-03-01', '2025-03-02');
const SECOND = cover(9, '2025-03-02', '2026-03-03');
const NOW = at('2026-02-10T12:00:00Z');
const years = (covers: EarlierCover[], start = '2026-03-03', now = NOW) =>
  claimFreeYears(covers, day(start), now);

describe('claimFreeYears', () => {
  it('counts one year for each 365 covered days, and names the newest policy', () => {
    expect(years([SECOND])).toEqual({ years: 1, policy_number: 'POL-009' });
    expect(years([FIRST, SECOND])).toEqual({ years: 2, policy_number: 'POL-009' });
    expect(years([])).toBeNull();
  });

  it('counts at most three years', () => {
    const older = [cover(1, '2021-03-01', '2022-03-02'), cover(2, '2022-03-02', '2023-03-03')];
    const third = cover(3, '2023-03-03', '2024-03-01');
    expect(years([...older, third, FIRST, SECOND])).toEqual({ years: 3, policy_number: 'POL-009' });
  });

  it('counts a gap of 30 days as none, and stops at one of 31', () => {
    const late = at('2026-03-20T00:00:00Z');
    expect(years([SECOND], '2026-04-02', late)?.years).toBe(1);
    expect(years([SECOND], '2026-04-03', late)).toBeNull();
    expect(years([FIRST, cover(9, '2025-04-01', '2026-04-02')], '2026-04-02', late)?.years).toBe(2);
    expect(years([FIRST, cover(9, '2025-04-02', '2026-04-03')], '2026-04-03', late)?.years).toBe(1);
  });

  it('needs 365 covered days, however many policies make them', () => {
    const half = cover(7, '2025-09-02', '2026-03-03');
    expect(years([cover(5, '2025-03-03', '2025-09-02'), half])?.years).toBe(1);
    expect(years([cover(5, '2025-03-04', '2025-09-02'), half])).toBeNull();
  });

  it('counts days that two policies cover once', () => {
    expect(years([cover(5, '2025-06-01', '2026-03-03'), cover(6, '2025-08-01', '2026-03-01')])).toBeNull();
    expect(years([SECOND, cover(6, '2025-08-01', '2026-01-01')])?.years).toBe(1);
  });

  it('starts at zero with the day after a payout, also one of another policy of the same thing', () => {
    const paidAt = at('2025-03-01T23:00:00Z');
    expect(years([{ ...FIRST, paidAt }, SECOND])?.years).toBe(1);
    expect(years([{ ...FIRST, paidAt: at('2025-03-05T01:00:00Z') }, SECOND])).toBeNull();
    expect(years([FIRST, { ...SECOND, paidAt: at('2025-12-01T00:00:00Z') }])).toBeNull();
  });

  it('gives nothing while any of its claims is open', () => {
    expect(years([{ ...FIRST, openClaim: true }, SECOND])).toBeNull();
  });

  it('counts days to come only within the 30 days before a renewal', () => {
    // Bought together: the second year starts when the first is over.
    expect(years([SECOND], '2026-03-03', at('2025-03-02T10:00:00Z'))).toBeNull();
    expect(years([SECOND], '2026-03-03', at('2026-01-31T23:00:00Z'))).toBeNull();
    expect(years([SECOND], '2026-03-03', at('2026-02-01T00:00:00Z'))?.years).toBe(1);
    expect(years([FIRST, SECOND], '2026-03-03', at('2026-01-31T23:00:00Z'))?.years).toBe(1);
  });

  it('ignores cover that was void from its beginning, and cover that starts later', () => {
    expect(years([cover(9, '2025-03-02', '2025-03-02')])).toBeNull();
    expect(years([cover(9, '2026-03-03', '2027-03-04')])).toBeNull();
  });
});
