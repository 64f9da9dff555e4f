/** The words of admin.md's screens and its error catalog, as the lists show them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { adminSession, endAdminSession, startAdminSession } from '#web/state/admin-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import { deskClaim } from '#web/test/sample-case.ts';
import { atDesk, samplePage, sampleUser } from '#web/test/sample-desk.ts';
import { deskCache } from './queries.ts';

const LISTS = [
  ['users', 'total_users', 'No users found', 'Failed to load users'],
  ['policies', 'total_policies', 'No policies found', 'Failed to load policies'],
  ['claims', 'total_claims', 'No claims found', 'Failed to load claims'],
  ['messages', 'total_messages', 'No messages found', 'Failed to fetch messages'],
] as const;

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

describe('the frame of the desk', () => {
  it('the sidebar has the screens in the specification’s order, and Logout leads to the login @frame-1 @frame-2', async () => {
    atDesk({ 'GET /admin/users': { data: samplePage('users', 'total_users', []) } });
    const { router } = mountSite('/admin/users');
    const rail = within(await screen.findByRole('navigation', { name: 'Desk' }));
    const labels = rail.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(labels).toEqual([
      ['Dashboard', '/admin/admin-dashboard'],
      ['Work queue', '/admin/queue'],
      ['Users', '/admin/users'],
      ['Policies', '/admin/policies'],
      ['Claims', '/admin/claims'],
      ['Messages', '/admin/messages'],
      ['Analytics', '/admin/analytics'],
      ['Revenue', '/admin/revenue'],
      ['Reports', '/admin/reports'],
      ['Books', '/admin/books'],
      ['Exceptions', '/admin/exceptions'],
      ['Contract', '/admin/contract'],
      ['Audit log', '/admin/audit-log'],
      ['Settings', '/admin/settings'],
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-login'));
    expect(adminSession.token).toBeNull();
  });

  it('a refused session clears adminToken, leads to the login and says so @frame-5', async () => {
    atDesk({ 'GET /admin/users': { status: 401, message: 'Please sign in.' } });
    expect(localStorage.getItem('adminToken')).toBe('admin-token');
    const { router } = mountSite('/admin/users');
    expect(await screen.findByText('Authentication required')).toBeDefined();
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-login'));
    expect(localStorage.getItem('adminToken')).toBeNull();
  });

  it.each([
    [
      'the server’s message',
      { status: 422, message: 'This list has no such page.' },
      'This list has no such page.',
    ],
    ['its status if it has none', new Response('<html>', { status: 418 }), 'HTTP error! status: 418'],
  ])('a failed call shows %s @frame-6', async (_, answer, words) => {
    atDesk({ 'GET /admin/users': answer });
    mountSite('/admin/users');
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('a login that fails without a message of the server says what to check @frame-4', async () => {
    startAdminSession('old');
    endAdminSession('user');
    fakeApi({
      'GET /config': { data: { environment: 'local', chains: [], substrate: null, demo: null } },
      'POST /admin/auth/login': () => Promise.reject(new Error('')),
    });
    mountSite('/admin/admin-login');
    await screen.findByRole('heading', { name: 'Admin login' });
    for (const label of ['Email', 'Password']) {
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'ada@mooring.example' } });
    }
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findByRole('alert')).textContent).not.toBe('');
  });
});

describe('the lists of the desk', () => {
  it.each(
    LISTS,
  )('%s: an empty list and one that cannot be loaded say so @users-6 @requests-2 @casework-3', async (list, total, empty, failed) => {
    let broken = false;
    atDesk({
      [`GET /admin/${list}`]: () =>
        broken ? { status: 422, message: 'No.' } : { data: samplePage(list, total, []) },
    });
    const { unmount } = mountSite(`/admin/${list}`);
    expect(await screen.findByText(empty)).toBeDefined();
    unmount();
    deskCache.clear();
    broken = true;
    mountSite(`/admin/${list}`);
    expect(await screen.findByText(failed)).toBeDefined();
  });

  it('a customer without a name or email address is an Unknown User with No email provided @users-1 @users-2', async () => {
    const nobody = { ...sampleUser, name: null, email: null };
    atDesk({ 'GET /admin/users': { data: samplePage('users', 'total_users', [nobody]) } });
    mountSite('/admin/users');
    const table = within(await screen.findByRole('table', { name: 'users' }));
    for (const text of ['Unknown User', 'No email provided', 'Active', 'Nov 1, 2026', '3', '$2,400', '1']) {
      expect(table.getAllByText(text).length, text).toBeGreaterThan(0);
    }
    expect(screen.getByRole('searchbox').getAttribute('placeholder')).toBe(
      'Search users by name, email, or wallet...',
    );
  });

  it('more than one page is walked by Previous and Next, one page shows neither @users-5', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => ({
      ...sampleUser,
      wallet_address: `0x${String(index).padStart(40, '0')}`,
    }));
    const page = { total_pages: 3, total_users: 28, next_cursor: 'next' };
    const calls = atDesk({ 'GET /admin/users': { data: samplePage('users', 'total_users', rows, page) } });
    const { unmount } = mountSite('/admin/users');
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
    expect(pages.getByText('Showing 1 to 10 of 28 users')).toBeDefined();
    expect(pages.getByText('Page 1 of 3')).toBeDefined();
    expect(pages.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    fireEvent.click(pages.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(calls.map(({ query }) => query).join()).toContain('cursor=next'));
    unmount();
    deskCache.clear();
    atDesk({ 'GET /admin/users': { data: samplePage('users', 'total_users', [sampleUser]) } });
    mountSite('/admin/users');
    await screen.findByText('Grace Hopper');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });
});

describe('a claim at the desk', () => {
  const claims = {
    'GET /admin/claims': { data: samplePage('claims', 'total_claims', [deskClaim()]) },
  };

  it('details that cannot be loaded say so @casework-3', async () => {
    atDesk({ ...claims, 'GET /admin/claims/7': { status: 422, message: 'No.' } });
    mountSite('/admin/claims?open=7');
    expect(await screen.findByText('Failed to load claim details')).toBeDefined();
  });

  it.each([
    ['Approve Claim', 'Failed to approve claim'],
    ['Reject Claim', 'Failed to reject claim'],
  ])('%s says when it fails, and keeps the form @casework-3', async (action, failed) => {
    atDesk({
      ...claims,
      'GET /admin/claims/7': { data: deskClaim() },
      'PATCH /admin/claims/7/status': { status: 422, message: 'The cover is used up.' },
    });
    mountSite('/admin/claims?open=7');
    const bar = within(await screen.findByRole('region', { name: 'Actions' }));
    fireEvent.click(bar.getByRole('button', { name: new RegExp(`^${action}`) }));
    const form = within(await screen.findByRole('form', { name: /CLM-007/ }));
    if (action === 'Reject Claim') {
      const reason = form.getByRole('combobox');
      reason.focus();
      fireEvent.keyDown(reason, { key: 'Enter' });
      const [first] = await screen.findAllByRole('option');
      fireEvent.click(first as HTMLElement);
      const words = form.getByLabelText('Reason in your own words');
      fireEvent.change(words, { target: { value: 'It was wear.' } });
    }
    fireEvent.click(form.getByRole('button', { name: new RegExp(action) }));
    expect(await screen.findByText(failed)).toBeDefined();
    expect(await screen.findByText('The cover is used up.')).toBeDefined();
    expect(form.getByRole('button', { name: new RegExp(action) })).toBeDefined();
  });
});

describe('a thread at the desk', () => {
  it('one that cannot be loaded offers Retry @inbox-3', async () => {
    atDesk({
      'GET /admin/messages': { data: samplePage('messages', 'total_messages', []) },
      'GET /admin/messages/3': { status: 422, message: 'No.' },
    });
    mountSite('/admin/messages?open=3');
    expect(await screen.findByText('Error loading messages')).toBeDefined();
    expect(screen.getAllByRole('button', { name: /Retry|Try Again/ }).length).toBeGreaterThan(0);
  });
});
