import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { adminSession, endAdminSession } from '#web/state/admin-session.ts';
import { mountSite } from './mount.tsx';
import { atDesk, samplePage, sampleUser, WALLET } from './sample-desk.ts';

const users = samplePage('users', 'total_users', [
  sampleUser,
  { ...sampleUser, name: null, email: null, wallet_address: `0x${'a'.repeat(40)}`, status: 'inactive' },
]);

beforeEach(() => {
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});

const grid = () => screen.findByRole('table', { name: 'users' });
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

describe('the desk', () => {
  it('the desk sends visitors who are not signed in to the login, and remembers where they were going', async () => {
    atDesk({});
    endAdminSession('refused');
    const { router } = mountSite('/admin/users?status=inactive');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-login'));
    expect(router.state.location.state.next).toBe('/admin/users?status=inactive');
  });

  /** Every screen of the rail, with a call that it makes when it opens. */
  const SCREENS = [
    ['users', 'users'],
    ['policies', 'policies'],
    ['claims', 'claims'],
    ['messages', 'messages'],
    ['exceptions', 'exceptions'],
    ['contract', 'auth/profile'],
    ['audit-log', 'audit-log'],
    ['settings', 'settings'],
    ['revenue', 'revenue/overview'],
    ['reports', 'reports'],
    ['admin-dashboard', 'dashboard/overview'],
  ] as const;

  it.each(
    SCREENS,
  )('a 401 on the screen %s clears the token, says so once, and leads to the login @desk-4', async (path, calls) => {
    const seen = atDesk({ [`GET /admin/${calls}`]: { status: 401, message: 'Please sign in.' } });
    const shown = toast.getHistory().length;
    const { router } = mountSite(`/admin/${path}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-login'));
    const said = await waitFor(() => {
      const later = toast.getHistory().slice(shown);
      expect(later).not.toEqual([]);
      return later.map((each) => ('title' in each ? each.title : each));
    });
    expect(said).toEqual(['Authentication required']);
    expect(adminSession.token).toBeNull();
    expect(localStorage.getItem('adminToken')).toBeNull();
    expect(router.state.location.state.next).toBe(`/admin/${path}`);
    expect(seen.map((call) => call.path)).toContain(`/admin/${calls}`);
  });

  it.each(['/admin/login', '/admin/login#invitation=a'])('%s leads to the login', async (path) => {
    atDesk({});
    endAdminSession('user');
    const { router } = mountSite(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-login'));
  });

  it('an unknown path of the desk falls back to the dashboard', async () => {
    atDesk({});
    const { router } = mountSite('/admin/no/such/page?open=1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-dashboard'));
  });

  it('/admin is the dashboard', async () => {
    atDesk({});
    mountSite('/admin');
    await waitFor(() => expect(document.title).toBe('Dashboard · Mooring'));
  });

  it('the desk shows neither the customers’ header nor their footer', async () => {
    atDesk({ 'GET /admin/users': { data: users } });
    mountSite('/admin/users');
    await grid();
    expect(screen.queryByRole('button', { name: 'Connect Wallet' })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Legal' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page');
  });

  it('Logout ends the session on the server and returns to the login', async () => {
    const calls = atDesk({ 'GET /admin/users': { data: users }, 'POST /admin/auth/logout': { data: null } });
    const { router } = mountSite('/admin/users');
    await grid();
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-login'));
    expect(router.state.location.state.next).toBeUndefined();
    const logout = calls.find(({ path }) => path === '/admin/auth/logout');
    expect(logout?.headers.get('authorization')).toBe('Bearer admin-token');
  });

  it('a role that may not read the audit log does not see its link', async () => {
    atDesk({ 'GET /admin/users': { data: users } }, 'support');
    mountSite('/admin/users');
    await grid();
    expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
  });
});

describe('a list of the desk', () => {
  it('the address decides what is requested: filters, sort, search and page', async () => {
    const calls = atDesk({ 'GET /admin/users': { data: users } });
    mountSite('/admin/users?status=inactive&sortBy=total_premium&sortOrder=ASC&search=42&limit=50');
    await grid();
    const asked = new URLSearchParams(calls.find(({ path }) => path === '/admin/users')?.query);
    expect(Object.fromEntries(asked)).toEqual({
      status: 'inactive',
      sortBy: 'total_premium',
      sortOrder: 'ASC',
      search: '42',
      limit: '50',
    });
  });

  it('a filter chip and a column header change the address', async () => {
    atDesk({ 'GET /admin/users': { data: users } });
    const { router } = mountSite('/admin/users');
    await grid();
    fireEvent.click(screen.getByRole('button', { name: 'Inactive' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'inactive' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Premium' }));
    await waitFor(() =>
      expect(router.state.location.search).toEqual({
        status: 'inactive',
        sortBy: 'total_premium',
        sortOrder: 'DESC',
      }),
    );
  });

  it('Next follows the cursor, and the figures show the position of the page', async () => {
    const calls = atDesk({
      'GET /admin/users': ({ query }) => ({
        data: query.includes('cursor=after')
          ? samplePage('users', 'total_users', [sampleUser], {
              total_users: 11,
              total_pages: 2,
              prev_cursor: 'before',
            })
          : samplePage(
              'users',
              'total_users',
              Array.from({ length: 10 }, (_, index) => ({
                ...sampleUser,
                wallet_address: `0x${String(index).repeat(40)}`,
              })),
              { total_users: 11, total_pages: 2, next_cursor: 'after' },
            ),
      }),
    });
    mountSite('/admin/users');
    expect(await screen.findByText('Showing 1 to 10 of 11 users')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Showing 11 to 11 of 11 users')).toBeDefined();
    expect(screen.getByText('Page 2 of 2')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByText('Page 1 of 2')).toBeDefined();
    expect(calls.filter(({ query }) => query.includes('cursor='))).toHaveLength(1);
  });

  it('a list whose total is a minimum says so with a plus, and not how many pages there are', async () => {
    const uncounted = { total_users: 1000, total_pages: null, total_is_minimum: true };
    atDesk({
      'GET /admin/users': ({ query }) => ({
        data: samplePage(
          'users',
          'total_users',
          [sampleUser],
          query.includes('cursor=after')
            ? { ...uncounted, prev_cursor: 'before', searched_to: '2026-03-01T00:00:00.000Z' }
            : { ...uncounted, next_cursor: 'after' },
        ),
      }),
    });
    mountSite('/admin/users');
    expect(await screen.findByText('Showing 1 to 1 of 1,000+ users')).toBeDefined();
    expect(screen.getByText('Page 1')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(
      await screen.findByText(
        'Showing 11 to 11 of 1,000+ users Searched back to March 1, 2026. Next goes further.',
      ),
    ).toBeDefined();
    expect(screen.getByText('Page 2')).toBeDefined();
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true),
    );
  });

  it('a single page has no Previous and Next', async () => {
    atDesk({ 'GET /admin/users': { data: users } });
    mountSite('/admin/users');
    await grid();
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  });

  it('a search is sent once the typing pauses', async () => {
    const calls = atDesk({ 'GET /admin/users': { data: users } });
    mountSite('/admin/users');
    await grid();
    const box = screen.getByPlaceholderText('Search users by name, email, or wallet...');
    for (const text of ['g', 'gr', 'grace']) fireEvent.change(box, { target: { value: text } });
    await waitFor(() => expect(calls.map(({ query }) => query).join()).toContain('search=grace'));
    expect(calls.filter(({ query }) => query.includes('search='))).toHaveLength(1);
  });

  it('a search that looked at the newest matches only says so', async () => {
    atDesk({
      'GET /admin/users': {
        data: samplePage('users', 'total_users', [sampleUser], { search_limited: true }),
      },
    });
    mountSite('/admin/users?search=ada');
    expect(await screen.findByText(/Only the 200 newest matches were searched/)).toBeDefined();
  });

  it('an empty list says so and offers to clear its filters', async () => {
    atDesk({ 'GET /admin/users': { data: samplePage('users', 'total_users', []) } });
    const { router } = mountSite('/admin/users?status=inactive');
    expect(await screen.findByText('No users found')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('a list that cannot be loaded offers to try again', async () => {
    let down = true;
    atDesk({
      'GET /admin/users': () => (down ? { status: 422, message: 'Not now.' } : { data: users }),
    });
    mountSite('/admin/users');
    // A toast says the same outside the page.
    const page = within(await screen.findByRole('main'));
    expect(await page.findByText('Failed to load users')).toBeDefined();
    expect(page.getByText('Not now.')).toBeDefined();
    down = false;
    fireEvent.click(page.getByRole('button', { name: 'Try Again' }));
    expect(await grid()).toBeDefined();
    expect(page.queryByText('Failed to load users')).toBeNull();
  });

  it('j and k move, Enter opens the row next to the list, and Esc returns to it', async () => {
    atDesk({ 'GET /admin/users': { data: users }, [`GET /admin/users/${WALLET}`]: { status: 404 } });
    const { router } = mountSite('/admin/users');
    await grid();
    key('j');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Grace Hopper'));
    key('j');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Unknown User'));
    key('k');
    key('Enter');
    await waitFor(() => expect(router.state.location.search).toEqual({ open: WALLET }));
    const panel = await screen.findByRole('region', { name: 'Customer' });
    await waitFor(() => expect(document.activeElement).toBe(panel));
    key('Escape');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Grace Hopper'));
  });

  it('slash searches, f goes to the filters, and ? lists the keys', async () => {
    atDesk({ 'GET /admin/users': { data: users } });
    mountSite('/admin/users');
    await grid();
    key('/');
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search users' }));
    key('Escape');
    key('f');
    expect(document.activeElement?.textContent).toBe('All');
    key('?');
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeDefined();
  });

  it('a hidden column stays hidden in this browser', async () => {
    atDesk({ 'GET /admin/users': { data: users } });
    mountSite('/admin/users');
    const table = await grid();
    expect(within(table).getByRole('columnheader', { name: 'Email' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Display' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Email' }));
    await waitFor(() => expect(within(table).queryByText('grace@example.com')).toBeNull());
    expect(JSON.parse(localStorage.getItem('desk') ?? '{}')).toMatchObject({ hidden: { users: ['email'] } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Email' }));
    await waitFor(() => expect(within(table).getByText('grace@example.com')).toBeDefined());
  });

  it('the filters are kept under a name and shown again', async () => {
    const view = { id: 5, list: 'users', name: 'Gone quiet', query: 'status=inactive' };
    const views: unknown[] = [];
    const calls = atDesk({
      'GET /admin/users': { data: users },
      'GET /admin/views': () => ({ data: views }),
      'POST /admin/views': () => {
        views.push(view);
        return { status: 201, data: view };
      },
    });
    const { router } = mountSite('/admin/users?status=inactive');
    await grid();
    const menu = async () => {
      screen.getByRole('button', { name: 'Views' }).focus();
      fireEvent.keyDown(screen.getByRole('button', { name: 'Views' }), { key: 'Enter' });
    };
    await menu();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Name or delete views…' }));
    fireEvent.change(await screen.findByLabelText('Name of the current view'), {
      target: { value: 'Gone quiet' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      list: 'users',
      name: 'Gone quiet',
      query: 'status=inactive',
    });
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    await menu();
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Gone quiet' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'inactive' }));
  });
});

describe('the command palette', () => {
  it('Ctrl-K finds a record by its number and opens it', async () => {
    atDesk({
      'GET /admin/users': { data: users },
      'GET /admin/find': ({ query }) => ({
        data:
          query === '?q=grace'
            ? [{ kind: 'user', id: WALLET, document: null, title: 'Grace Hopper', detail: '0x9965…' }]
            : [],
      }),
    });
    const { router } = mountSite('/admin/users');
    await grid();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    const input = await screen.findByRole('combobox', { name: 'Find' });
    fireEvent.change(input, { target: { value: 'grace' } });
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(await dialog.findByRole('option', { name: /Grace Hopper/ }));
    await waitFor(() => expect(router.state.location.search).toEqual({ open: WALLET }));
  });

  it('the palette goes to a screen by name', async () => {
    atDesk({ 'GET /admin/users': { data: users } });
    const { router } = mountSite('/admin/users');
    await grid();
    fireEvent.keyDown(document.body, { key: 'k', metaKey: true });
    fireEvent.change(await screen.findByRole('combobox', { name: 'Find' }), {
      target: { value: 'messages' },
    });
    fireEvent.click(await screen.findByRole('option', { name: 'Go to Messages' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/messages'));
  });
});
