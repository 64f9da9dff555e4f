/** A period beside the one before it, and the days that are dropped. */
import { beforeEach, describe, expect, test } from 'vitest';
import { changeOf } from '#worker/admin/analytics/read.ts';
import { rows } from '../../test/harness.ts';
import { forgetVisits, Site, step, view } from '../../test/visits.ts';

const NOON = '2026-11-22T12:00:00Z';
let site: Site;
beforeEach(async () => {
  await forgetVisits();
  site = new Site(NOON);
});

describe('growth', () => {
  const at = async (moment: string, period: '7d' | '30d' | '90d' | '180d') => {
    const { readGrowth } = await import('#worker/admin/analytics/read.ts');
    return readGrowth(new Site(moment).ctx, { period });
  };
  const day = (name: string, views: number) =>
    rows('INSERT INTO site_days (day, views) VALUES (?, ?) RETURNING day', name, views);

  test.each([
    // A month's end, a year's end, and a leap day in the period and before it.
    ['2026-12-01T00:00:00Z', '7d', ['2026-11-25', '2026-12-01', '2026-11-18', '2026-11-24']],
    ['2027-01-05T12:00:00Z', '7d', ['2026-12-30', '2027-01-05', '2026-12-23', '2026-12-29']],
    ['2028-03-01T23:59:59Z', '30d', ['2028-02-01', '2028-03-01', '2028-01-02', '2028-01-31']],
    ['2027-03-01T23:59:59Z', '30d', ['2027-01-31', '2027-03-01', '2027-01-01', '2027-01-30']],
    ['2028-03-31T12:00:00Z', '90d', ['2028-01-02', '2028-03-31', '2027-10-04', '2028-01-01']],
    ['2026-11-22T12:00:00Z', '180d', ['2026-05-27', '2026-11-22', '2025-11-28', '2026-05-26']],
  ] as const)('at %s over %s compares the right days', async (moment, period, [
    from,
    to,
    previousFrom,
    previousTo,
  ]) => {
    const outside = new Date(Date.parse(`${previousFrom}T00:00:00Z`) - 1).toISOString().slice(0, 10);
    await day(outside, 1000);
    await day(previousFrom, 1);
    await day(previousTo, 7);
    await day(from, 3);
    await day(to, 9);
    const growth = await at(moment, period);
    expect(growth).toMatchObject({ from, to, previousFrom, previousTo });
    expect(growth.pageViews).toEqual({ value: 12, previous: 8, change: '+50.0%' });
    expect(growth.days.map((each) => each.views).filter(Boolean)).toEqual([3, 9]);
    expect(growth.days).toHaveLength(Number.parseInt(period, 10));
    expect(new Set(growth.days.map((each) => each.day)).size).toBe(growth.days.length);
  });

  test.each([
    [9, 8, '+12.5%'],
    [8, 9, '-11.1%'],
    [5, 5, '0.0%'],
    [10001, 10000, '0.0%'],
    [5, 0, null],
    [0, 5, '-100.0%'],
    [null, 5, null],
  ])('from %s after %s is %s', (value, before, change) => {
    expect(changeOf(value, before)).toBe(change);
  });
});

describe('the last 30 days', () => {
  test('drop a day once it is outside the window, and nothing else', async () => {
    site = new Site('2028-02-01T12:00:00Z');
    await site.visit([view('/'), step('price_seen', '/')], { country: 'DE', referrer: 'a.example.com' });
    site = new Site('2028-02-29T12:00:00Z');
    await site.visit([view('/'), view('/help')], { country: 'FR', referrer: 'b.example.com' });
    site = new Site('2028-03-01T12:00:00Z');
    await site.schedule();
    const both = await site.figures();
    expect(both.pages.map(({ path, views }) => [path, views])).toEqual([
      ['/', 2],
      ['/help', 1],
    ]);
    expect(both.geographic.map(({ country }) => country)).toEqual(['DE', 'FR']);
    site = new Site('2028-03-02T00:00:00Z');
    await Promise.all([site.schedule(), site.schedule()]);
    await site.schedule();
    const later = await site.figures();
    expect(later.overview.pageViews.value).toBe(2);
    expect(later.pages).toEqual([
      { path: '/', views: 1, percentage: 50 },
      { path: '/help', views: 1, percentage: 50 },
    ]);
    expect(later.geographic).toEqual([{ country: 'FR', visitors: 1, percentage: 100 }]);
    expect(later.referrers).toEqual([{ referrer: 'b.example.com', sessions: 1, percentage: 100 }]);
    expect(later.funnel.steps[0]).toEqual({ step: 'price_seen', count: 0, drop: null, leftAt: [] });
    const sums =
      "SELECT kind, name, sum(count) count FROM site_counts WHERE kind <> 'live' AND day %s '' GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2";
    expect(await rows(sums.replace('%s', '='))).toEqual(await rows(sums.replace('%s', '>')));
  });
});
