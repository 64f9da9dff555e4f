/** What one visit changes in the figures, and on which day. */
import { beforeEach, describe, expect, test } from 'vitest';
import { recomputeAll } from '../../test/figures.ts';
import { call, rows, workerWith } from '../../test/harness.ts';
import { FIREFOX, forgetVisits, IPAD, IPHONE, leave, report, Site, view } from '../../test/visits.ts';
import { deviceOf } from './receive.ts';

const NOON = '2026-11-22T12:00:00Z';
let site: Site;
beforeEach(async () => {
  await forgetVisits();
  site = new Site(NOON);
});

const none = { value: 0, change: null };

async function figure(name: string, day: string): Promise<number> {
  await recomputeAll();
  const [found] = await rows<{ count: number }>(
    "SELECT count FROM figures WHERE grain = 'day' AND figure = ? AND period = ?",
    name,
    day,
  );
  return found?.count ?? 0;
}

describe('the figures of a visit', () => {
  test('are empty before anyone came', async () => {
    const { overview, traffic, pages, devices, realtime, geographic, referrers, growth, funnel } =
      await site.figures();
    expect(overview).toEqual({
      pageViews: none,
      activeUsers: none,
      sessionDuration: { value: null, change: null },
      engagementRate: { value: null, change: null },
    });
    expect(traffic).toEqual(
      ['16', '17', '18', '19', '20', '21', '22'].map((day) => ({ day: `2026-11-${day}`, visitors: 0 })),
    );
    expect([pages, geographic, referrers]).toEqual([[], [], []]);
    expect(devices.map(({ type, percentage }) => [type, percentage])).toEqual([
      ['Desktop', 0],
      ['Mobile', 0],
      ['Tablet', 0],
    ]);
    expect(realtime).toEqual({ activeUsers: 0, topReferrer: null, topCountry: null, bounceRate: null });
    expect(growth.days).toHaveLength(30);
    expect(funnel.steps.map(({ count, drop }) => [count, drop])).toEqual(Array(7).fill([0, null]));
  });

  test('each count exactly one visit @analytics-1', async () => {
    await site.visit([view('/')], { country: 'DE', referrer: 'www.example.com' });
    const first = await site.figures();
    expect(first.overview).toEqual({
      pageViews: { value: 1, change: null },
      activeUsers: { value: 1, change: null },
      sessionDuration: { value: 0, change: null },
      engagementRate: { value: 0, change: null },
    });
    expect(first.traffic.at(-1)).toEqual({ day: '2026-11-22', visitors: 1 });
    expect(first.pages).toEqual([{ path: '/', views: 1, percentage: 100 }]);
    expect(first.devices).toEqual([
      { type: 'Desktop', visitors: 1, percentage: 100, viewports: { narrow: 0, medium: 0, wide: 100 } },
      { type: 'Mobile', visitors: 0, percentage: 0, viewports: { narrow: 0, medium: 0, wide: 0 } },
      { type: 'Tablet', visitors: 0, percentage: 0, viewports: { narrow: 0, medium: 0, wide: 0 } },
    ]);
    expect(first.realtime).toEqual({
      activeUsers: 1,
      topReferrer: 'www.example.com',
      topCountry: 'DE',
      bounceRate: 100,
    });
    expect(first.geographic).toEqual([{ country: 'DE', visitors: 1, percentage: 100 }]);
    expect(first.referrers).toEqual([{ referrer: 'www.example.com', sessions: 1, percentage: 100 }]);
    expect(first.growth).toMatchObject({
      period: '30d',
      from: '2026-10-24',
      to: '2026-11-22',
      previousFrom: '2026-09-24',
      previousTo: '2026-10-23',
      pageViews: { value: 1, previous: 0, change: null },
      visitors: { value: 1, previous: 0, change: null },
      sessions: { value: 1, previous: 0, change: null },
    });
    expect(first.growth.days.at(-1)).toEqual({ day: '2026-11-22', views: 1, visitors: 1, sessions: 1 });
    expect([await figure('views', '2026-11-22'), await figure('visitors', '2026-11-22')]).toEqual([1, 1]);

    // The same browser opens a second page 20 seconds later.
    site.pass(20);
    await site.visit([view('/services')], { country: 'DE' });
    const second = await site.figures();
    expect(second.overview).toMatchObject({
      pageViews: { value: 2 },
      activeUsers: { value: 1 },
      sessionDuration: { value: 20 },
      engagementRate: { value: 100 },
    });
    expect(second.pages).toEqual([
      { path: '/', views: 1, percentage: 50 },
      { path: '/services', views: 1, percentage: 50 },
    ]);
    expect(second.realtime).toMatchObject({ activeUsers: 1, bounceRate: 0 });
    expect([second.devices, second.geographic, second.referrers]).toEqual([
      first.devices,
      first.geographic,
      first.referrers,
    ]);

    // Another browser at the same address, from no site and no known country.
    await site.visit([view('/')], { userAgent: IPHONE, viewport: 'narrow' });
    const third = await site.figures();
    expect(third.overview).toMatchObject({
      pageViews: { value: 3 },
      activeUsers: { value: 2 },
      sessionDuration: { value: 10 },
    });
    expect(third.pages.map(({ path, views, percentage }) => [path, views, percentage])).toEqual([
      ['/', 2, 66.7],
      ['/services', 1, 33.3],
    ]);
    expect(third.devices.map(({ visitors, percentage }) => [visitors, percentage])).toEqual([
      [1, 50],
      [1, 50],
      [0, 0],
    ]);
    expect(third.devices[1]?.viewports).toEqual({ narrow: 100, medium: 0, wide: 0 });
    expect(third.geographic).toEqual([
      { country: 'DE', visitors: 1, percentage: 50 },
      { country: null, visitors: 1, percentage: 50 },
    ]);
    expect(third.referrers).toEqual([
      { referrer: null, sessions: 1, percentage: 50 },
      { referrer: 'www.example.com', sessions: 1, percentage: 50 },
    ]);
    expect(third.realtime).toEqual({
      activeUsers: 2,
      topReferrer: 'www.example.com',
      topCountry: 'DE',
      bounceRate: 50,
    });
    expect([await figure('views', '2026-11-22'), await figure('visitors', '2026-11-22')]).toEqual([3, 2]);

    // The first one comes back after more than half an hour: another visit of the same visitor.
    site.pass(1801);
    await site.visit([view('/'), leave('/')], { referrer: 'news.example.org' });
    const fourth = await site.figures();
    expect(fourth.overview).toMatchObject({
      activeUsers: { value: 2 },
      sessionDuration: { value: 7 },
      engagementRate: { value: 33.3 },
    });
    expect(fourth.growth.sessions).toEqual({ value: 3, previous: 0, change: null });
    expect(fourth.realtime).toMatchObject({ activeUsers: 1, bounceRate: 66.7 });
    expect(fourth.referrers.map(({ referrer, sessions }) => [referrer, sessions])).toEqual([
      [null, 1],
      ['news.example.org', 1],
      ['www.example.com', 1],
    ]);
  });

  test('count a stay until its last activity, and no visitor as active after five minutes', async () => {
    await site.visit([view('/', 45), leave('/', 3)]);
    const { overview, realtime } = await site.figures();
    expect([overview.sessionDuration.value, overview.engagementRate.value, realtime.activeUsers]).toEqual([
      42, 100, 1,
    ]);
    site.pass(5 * 60);
    expect((await site.figures()).realtime).toMatchObject({ activeUsers: 0, bounceRate: 0 });
  });

  test('treat half an hour of silence as the same visit, and a second more as another', async () => {
    await site.visit([view('/')]);
    site.pass(1800);
    await site.visit([view('/')]);
    expect((await site.figures()).growth.sessions.value).toBe(1);
    site.pass(1801);
    await site.visit([view('/')]);
    expect((await site.figures()).growth.sessions.value).toBe(2);
  });

  test.each([
    [FIREFOX, 'Desktop'],
    [IPHONE, 'Mobile'],
    [IPAD, 'Tablet'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36',
      'Mobile',
    ],
    ['Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 Chrome/142.0 Safari/537.36', 'Tablet'],
  ])('tell the device of %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  test('leave out a referrer that is our own host', async () => {
    const reach = workerWith(
      { visits: () => ({ enqueue: async (visit) => void site.queued.push(visit) }) },
      { PUBLIC_ORIGIN: 'https://www.mooring.example' },
    );
    for (const referrer of ['www.mooring.example', 'mooring.example']) {
      const headers = { 'user-agent': FIREFOX };
      await call('/analytics/events', { body: report([view('/')], { referrer }), headers }, reach);
    }
    expect(site.queued.map((visit) => visit.report.referrer)).toEqual([null, 'mooring.example']);
  });
});

