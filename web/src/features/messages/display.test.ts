import { describe, expect, it } from 'vitest';
import { message } from '#web/test/sample-thread.ts';
import { PRIORITIES } from '#web/ui/thread-looks.ts';
import {
  aboutOf,
  byDay,
  dayName,
  isFiltering,
  senderOf,
  subtitle,
  timeAgo,
  timeOfDay,
  titleOf,
} from './display.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const ago = (seconds: number) => timeAgo(new Date(NOW - seconds * 1000).toISOString(), NOW);

describe('filters', () => {
  it('the message filters know whether any of them is set', () => {
    expect(isFiltering({})).toBe(false);
    expect(isFiltering({ search: '  ' })).toBe(false);
    expect(isFiltering({ type: 'claim' })).toBe(true);
  });
});

describe('thread labels', () => {
  it('a thread calls the customer You and everyone else Support @messages-7', () => {
    expect(senderOf('user')).toBe('You');
    expect(senderOf('admin')).toBe('Mooring Support');
  });

  it('unread threads are counted @messages-4', () => {
    expect(subtitle(undefined)).toBe('Loading messages...');
    expect(subtitle(0)).toBe('All messages read');
    expect(subtitle(1)).toBe('1 unread message');
    expect(subtitle(2)).toBe('2 unread messages');
  });

  it('every priority has a label, and higher ones stand out @messages-7', () => {
    expect(PRIORITIES.low).toEqual({ label: 'Low', variant: 'outline' });
    expect(PRIORITIES.medium).toEqual({ label: 'Medium', variant: 'outline' });
    expect(PRIORITIES.high).toEqual({ label: 'High', variant: 'secondary' });
    expect(PRIORITIES.urgent).toEqual({ label: 'Urgent', variant: 'destructive' });
  });

  it('a thread names its claim, or else its policy', () => {
    expect(aboutOf({ claim_id: 3, policy_id: 7 })).toBe('CLM-003');
    expect(aboutOf({ claim_id: null, policy_id: 7 })).toBe('POL-007');
    expect(aboutOf({ claim_id: null, policy_id: null })).toBeNull();
  });
});

describe('the title of a thread in the list', () => {
  it('says what it is about, and leaves the number to the line below', () => {
    const claim = { subject: 'Roof leak, CLM-003', claim_id: 3, policy_id: 7 };
    expect(titleOf(claim, '12 Quay Street')).toBe('Roof leak');
    const home = { subject: 'Home Insurance, POL-007', claim_id: null, policy_id: 7 };
    expect(titleOf(home, '12 Quay Street')).toBe('Home Insurance: 12 Quay Street');
    expect(titleOf(home, undefined)).toBe('Home Insurance');
  });

  it('is the customer’s own subject otherwise', () => {
    const own = { subject: 'Is a shed covered?', claim_id: null, policy_id: 7 };
    expect(titleOf(own, '12 Quay Street')).toBe('Is a shed covered?');
    expect(titleOf({ ...own, policy_id: null }, undefined)).toBe('Is a shed covered?');
  });
});

describe('times', () => {
  it('recent times are relative, and times older than a week show the date', () => {
    expect(ago(-30)).toBe('just now');
    expect(ago(59)).toBe('just now');
    expect(ago(5 * 60)).toBe('5m ago');
    expect(ago(3 * 3600)).toBe('3h ago');
    expect(ago(2 * 86_400)).toBe('2d ago');
    expect(ago(8 * 86_400)).toBe('Nov 13');
    expect(ago(400 * 86_400)).toBe('October 17, 2025');
  });

  it('a time of day names its zone', () => {
    expect(timeOfDay('2026-11-21T14:05:00Z')).toBe('2:05 PM UTC');
  });

  it('a conversation is split into days at midnight UTC @messages-14', () => {
    const days = byDay([
      message({ id: 1, created_at: '2026-11-19T23:59:59.000Z' }),
      message({ id: 2, created_at: '2026-11-20T00:00:00.000Z' }),
      message({ id: 3, created_at: '2026-11-20T20:00:00.000Z' }),
    ]);
    expect(days.map(({ day, messages }) => [day, messages.length])).toEqual([
      ['2026-11-19', 1],
      ['2026-11-20', 2],
    ]);
    expect(days.map(({ day }) => dayName(day, NOW))).toEqual(['November 19, 2026', 'Yesterday']);
    expect(dayName('2026-11-21', NOW)).toBe('Today');
  });
});
