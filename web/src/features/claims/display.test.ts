import { describe, expect, it } from 'vitest';
import { CLAIM_STATUSES } from '#domain/claims/lifecycle.ts';
import { formatUsd } from '#domain/money.ts';
import { claim } from '#web/test/sample-claim.ts';
import {
  claimBadge,
  coverLeft,
  filterClaims,
  isFiltering,
  STATUS_FILTERS,
  summarize,
  turnText,
} from './display.ts';
import type { ListedClaim } from './queries.ts';

const storm = claim({ id: 1, policy_id: 12, claim_amount: 4000, created_at: '2026-11-26T10:00:00.000Z' });
const crash = claim({
  id: 2,
  policy_id: 3,
  policy_type: 'car',
  status: 'approved',
  claim_amount: 1250.55,
  payout_amount: 750,
  description: 'Somebody drove into the parked CAR.',
  created_at: '2026-11-28T10:00:00.000Z',
});
const luggage = claim({
  id: 30,
  policy_id: 5,
  policy_type: 'travel',
  status: 'under_review',
  claim_amount: 99.9,
  description: 'Suitcase lost in Lisbon.',
  created_at: '2026-11-27T10:00:00.000Z',
});
const paid = claim({ id: 4, status: 'paid', payout_amount: 1500, created_at: '2026-11-20T10:00:00.000Z' });
const all = [storm, crash, luggage, paid];
const ids = (list: readonly ListedClaim[]) => list.map(({ id }) => id);

describe('figures', () => {
  it('claim totals count pending and under review as pending, and add up claimed and approved amounts @claims-19', () => {
    expect(summarize(all)).toEqual({ total: 4, pending: 2, claimed: 9350.45, approved: 2250 });
    expect(summarize([])).toEqual({ total: 0, pending: 0, claimed: 0, approved: 0 });
  });

  it('claim totals add cents exactly', () => {
    const list = Array.from({ length: 10 }, (_, id) => claim({ id: id + 1, claim_amount: 0.1 }));
    expect(summarize(list).claimed).toBe(1);
  });

  it('claim totals leave out what a rejected claim had been granted earlier', () => {
    expect(summarize([claim({ status: 'rejected', payout_amount: 700 })]).approved).toBe(0);
  });

  it('dollar amounts show cents only when there are some', () => {
    expect([4000, 1250.5, 0].map(formatUsd)).toEqual(['$4,000', '$1,250.50', '$0']);
  });
});

describe('badge', () => {
  it('each claim status has the badge variant of the specification @claims-22', () => {
    expect(claimBadge('approved')).toEqual({ label: 'Approved', variant: 'default' });
    expect(claimBadge('pending')).toEqual({ label: 'Pending', variant: 'secondary' });
    expect(claimBadge('under_review')).toEqual({ label: 'Under Review', variant: 'outline' });
    expect(claimBadge('rejected')).toEqual({ label: 'Rejected', variant: 'destructive' });
  });

  it('the two additional claim statuses have badges, and any other status shows Unknown @claims-22', () => {
    expect(claimBadge('processing_payment').label).toBe('Processing Payment');
    expect(claimBadge('paid').label).toBe('Paid');
    expect(claimBadge('unknown').label).toBe('Unknown');
  });
});

describe('filters', () => {
  const search = (text: string) => ids(filterClaims(all, { search: text }));

  it('filtered claims are sorted newest first', () => {
    expect(ids(filterClaims(all, {}))).toEqual([2, 30, 1, 4]);
  });

  it('claims are found by claim number, policy number, type or description, ignoring case @claims-20', () => {
    expect(search('clm-030')).toEqual([30]);
    expect(search('pol-003')).toEqual([2]);
    expect(search(' TRAVEL ')).toEqual([30]);
    expect(search('Car Insurance')).toEqual([2]);
    expect(search('lisbon')).toEqual([30]);
    expect(search('boat')).toEqual([]);
  });

  it('the search and the status filter work together @claims-21', () => {
    expect(ids(filterClaims(all, { search: 'home', status: 'paid' }))).toEqual([4]);
    expect(ids(filterClaims(all, { search: 'car', status: 'paid' }))).toEqual([]);
  });

  it('every claim status can be filtered by @claims-21', () => {
    expect(STATUS_FILTERS.map(({ label }) => label)).toEqual([
      'All Status',
      'Pending',
      'Approved',
      'Rejected',
      'Under Review',
      'Processing Payment',
      'Paid',
    ]);
    expect(STATUS_FILTERS).toHaveLength(CLAIM_STATUSES.length + 1);
  });

  it('the claim filters know whether any of them is set', () => {
    expect(isFiltering({})).toBe(false);
    expect(isFiltering({ search: ' ' })).toBe(false);
    expect(isFiltering({ status: 'paid' })).toBe(true);
  });
});

describe('remaining coverage', () => {
  it('the remaining cover is reduced only by what was paid on that policy @claims-5', () => {
    const policy = { id: 12, amount: 500_000 };
    expect(coverLeft(policy, all)).toBe(498_500);
    expect(coverLeft({ ...policy, id: 3 }, all)).toBe(500_000);
    expect(coverLeft({ ...policy, amount: 1000 }, all)).toBe(0);
  });
});

describe('who has a claim', () => {
  const NOW = Date.parse('2026-11-26T11:00:00Z');
  const says = (actor: 'mooring' | 'customer' | 'nobody', due: string | null) =>
    turnText({ actor, step: '', due }, NOW);

  it('is said with the time that is left', () => {
    expect(says('mooring', '2026-11-28T10:00:00.000Z')).toBe('We have it · 47 hours left');
    expect(says('mooring', '2026-11-26T12:00:00.000Z')).toBe('We have it · 1 hour left');
    expect(says('customer', '2026-12-03T11:00:00.000Z')).toBe('Your turn · 7 days left');
    expect(says('mooring', '2026-11-26T11:30:00.000Z')).toBe('We have it · less than an hour left');
  });

  it('admits a broken promise, and says nothing of a closed claim', () => {
    expect(says('mooring', '2026-11-26T10:59:00.000Z')).toBe('We have it · later than promised');
    expect(says('customer', '2026-11-26T10:59:00.000Z')).toBe('Your turn · overdue');
    expect(says('mooring', null)).toBe('We have it');
    expect(says('nobody', null)).toBeNull();
  });
});