describe('a day', () => {
  test('ends at midnight UTC: a visitor who stays counts again, and leaving does not begin a visit', async () => {
    site = new Site('2026-11-30T23:59:50Z');
    await site.visit([view('/')]);
    site.pass(15);
    await site.visit([leave('/')]);
    expect(
      await rows('SELECT day, visitors, sessions, views FROM site_days WHERE views > 0 OR visitors > 0'),
    ).toEqual([{ day: '2026-11-30', visitors: 1, sessions: 1, views: 1 }]);
    await site.visit([view('/services', 20)]);
    expect(
      await rows(
        'SELECT day, visitors, sessions, seconds, views FROM site_days WHERE visitors > 0 ORDER BY day',
      ),
    ).toEqual([
      { day: '2026-11-30', visitors: 1, sessions: 1, seconds: 0, views: 1 },
      // The 20 seconds before midnight belong to no visit of this day.
      { day: '2026-12-01', visitors: 1, sessions: 1, seconds: 0, views: 1 },
    ]);
    expect((await site.figures()).overview).toMatchObject({
      pageViews: { value: 2 },
      activeUsers: { value: 2 },
    });
  });

  test('is UTC whatever the visitor’s time zone', async () => {
    await site.visit([view('/')], { country: 'NZ' });
    expect((await site.figures()).traffic.at(-1)).toEqual({ day: '2026-11-22', visitors: 1 });
    site = new Site('2026-11-22T23:59:59+11:00');
    expect((await site.figures()).traffic.at(-1)).toEqual({ day: '2026-11-22', visitors: 1 });
    site = new Site('2026-11-22T23:59:59-11:00');
    expect((await site.figures()).traffic.map(({ day, visitors }) => [day, visitors]).slice(-2)).toEqual([
      ['2026-11-22', 1],
      ['2026-11-23', 0],
    ]);
  });

  test('counts only the page views of a report that arrives after its day', async () => {
    site = new Site('2026-11-22T23:59:59Z');
    await site.send(report([view('/')]));
    site.pass(2);
    await site.schedule();
    await site.deliver();
    expect(await rows('SELECT * FROM visits')).toEqual([]);
    expect((await site.figures()).overview).toMatchObject({
      pageViews: { value: 1 },
      activeUsers: { value: 0 },
    });
  });
});
