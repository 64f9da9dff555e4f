import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { late } from '#web/test/late.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk, sampleNewest, sampleQueue } from '#web/test/sample-desk.ts';
import { insightAnswers, sampleActivities, sampleOverview } from '#web/test/sample-insight.ts';
import { queueItem } from '#web/test/sample-queue.ts';
import { toast } from '#web/ui/toast.ts';

// The picture of each chart takes longer than all else on the screen; ui/chart.test.tsx is about it.
vi.mock('#web/ui/chart-drawing.tsx', () => ({ ChartDrawing: () => null }));

const FAILED = 'Failed to load dashboard data';
const answers = () => insightAnswers();

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});
afterEach(() => vi.useRealTimers());

const card = async (label: string) => {
  const link = await screen.findByRole('link', { name: label });
  return { link, text: link.closest('section')?.textContent };
};
const main = () => within(screen.getByRole('main'));
/** What was asked for, in order. React starts each query twice here. */
const distinct = (queries: readonly string[]) => queries.filter((query, at) => query !== queries[at - 1]);

describe('the dashboard', () => {
  it('the dashboard has four figures with their growth, each leading to its rows @overview-1', async () => {
    atDesk(answers());
    mountSite('/admin/admin-dashboard');
    const cards = await Promise.all([
      screen.findByText('1,240'),
      screen.findByText('861'),
      screen.findByText('57'),
      screen.findByText('412.3457 ETH'),
    ]);
    expect(cards.map((value) => value.closest('section')?.textContent)).toEqual([
      'Total Users1,240+12.5% from the 30 days before',
      'Active Policies8610.0% from the 30 days before',
      'Total Claims57Nothing in the 30 days before',
      'Platform Revenue412.3457 ETH$824,691.36-3.0% from the 30 days before',
    ]);
    expect((await card('Total Users')).link.getAttribute('href')).toBe('/admin/users');
    expect((await card('Active Policies')).link.getAttribute('href')).toBe('/admin/policies?status=approved');
    expect((await card('Total Claims')).link.getAttribute('href')).toBe('/admin/claims');
    expect((await card('Platform Revenue')).link.getAttribute('href')).toBe('/admin/revenue');
    expect(document.title).toBe('Dashboard · Mooring');
  });

  it('the dashboard charts what happened, in the timeframe and figure of the address @overview-2', async () => {
    const calls = atDesk(answers());
    const { router } = mountSite('/admin/admin-dashboard');
    expect(await screen.findByRole('figure', { name: 'Revenue by day, last 30 days' })).toBeDefined();
    expect((await screen.findByText('48,210')).parentElement?.textContent).toBe('MONTHLY VIEWS 48,210');
    fireEvent.click(screen.getByRole('button', { name: '12 months' }));
    expect(await screen.findByRole('figure', { name: 'Revenue by month, last 12 months' })).toBeDefined();
    expect(router.state.location.search).toEqual({ timeframe: '12m' });
    fireEvent.click(screen.getByRole('button', { name: 'Claims made' }));
    expect(await screen.findByRole('figure', { name: 'Claims made by month, last 12 months' })).toBeDefined();
    expect(router.state.location.search).toEqual({ timeframe: '12m', figure: 'claims' });
    const asked = calls.filter(({ path }) => path === '/admin/dashboard/analytics');
    expect(distinct(asked.map(({ query }) => query))).toEqual(['?timeframe=30d', '?timeframe=12m']);
  });

  it('the chart’s table has every figure of every period @overview-2', async () => {
    atDesk(answers());
    mountSite('/admin/admin-dashboard?timeframe=7d');
    const chart = await screen.findByRole('application', { name: 'Revenue by day, last 7 days' });
    chart.focus();
    fireEvent.keyDown(chart, { key: 't' });
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(8);
    expect([...(rows[0]?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Day',
      'Revenue',
      'Views',
      'New users',
      'Policies issued',
      'Claims made',
      'Revenue in USD',
    ]);
    expect([...(rows[2]?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Nov 17, 2026',
      '2.1000 ETH',
      '137',
      '1',
      '1',
      '1',
      '$4,200.00',
    ]);
  });

  it('the dashboard shows the five newest activities, each leading to its record @overview-3', async () => {
    atDesk({ ...answers(), 'GET /admin/claims': { status: 422, message: 'Not now.' } });
    const { router } = mountSite('/admin/admin-dashboard');
    const list = within(await screen.findByRole('region', { name: 'Recent Activities' }));
    const links = await list.findAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Claim submitted',
      'Policy bought',
      'New customer',
      'Claim paid',
      'Message',
    ]);
    expect(list.getByText('CLM-007 on POL-012')).toBeDefined();
    expect(list.getByText('Nov 22, 2026, 9:15 AM')).toBeDefined();
    fireEvent.click(links[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.href).toBe('/admin/claims?open=7'));
    expect(router.state.location.search).toEqual({ open: 7 });
  });

  it('an empty list of activities says so @overview-3', async () => {
    atDesk({ ...answers(), 'GET /admin/dashboard/activities': { data: [] } });
    mountSite('/admin/admin-dashboard');
    expect(await screen.findByText('No recent activities')).toBeDefined();
  });

  it('Quick Actions lead to six screens @overview-4', async () => {
    atDesk(answers());
    mountSite('/admin/admin-dashboard');
    const actions = within(await screen.findByRole('region', { name: 'Quick Actions' }));
    expect(actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['Users', '/admin/users'],
        ['Policies', '/admin/policies'],
        ['Claims', '/admin/claims'],
        ['Analytics', '/admin/analytics'],
        ['Revenue', '/admin/revenue'],
        ['Reports', '/admin/reports'],
      ],
    );
  });

  it('until the figures are there, the dashboard holds their places @overview-1', async () => {
    const overview = late<{ data: typeof sampleOverview }>();
    atDesk({ ...answers(), 'GET /admin/dashboard/overview': () => overview.promise });
    mountSite('/admin/admin-dashboard');
    const loading = await screen.findByRole('status', { name: 'Loading the overview' });
    expect(loading.textContent).toBe('Total UsersActive PoliciesTotal ClaimsPlatform Revenue');
    overview.resolve({ data: sampleOverview });
    expect(await screen.findByText('1,240')).toBeDefined();
    expect(screen.queryByRole('status', { name: 'Loading the overview' })).toBeNull();
  });

  it('overview and activities load together, at first and every 30 seconds @overview-5', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = atDesk(answers());
    mountSite('/admin/admin-dashboard');
    await screen.findByText('1,240');
    const asked = () =>
      ['/admin/dashboard/overview', '/admin/dashboard/activities'].map(
        (path) => calls.filter((call) => call.path === path).length,
      );
    const before = asked();
    expect(before[0]).toBe(before[1]);
    await act(() => vi.advanceTimersByTimeAsync(25_000));
    expect(asked()).toEqual(before);
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    expect(asked()).toEqual(before.map((times) => times + 1));
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(asked()).toEqual(before.map((times) => times + 2));
  });

  it('a dashboard that cannot be loaded says so and offers to try again @overview-6', async () => {
    let down = true;
    atDesk({
      ...answers(),
      'GET /admin/dashboard/overview': () =>
        down ? { status: 422, message: 'Not now.' } : { data: sampleOverview },
    });
    mountSite('/admin/admin-dashboard');
    await screen.findByRole('main');
    expect(await main().findByText(FAILED)).toBeDefined();
    // Beside the notice, the toast.
    await waitFor(() => expect(screen.getAllByText(FAILED)).toHaveLength(2));
    expect(main().getByText('Not now.')).toBeDefined();
    expect(screen.queryByText('Total Users')).toBeNull();
    down = false;
    fireEvent.click(main().getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('1,240')).toBeDefined();
    expect(main().queryByText(FAILED)).toBeNull();
  });

  it('the last figures stay, with their time, while refreshing fails, and one toast says so @overview-6', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const said = vi.spyOn(toast, 'error');
    let down = false;
    atDesk({
      ...answers(),
      'GET /admin/dashboard/activities': () =>
        down ? { status: 422, message: 'Not now.' } : { data: sampleActivities },
    });
    mountSite('/admin/admin-dashboard');
    await screen.findByText('1,240');
    down = true;
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(await main().findByText(FAILED)).toBeDefined();
    expect(screen.getByText('1,240')).toBeDefined();
    expect(screen.getByText('CLM-007 on POL-012')).toBeDefined();
    expect(main().getByRole('alert').textContent).toContain(
      'Not now. The figures below are as of Nov 22, 2026, 9:30 AM UTC.',
    );
    expect(said.mock.calls).toEqual([[FAILED]]);
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    expect(said).toHaveBeenCalledTimes(1);
    down = false;
    await act(() => vi.advanceTimersByTimeAsync(30_500));
    await waitFor(() => expect(main().queryByText(FAILED)).toBeNull());
  });

  it('a chart that cannot be loaded leaves the rest of the dashboard @overview-2', async () => {
    atDesk({ ...answers(), 'GET /admin/dashboard/analytics': { status: 422, message: 'Not now.' } });
    mountSite('/admin/admin-dashboard');
    expect(await screen.findByText('Failed to load the platform analytics')).toBeDefined();
    expect(await screen.findByText('1,240')).toBeDefined();
  });

  it('sums up the work queue on top and leads to it @overview-7', async () => {
    const items = [
      ...[1, 2, 3, 4].map((id) => queueItem('to_do', 'claims_due', id, id)),
      queueItem('customer', 'documents_awaited', 5, 5),
    ];
    atDesk({ ...answers(), 'GET /admin/queue': { data: sampleQueue(items) } });
    const { router } = mountSite('/admin');
    const summary = within(await screen.findByRole('region', { name: 'Work queue' }));
    const sections = within(await summary.findByRole('list', { name: 'Sections' }));
    expect(sections.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '4To do',
      '1Waiting for the customer',
      '0Waiting for time',
      '0Waiting for a second person',
    ]);
    const first = within(summary.getByRole('list', { name: 'First to do' }));
    expect(first.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      ['1', '2', '3'].map((id) => `/admin/queue?open=to_do.claims_due.${id}`),
    );
    fireEvent.click(sections.getByRole('link', { name: /Waiting for the customer/ }));
    expect(await screen.findByRole('heading', { name: 'Work queue', level: 1 })).toBeDefined();
    expect(router.state.location.href).toBe('/admin/queue?section=customer');
    const rows = within(await screen.findByRole('list', { name: 'Waiting for the customer' }));
    expect(rows.getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByRole('list', { name: 'To do' })).toBeNull();
    expect(document.title).toBe('Work queue · Mooring');
  });
});

