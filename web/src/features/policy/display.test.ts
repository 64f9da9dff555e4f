import { describe, expect, it } from 'vitest';
import { STATUS_LABELS } from '#domain/policy/lifecycle.ts';
import type { PolicyAnswer } from '#domain/policy/schema.ts';
import { policy } from '#web/test/sample-policy.ts';
import { daysLeft, endDay, startsText, statusBadge, termOf } from './display.ts';
import { filterPolicies, isFiltering, statusesIn } from './list/filters.ts';
import { summarize } from './list/protection-timeline.tsx';

const home = policy({ id: 1, policy_type: 'home', amount: 500_000, policy_end_date: '2027-11-21' });
const car = policy({ id: 2, policy_type: 'car', amount: 100_000, policy_end_date: '2027-03-01' });
const pending = policy({ id: 3, policy_type: 'travel', amount: 100_000, status: 'pending', in_force: false });
const expired = policy({ id: 4, policy_type: 'car', amount: 100_000, status: 'expired', in_force: false });

describe('figures', () => {
  it('the figures count active policies and add up exactly their coverage @dashboard-2', () => {
    const later = policy({ id: 6, amount: 100_000, in_force: false, policy_start_date: '2027-01-01' });
    const canceled = policy({ id: 7, status: 'cancelled', in_force: false });
    const rejected = policy({ id: 8, status: 'rejected', in_force: false });
    expect(summarize([home, car, later, pending, expired, canceled, rejected])).toMatchObject({
      total: 7,
      active: 3,
      coverage: 700_000,
    });
  });

  it('the next premium is the renewal of the active policy that ends first @dashboard-2', () => {
    const term = { policy_start_date: '2026-11-21', policy_end_date: '2026-12-21' };
    const soon = policy({ id: 5, policy_type: 'car', amount: 100_000, deductible: 500, ...term });
    expect(summarize([home, soon]).next).toEqual({ premium: '$79', date: 'December 21, 2026' });
    expect(summarize([home]).next).toEqual({ premium: '$1,200', date: 'November 21, 2027' });
    // A trip is not renewed.
    const trip = policy({ id: 9, policy_type: 'travel', ...term });
    expect(summarize([home, trip]).next).toEqual({ premium: '$1,200', date: 'November 21, 2027' });
    expect(summarize([trip]).next).toBeNull();
  });

  it('a trip that is ahead says when its cancellation and the rest are covered', () => {
    const trip = policy({
      policy_type: 'travel',
      cover_start_date: '2026-11-25',
      policy_start_date: '2027-06-03',
      policy_end_date: '2027-06-20',
    });
    const on = (day: string, changes = {}) =>
      startsText({ ...trip, ...changes }, Date.parse(`${day}T12:00:00Z`));
    expect(on('2026-11-25')).toBe('Cancellation from today, medical from June 3, 2027');
    expect(on('2026-11-26')).toBe('Cancellation from November 25, 2026, medical from June 3, 2027');
    expect([on('2027-06-03'), on('2026-11-25', { status: 'cancelled' })]).toEqual([null, null]);
    expect(startsText(home, Date.parse('2026-11-25T12:00:00Z'))).toBeNull();
  });

  it('there is no next premium without an active policy', () => {
    expect(summarize([pending, expired]).next).toBeNull();
    expect(summarize([])).toMatchObject({ total: 0, active: 0, coverage: 0, next: null });
  });
});

it('a replaced policy is called Replaced before its refund and after it, and no other one', () => {
  const labelOf = (changes: Partial<PolicyAnswer>) => statusBadge(policy(changes)).label;
  expect(labelOf({ situation: 'replaced', replaced: true })).toBe('Replaced');
  expect(labelOf({ status: 'cancelled', situation: 'cancelled', replaced: true })).toBe('Replaced');
  expect(labelOf({ status: 'cancelled', situation: 'cancelled', replaced: false })).toBe(
    STATUS_LABELS.cancelled,
  );
  expect(labelOf({ status: 'rejected', situation: 'rejected', replaced: true })).toBe(STATUS_LABELS.rejected);
});

describe('filters', () => {
  const all = [home, car, pending, expired];
  const ids = (list: readonly PolicyAnswer[]) => list.map((entry) => entry.id);

  it('policies are found by number, reference and type, ignoring case @policies-2', () => {
    expect(ids(filterPolicies(all, { search: 'pol-002' }))).toEqual([2]);
    expect(ids(filterPolicies(all, { search: 'ci-4' }))).toEqual([4]);
    expect(ids(filterPolicies(all, { search: ' TRAVEL ins' }))).toEqual([3]);
    expect(ids(filterPolicies(all, { search: 'boat' }))).toEqual([]);
  });

  it('the search works together with the type and status filters @policies-5', () => {
    expect(ids(filterPolicies(all, { type: 'car' }))).toEqual([2, 4]);
    expect(ids(filterPolicies(all, { search: 'car', type: 'car', status: 'expired' }))).toEqual([4]);
  });

  it('the status filter offers only statuses that occur @policies-4', () => {
    expect(statusesIn(all)).toEqual(['active', 'pending', 'expired']);
    expect(statusesIn([])).toEqual([]);
  });

  it('the policy filters know whether any of them is set', () => {
    expect(isFiltering({})).toBe(false);
    expect(isFiltering({ search: '  ' })).toBe(false);
    expect(isFiltering({ status: 'active' })).toBe(true);
  });
});

