import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk } from '#web/test/sample-desk.ts';
import { countryName, duration } from './analytics-screen.tsx';

const DAYS = ['16', '17', '18', '19', '20', '21', '22'].map((day, index) => ({
  day: `2026-11-${day}`,
  visitors: index * 100,
}));
const counted = { value: 1234, previous: 1097, change: '+12.5%' };
const growth = (period: string) => ({
  period,
  from: '2026-10-24',
  to: '2026-11-22',
  previousFrom: '2026-09-24',
  previousTo: '2026-10-23',
  pageViews: counted,
  visitors: { value: 80, previous: 100, change: '-20.0%' },
  sessions: { value: 90, previous: 0, change: null },
  days: DAYS.map(({ day, visitors }) => ({ day, views: 1, visitors, sessions: 1 })),
});
const step = (name: string, count: number, drop: number | null, leftAt: unknown[] = []) => ({
  step: name,
  count,
  drop,
  leftAt,
});

const ANSWERS = {
  'GET /admin/analytics/overview': {
    data: {
      pageViews: { value: 12_345, change: '+12.5%' },
      activeUsers: { value: 678, change: '-3.0%' },
      sessionDuration: { value: 125, change: '0.0%' },
      engagementRate: { value: 61.5, change: null },
    },
  },
  'GET /admin/analytics/traffic': { data: DAYS },
  'GET /admin/analytics/pages': { data: [{ path: '/quote/:type', views: 900, percentage: 75.5 }] },
  'GET /admin/analytics/devices': {
    data: [
      { type: 'Desktop', visitors: 600, percentage: 88.5, viewports: { narrow: 1.5, medium: 8.5, wide: 90 } },
      { type: 'Mobile', visitors: 78, percentage: 11.5, viewports: { narrow: 100, medium: 0, wide: 0 } },
      { type: 'Tablet', visitors: 0, percentage: 0, viewports: { narrow: 0, medium: 0, wide: 0 } },
    ],
  },
  'GET /admin/analytics/realtime': {
    data: { activeUsers: 17, topReferrer: 'www.example.com', topCountry: 'NZ', bounceRate: 38.5 },
  },
  'GET /admin/analytics/geographic': {
    data: [
      { country: 'DE', visitors: 400, percentage: 59 },
      { country: null, visitors: 278, percentage: 41 },
    ],
  },
  'GET /admin/analytics/referrers': {
    data: [
      { referrer: null, sessions: 500, percentage: 71.4 },
      { referrer: 'www.example.com', sessions: 200, percentage: 28.6 },
    ],
  },
  'GET /admin/analytics/growth': ({ query }: { query: string }) => ({
    data: growth(new URLSearchParams(query).get('period') ?? ''),
  }),
  'GET /admin/analytics/funnel': {
    data: {
      from: '2026-10-24',
      to: '2026-11-22',
      steps: [
        step('price_seen', 200, null, [
          { path: '/', visitors: 90 },
          { path: '/services', visitors: 10 },
        ]),
        step('form_complete', 100, 50),
        step('wallet_connected', 50, 50, [{ path: '/quote/:type', visitors: 10 }]),
        step('quote', 40, 20),
        step('wallet_opened', 20, 50),
        step('paid', 25, -25),
        step('active', 25, 0),
      ],
    },
  },
};

beforeEach(() => {
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});

const part = (name: string) => screen.findByRole('region', { name });
/** The figures of a part in one line, once they are there. */
const line = async (name: string) => {
  const section = await part(name);
  return waitFor(() => {
    const figures = section.querySelector('dl');
    expect(figures).not.toBeNull();
    return figures?.textContent;
  });
};
const lines = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

