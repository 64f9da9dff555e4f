import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { adminSession, endAdminSession, startAdminSession } from '#web/state/admin-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { late } from '#web/test/late.ts';
import { mountSite } from '#web/test/mount.tsx';
import { samplePage, sampleProfile, sampleQueue, sampleUser } from '#web/test/sample-desk.ts';

const session = {
  token: 'token-1',
  email: 'ada@mooring.example',
  name: 'Ada Byron',
  role: 'administrator',
  expires_at: '2026-11-22T18:00:00.000Z',
  must_enroll_totp: false,
};
const deployment = (demo: object | null) => ({
  data: { environment: 'local', chains: [], substrate: null, demo },
});
const config = (demo: object | null) => ({ 'GET /config': deployment(demo) });
const desk = {
  'GET /admin/auth/profile': { data: sampleProfile() },
  'GET /admin/queue': { data: sampleQueue() },
  'GET /admin/users': { data: samplePage('users', 'total_users', [sampleUser]) },
  'GET /admin/views': { data: [] },
};

beforeEach(() => {
  localStorage.clear();
  startAdminSession('old');
  endAdminSession('user');
  deskCache.clear();
});

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

async function fillIn() {
  await screen.findByRole('heading', { name: 'Admin login' });
  type('Email', 'ada@mooring.example');
  type('Password', 'a long password');
}