describe('badge', () => {
  it('the badge of an active policy that has not started says so @policies-13', () => {
    expect(statusBadge({ ...home, situation: 'ahead', policy_start_date: '2026-12-01' }).label).toBe(
      'Starts on December 1, 2026',
    );
    expect(statusBadge(home)).toEqual({ label: 'Active', variant: 'default' });
    const refund = { amount: '1', currency: 'ETH', decimals: 18, due_at: '2026-12-04T10:00:00.000Z' };
    expect(statusBadge({ ...home, refund })).toEqual({ label: 'Active', variant: 'default' });
    expect(statusBadge({ ...home, refund, situation: 'withdrawing' })).toEqual({
      label: 'Withdrawn',
      variant: 'outline',
    });
    expect(statusBadge(pending)).toEqual({ label: 'Pending Review', variant: 'secondary' });
    for (const declined of [pending, home])
      expect(statusBadge({ ...declined, situation: 'declined' }).label).toBe('Rejected');
    expect(statusBadge({ ...home, status: 'rejected' })).toEqual({
      label: 'Rejected',
      variant: 'destructive',
    });
  });
});

describe('end of a policy', () => {
  const end = (change: Parameters<typeof policy>[0]) => endDay(policy(change));

  it('the end of a policy is the last day that was bought, before and after it passes', () => {
    expect(end({})).toBe('November 21, 2027');
    expect(end({ status: 'expired' })).toBe('November 21, 2027');
  });

  it('the end of a canceled or rejected policy is the day of its refund', () => {
    const refunded = '2026-12-03T15:20:00.000Z';
    expect(end({ status: 'cancelled', cover_until: refunded })).toBe('December 3, 2026');
    expect(end({ status: 'rejected', cover_until: refunded })).toBe('December 3, 2026');
  });

  it('a policy voided from the beginning says that it covered nothing', () => {
    const change = { status: 'cancelled', cover_until: '2026-11-21T10:00:00.000Z' } as const;
    expect(end(change)).toBe('Never in force');
    expect(end({ ...change, cover_from: null })).toBe('Never in force');
  });
});

describe('daysLeft', () => {
  it('days left count today and the last day and never go below zero', () => {
    const now = Date.parse('2026-12-20T12:00:00Z');
    const until = (policy_end_date: string) =>
      daysLeft({ policy_start_date: '2026-11-01', policy_end_date }, now);
    expect(until('2026-12-20')).toBe(1);
    expect(until('2026-12-21')).toBe(2);
    expect(until('2026-12-19')).toBe(0);
    expect(until('not a day')).toBe(0);
  });

  it('days left never exceed the days that were sold', () => {
    const year = { policy_start_date: '2026-11-21', policy_end_date: '2027-11-21' };
    expect(daysLeft(year, Date.parse('2026-11-21T09:00:00Z'))).toBe(365);
    expect(daysLeft(year, Date.parse('2026-11-23T09:00:00Z'))).toBe(364);
    expect(daysLeft(year, Date.parse('2026-10-01T09:00:00Z'))).toBe(365);
    const trip = { policy_start_date: '2026-12-01', policy_end_date: '2026-12-11' };
    expect(daysLeft(trip, Date.parse('2026-12-01T00:00:00Z'))).toBe(10);
    expect(daysLeft(trip, Date.parse('2026-12-11T23:59:59Z'))).toBe(1);
  });
});

describe('the bar of a term', () => {
  const year = policy({ policy_start_date: '2026-11-21', policy_end_date: '2027-11-21' });

  it('says how much of the term has passed and how many days are left', () => {
    const half = termOf(year, Date.parse('2027-05-23T00:00:00Z'));
    expect(half.done).toBeCloseTo(0.5, 2);
    expect([half.from.text, half.left]).toEqual(['Started on November 21, 2026', '183 days left']);
    expect(termOf(year, Date.parse('2027-11-21T23:00:00Z')).left).toBe('1 day left');
  });

  it('starts empty before the first day and is full after the last', () => {
    const ahead = termOf(year, Date.parse('2026-11-20T12:00:00Z'));
    expect([ahead.done, ahead.from.text, ahead.left]).toEqual([0, 'Starts on November 21, 2026', '365 days']);
    const over = termOf(year, Date.parse('2027-11-22T00:00:00Z'));
    expect([over.done, over.left]).toEqual([1, 'Ended']);
  });
});