describe('the rail and the palette', () => {
  it('the rail has the screens in the order of the specification @overview-4', async () => {
    atDesk(answers());
    mountSite('/admin/queue');
    const rail = within((await screen.findAllByRole('navigation', { name: 'Desk' }))[0] as HTMLElement);
    const names = rail.getAllByRole('link').map(({ textContent }) => textContent);
    const specified = [
      'Dashboard',
      'Users',
      'Policies',
      'Claims',
      'Messages',
      'Revenue',
      'Reports',
      'Settings',
    ];
    expect(names.filter((name) => specified.includes(name ?? ''))).toEqual(specified);
  });

  it('the rail shows how much there is to do beside its screens, and keeps their names', async () => {
    const counts = { queue: 12, claims: 7, messages: 4, policies: 0, exceptions: 1000, newest: sampleNewest };
    atDesk({ ...answers(), 'GET /admin/queue/counts': { data: counts } });
    mountSite('/admin');
    const rail = within((await screen.findAllByRole('navigation', { name: 'Desk' }))[0] as HTMLElement);
    const said = async (name: string) => {
      const link = await rail.findByRole('link', { name });
      const id = link.getAttribute('aria-describedby');
      return id === null ? null : document.getElementById(id)?.textContent;
    };
    await waitFor(async () => expect(await said('Claims')).toBe('7 to do'));
    expect(await said('Work queue')).toBe('12 to do');
    expect(await said('Messages')).toBe('4 to do');
    expect(await said('Policies')).toBeNull();
    expect(await said('Exceptions')).toBe('999+ to do');
    expect(rail.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBe('page');
  });

  it.each([
    ['Go to Revenue', '/admin/revenue', 'Revenue · Mooring'],
    ['Go to Reports', '/admin/reports', 'Reports · Mooring'],
    ['Go to Work queue', '/admin/queue', 'Work queue · Mooring'],
    ['Go to Dashboard', '/admin/admin-dashboard', 'Dashboard · Mooring'],
  ])('the palette finds "%s"', async (command, path, title) => {
    atDesk(answers());
    const { router } = mountSite('/admin/contract');
    await screen.findAllByRole('navigation', { name: 'Desk' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const box = await screen.findByRole('combobox', { name: 'Find' });
    fireEvent.change(box, { target: { value: command.replace('Go to ', '').toLowerCase() } });
    fireEvent.click(await screen.findByRole('option', { name: command }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    await waitFor(() => expect(document.title).toBe(title));
  });
});