describe('the admin login', () => {
  it.each([
    ['claims', '/admin/queue'],
    ['underwriter', '/admin/queue'],
    ['support', '/admin/queue'],
    ['auditor', '/admin/audit-log'],
    ['administrator', '/admin/admin-dashboard'],
  ] as const)('the role %s starts on %s', async (role, landed) => {
    fakeApi({
      ...config(null),
      ...desk,
      'GET /admin/auth/profile': { data: sampleProfile(role) },
      'POST /admin/auth/login': { data: { ...session, role } },
    });
    const { router } = mountSite('/admin');
    await fillIn();
    fireEvent.click(button('Sign In'));
    await waitFor(() => expect(router.state.location.pathname).toBe(landed));
  });

  it('a right password leads to the dashboard, and the token is kept as adminToken @frame-3 @frame-4 @frame-7', async () => {
    const answer = late();
    const calls = fakeApi({
      ...config(null),
      ...desk,
      'POST /admin/auth/login': async () => {
        await answer.promise;
        return { data: session };
      },
    });
    const { router } = mountSite('/admin/admin-login');
    await fillIn();
    fireEvent.click(button('Sign In'));
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDefined();
    answer.resolve();
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-dashboard'));
    expect(await screen.findByText('Login successful!')).toBeDefined();
    expect(localStorage.getItem('adminToken')).toBe('token-1');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      email: 'ada@mooring.example',
      password: 'a long password',
    });
  });

  it('after the sign-in the administrator is where they were going', async () => {
    fakeApi({ ...config(null), ...desk, 'POST /admin/auth/login': { data: session } });
    const { router } = mountSite('/admin/users?status=inactive');
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-login'));
    // The session of another test was ended by its user, who is not led back.
    adminSession.endedBy = null;
    await router.navigate({ to: '.', state: { next: '/admin/users?status=inactive' } });
    await fillIn();
    fireEvent.click(button('Sign In'));
    await waitFor(() => expect(router.state.location.href).toBe('/admin/users?status=inactive'));
  });

  it('an empty field is named before anything is sent', async () => {
    const calls = fakeApi(config(null));
    mountSite('/admin/admin-login');
    await screen.findByRole('heading', { name: 'Admin login' });
    type('Email', 'ada@mooring.example');
    fireEvent.click(button('Sign In'));
    expect((await screen.findByRole('alert')).textContent).toBe('Please fill in all fields');
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('a refusal shows the server’s message and keeps what was typed', async () => {
    fakeApi({
      ...config(null),
      'POST /admin/auth/login': { status: 401, message: 'Login failed. Please check your credentials.' },
    });
    mountSite('/admin/admin-login');
    await fillIn();
    fireEvent.click(button('Sign In'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Login failed. Please check your credentials.',
    );
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@mooring.example');
  });

  it('the password can be shown and hidden', async () => {
    fakeApi(config(null));
    mountSite('/admin/admin-login');
    await fillIn();
    fireEvent.click(button('Show password'));
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('text');
    fireEvent.click(button('Hide password'));
    expect(screen.getByLabelText<HTMLInputElement>('Password').type).toBe('password');
  });

  it('the demo’s credentials are filled in and shown, only where the server tells them', async () => {
    fakeApi(config({ admin_email: 'admin@mooring.local', admin_password: 'made-here' }));
    mountSite('/admin/admin-login');
    expect(await screen.findByText(/Default credentials/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('admin@mooring.local');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('made-here');
  });

  it('what somebody types before the demo’s credentials arrive stays, and nothing is filled in next to it', async () => {
    const answer = late();
    fakeApi({
      'GET /config': async () => {
        await answer.promise;
        return deployment({ admin_email: 'admin@mooring.local', admin_password: 'made-here' });
      },
    });
    mountSite('/admin/admin-login');
    await screen.findByRole('heading', { name: 'Admin login' });
    type('Email', 'ada@');
    answer.resolve();
    await screen.findByText(/Default credentials/);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it('a deployment without a demo shows no credentials', async () => {
    const calls = fakeApi(config(null));
    mountSite('/admin/admin-login');
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/config'));
    expect(screen.queryByText(/Default credentials/)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('');
  });

  it('a second factor is asked for and sent with the password', async () => {
    const calls = fakeApi({
      ...config(null),
      ...desk,
      'POST /admin/auth/login': ({ body }) => {
        const { totp } = body as { totp?: string };
        if (totp === undefined)
          return { status: 401, code: 'totp_required', message: 'Please enter your code.' };
        return totp === '123456' ? { data: session } : { status: 401, message: 'That code is wrong.' };
      },
    });
    const { router } = mountSite('/admin/admin-login');
    await fillIn();
    fireEvent.click(button('Sign In'));
    await screen.findByLabelText('Code');
    expect(screen.queryByRole('alert')).toBeNull();
    type('Code', '000000');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(button('Sign In'));
    expect((await screen.findByRole('alert')).textContent).toBe('That code is wrong.');
    type('Code', '123456');
    fireEvent.click(button('Sign In'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/admin-dashboard'));
    expect(calls.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      email: 'ada@mooring.example',
      password: 'a long password',
      totp: '123456',
    });
  });

  it('an invited administrator chooses a password, and the token leaves the address bar', async () => {
    const calls = fakeApi({
      ...config({ admin_email: 'admin@mooring.local', admin_password: 'made-here' }),
      'POST /admin/auth/invitation': { data: { email: 'eve@mooring.example' } },
    });
    const { router } = mountSite('/admin/admin-login#invitation=an-invitation-token-0123456789');
    await screen.findByRole('heading', { name: 'Welcome to the desk' });
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    type('Password', 'too short');
    fireEvent.click(button('Set password'));
    expect(await screen.findByText('A password needs at least 12 characters.')).toBeDefined();
    type('Password', 'long enough for us');
    fireEvent.click(button('Set password'));
    await screen.findByText('Your password is set. Sign in with it.');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('eve@mooring.example');
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      token: 'an-invitation-token-0123456789',
      password: 'long enough for us',
    });
  });

  it('an invitation that is opened in a tab with the login is accepted there', async () => {
    fakeApi(config(null));
    const { router } = mountSite('/admin/admin-login');
    await screen.findByRole('heading', { name: 'Admin login' });
    await router.navigate({ to: '.', hash: 'invitation=an-invitation-token-0123456789' });
    expect(await screen.findByRole('heading', { name: 'Welcome to the desk' })).toBeDefined();
    await waitFor(() => expect(router.state.location.hash).toBe(''));
  });

  it('a role that needs a second factor sees nothing else until it is enrolled', async () => {
    let enrolled = false;
    const calls = fakeApi({
      ...desk,
      'GET /admin/auth/profile': () => ({
        data: { ...sampleProfile(), totp_enabled: enrolled, must_enroll_totp: !enrolled },
      }),
      'POST /admin/auth/totp': {
        data: { secret: 'JBSWY3DP', uri: 'otpauth://totp/Mooring:ada?secret=JBSWY3DP' },
      },
      'POST /admin/auth/totp/confirm': () => {
        enrolled = true;
        return { data: { recovery_codes: ['k3m9-x2qd', 'a1b2-c3d4'] } };
      },
    });
    startAdminSession('token-1');
    mountSite('/admin/users');
    await screen.findByRole('heading', { name: 'Add a second factor' });
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull();
    type('Your password', 'a long password');
    fireEvent.click(button('Continue'));
    expect(await screen.findByText('JBSWY3DP')).toBeDefined();
    type('Code', '123456');
    fireEvent.click(button('Turn on'));
    expect((await screen.findByRole('list', { name: 'Recovery codes' })).textContent).toBe(
      'k3m9-x2qda1b2-c3d4',
    );
    expect(calls.map(({ path }) => path)).not.toContain('/admin/users');
    fireEvent.click(button('I have saved them'));
    expect(await screen.findByRole('table', { name: 'users' })).toBeDefined();
  });
});
