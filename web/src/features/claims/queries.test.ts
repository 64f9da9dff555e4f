import { describe, expect, it } from 'vitest';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { claim, claimDetail } from '#web/test/sample-claim.ts';
import { CLAIM_REFRESH_MS, claimList, claimQuery, claimsQuery, LIST_REFRESH_MS } from './queries.ts';

const one = claim({ id: 3 });

describe('the list of claims', () => {
  it('a claim with an unknown status stays in the list', () => {
    expect(claimList.parse([{ ...one, status: 'on_hold' }])[0]?.status).toBe('unknown');
  });
});

describe('automatic renewal', () => {
  /** The refresh interval that the query chooses for this answer. */
  const interval = (query: { refetchInterval?: unknown }, data: unknown) =>
    (query.refetchInterval as (query: unknown) => number | false)({ state: { data } });

  it('open claims refresh every 30 seconds in the list and every 15 seconds on their page @claims-28', () => {
    for (const status of CLAIM_STATUSES) {
      const open = status !== 'paid' && status !== 'rejected';
      expect(interval(claimsQuery('0x1'), [claim({ status: 'paid' }), claim({ status })])).toBe(
        open ? LIST_REFRESH_MS : false,
      );
      expect(interval(claimQuery('0x1', 7), claimDetail({ status }))).toBe(open ? CLAIM_REFRESH_MS : false);
    }
    expect([LIST_REFRESH_MS, CLAIM_REFRESH_MS]).toEqual([30_000, 15_000]);
  });

  it('nothing refreshes without an open claim', () => {
    expect(interval(claimsQuery('0x1'), undefined)).toBe(false);
    expect(interval(claimsQuery('0x1'), [])).toBe(false);
    expect(interval(claimQuery('0x1', 7), null)).toBe(false);
  });

  it('claims are always stale, so returning to the window refreshes them', () => {
    expect([claimsQuery('0x1').staleTime, claimQuery('0x1', 7).staleTime]).toEqual([0, 0]);
  });
});