describe('the analytics screen', () => {
  it('the analytics screen shows the overview with how it moved @analytics-2', async () => {
    atDesk(ANSWERS);
    mountSite('/admin/analytics');
    const overview = await part('Overview');
    await within(overview).findByText('12,345');
    expect(overview.querySelector('dl')?.textContent).toBe(
      'Page views12,345+12.5% Visitors, day by day678-3.0% Average visit2m 5s0.0% Engagement61.5%Nothing to compare with',
    );
    expect(document.title).toBe('Analytics · Mooring');
  });

  it('the traffic of seven days is a chart with a least height of 10 percent, and a table @analytics-3', async () => {
    atDesk(ANSWERS);
    mountSite('/admin/analytics');
    const traffic = await part('Traffic');
    const chart = await within(traffic).findByRole('application', { name: 'Visitors of the last 7 days' });
    const bars = await waitFor(() => {
      const found = [...traffic.querySelectorAll<SVGElement>('.recharts-bar-rectangle path')];
      expect(found).toHaveLength(7);
      return found;
    });
    const heights = bars.map((bar) => Number(bar.getAttribute('height')));
    const most = Math.max(...heights);
    expect(heights.map((height) => Math.round((100 * height) / most))).toEqual([10, 17, 33, 50, 67, 83, 100]);
    const labels = [...traffic.querySelectorAll('.recharts-label-list text')];
    expect(labels.map(({ textContent }) => textContent)).toEqual(['0', '600']);
    chart.focus();
    fireEvent.keyDown(chart, { key: 't' });
    const table = within(traffic).getByRole('table');
    expect(within(table).getByText('Nov 16, 2026').parentElement?.textContent).toBe('Nov 16, 20260');
    expect(within(table).getByText('Nov 22, 2026').parentElement?.textContent).toBe('Nov 22, 2026600');
  });

  it('pages and devices are tables with their shares, countries and referrers a line @analytics-4', async () => {
    atDesk(ANSWERS);
    mountSite('/admin/analytics');
    expect(lines(await screen.findByRole('table', { name: 'Top pages' }))).toEqual([
      'Page | Views | Share',
      '/quote/:type | 900 | 75.5%',
    ]);
    expect(lines(await screen.findByRole('table', { name: 'Devices' }))).toEqual([
      'Device | Visitors | Share | Narrow window',
      'Desktop | 600 | 88.5% | 1.5%',
      'Mobile | 78 | 11.5% | 100.0%',
      'Tablet | 0 | 0.0% | —',
    ]);
    expect(await line('Countries')).toBe('Germany59.0%Unknown41.0%');
    expect(await line('Referrers')).toBe('No other site71.4%www.example.com28.6%');
  });

  it('real time says who is there now, and where today’s visits come from @analytics-5', async () => {
    atDesk(ANSWERS);
    mountSite('/admin/analytics');
    expect(await line('Real time')).toBe(
      'Active now17Top referrer todaywww.example.comTop country todayNew ZealandBounce rate today38.5%',
    );
  });

  it('growth over 90 days is one line beside the overview of 30 days @analytics-6', async () => {
    const calls = atDesk(ANSWERS);
    mountSite('/admin/analytics');
    expect(await line('Growth, 90 days')).toBe('Page views+12.5%Visitors-20.0%Visits—');
    const asked = calls.filter(({ path }) => path.endsWith('/growth')).map(({ query }) => query);
    expect(new Set(asked)).toEqual(new Set(['?period=90d']));
  });

  it('the way to a policy says how many are lost at each step, and where @analytics-7', async () => {
    atDesk(ANSWERS);
    mountSite('/admin/analytics');
    expect(lines(await screen.findByRole('table', { name: 'The path to a policy' }))).toEqual([
      'Step | Reached | Lost | Last seen on',
      'Price seen | 200 | — | / (90), /services (10)',
      'Form complete | 100 | 50.0% | —',
      'Wallet connected | 50 | 50.0% | /quote/:type (10)',
      'Quote made | 40 | 20.0% | —',
      'Wallet opened | 20 | 50.0% | —',
      'Paid | 25 | 25.0% more | —',
      'Policy active | 25 | Nobody | —',
    ]);
  });

  it('a part that fails says so, offers to try again and leaves the others alone', async () => {
    let down = true;
    atDesk({
      ...ANSWERS,
      'GET /admin/analytics/devices': () =>
        down ? { status: 422, message: 'Not now.' } : ANSWERS['GET /admin/analytics/devices'],
    });
    mountSite('/admin/analytics');
    const devices = await part('Devices');
    expect(await within(devices).findByText('Failed to load the devices')).toBeDefined();
    expect(within(devices).getByText('Not now.')).toBeDefined();
    expect(await screen.findByRole('table', { name: 'Top pages' })).toBeDefined();
    down = false;
    fireEvent.click(within(devices).getByRole('button', { name: 'Try Again' }));
    expect(await within(devices).findByRole('table', { name: 'Devices' })).toBeDefined();
    expect(within(devices).queryByText('Failed to load the devices')).toBeNull();
  });

  it('a site without visitors says so in place of each table', async () => {
    atDesk({
      ...ANSWERS,
      'GET /admin/analytics/pages': { data: [] },
      'GET /admin/analytics/geographic': { data: [] },
      'GET /admin/analytics/referrers': { data: [] },
      'GET /admin/analytics/realtime': {
        data: { activeUsers: 0, topReferrer: null, topCountry: null, bounceRate: null },
      },
    });
    mountSite('/admin/analytics');
    expect(await screen.findByText('No page was viewed yet.')).toBeDefined();
    expect(await screen.findAllByText('Nobody has visited yet.')).toHaveLength(2);
    expect(await line('Real time')).toBe(
      'Active now0Top referrer todayNoneTop country todayUnknownBounce rate today—',
    );
  });

  it('the screen says what is not counted @analytics-8', async () => {
    atDesk(ANSWERS);
    mountSite('/admin/analytics');
    const text = (await part('What is not counted')).textContent;
    for (const word of ['Do Not Track', 'Global Privacy Control', 'bots', 'No cookie'])
      expect(text).toContain(word);
  });

  it('Analytics is in the rail after Messages, and the palette goes there', async () => {
    atDesk(ANSWERS);
    const { router } = mountSite('/admin/analytics');
    await part('Overview');
    const rail = screen.getByRole('navigation', { name: 'Desk' });
    const names = within(rail)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(names.slice(5, 7)).toEqual(['Messages', 'Analytics']);
    await router.navigate({ to: '/admin/$', params: { _splat: 'contract' } });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Find' }), {
      target: { value: 'analytics' },
    });
    fireEvent.click(await screen.findByRole('option', { name: 'Go to Analytics' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/analytics'));
  });

  it.each([
    [null, '—'],
    [0, '0s'],
    [59, '59s'],
    [60, '1m 0s'],
    [3725, '62m 5s'],
  ])('a visit of %s seconds is %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });

  it.each([
    ['DE', 'Germany'],
    ['T1', 'T1'],
    [null, 'Unknown'],
  ])('the country %s is called %s', (code, name) => {
    expect(countryName(code)).toBe(name);
  });
});
