import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_NOTIFICATIONS, type ProfileAnswer } from '#domain/account/profile-schema.ts';
import type { SessionEntry } from '#domain/auth/schema.ts';
import { setConnected, setDisconnected } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { late } from '#web/test/late.ts';
import { mount } from '#web/test/mount.tsx';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { takeDelivery } from '#web/ui/toast.ts';
import { initialsOf } from './avatar.tsx';
import { Unsubscribe } from './email-links.tsx';
import { ProfileScreen } from './profile-screen.tsx';

const ADDRESS = `0x${'9'.repeat(40)}`;
const NO_SMS = 'SMS is not available: no provider is configured.';

const profile = (changes: Partial<ProfileAnswer> = {}): ProfileAnswer => ({
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  email_confirmed: true,
  phone: '',
  avatar_url: null,
  wallet_address: ADDRESS,
  member_since: '2026-11-01T09:00:00.000Z',
  total_policies: 3,
  total_claims: 1,
  notifications: { ...DEFAULT_NOTIFICATIONS },
  unavailable: { sms_notifications: NO_SMS, push_notifications: null },
  push_public_key: 'BNV',
  activity_log: [
    {
      id: 'p1',
      action: 'Policy activated',
      description: 'POL-003',
      timestamp: '2026-11-20T10:00:00.000Z',
      type: 'policy',
    },
  ],
  ...changes,
});

const session = (id: string, changes: Partial<SessionEntry> = {}): SessionEntry => ({
  id,
  created_at: '2026-11-23T09:00:00.000Z',
  last_seen_at: '2026-11-23T10:30:00.000Z',
  expires_at: '2026-11-24T09:00:00.000Z',
  device: 'Firefox on macOS',
  current: false,
  ...changes,
});

function show() {
  const onDeleted = vi.fn();
  mount(<ProfileScreen webhooks={() => null} onDeleted={onDeleted} />);
  return onDeleted;
}

/** A server with this profile, which stores every change. */
function serve(
  start: Partial<ProfileAnswer> = {},
  more: Parameters<typeof fakeApi>[0] = {},
  /** The server answers a change once this resolves. */
  until: Promise<void> = Promise.resolve(),
): ApiCall[] {
  let stored = profile(start);
  return fakeApi({
    'GET /profile': () => ({ data: stored }),
    'GET /auth/sessions': { data: [session('one', { current: true })] },
    'PATCH /profile': async ({ body }) => {
      await until;
      const { notifications, ...rest } = body as Partial<ProfileAnswer>;
      stored = { ...stored, ...rest, notifications: { ...stored.notifications, ...notifications } };
      return { data: stored };
    },
    ...more,
  });
}

const writes = (calls: ApiCall[]) => calls.filter(({ method }) => method !== 'GET');
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const enter = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
const toggle = (name: string) => screen.findByRole('switch', { name });
const checked = async (name: string) => (await toggle(name)).getAttribute('aria-checked');

beforeEach(() => setConnected(evmWallet(ADDRESS, { type: 'demo', name: 'Demo Wallet' })));
afterEach(() => setDisconnected('user'));

describe('profile', () => {
  it('the profile shows the stored details, the account and its latest activity @profile-1', async () => {
    serve();
    show();
    expect((await field('Full name')).value).toBe('Ada Lovelace');
    expect((await field('Email address')).value).toBe('ada@example.org');
    expect(screen.getByText(/^Confirmed\. Letters/)).toBeDefined();
    expect(screen.getByRole('link', { name: '3, My Policies' }).getAttribute('href')).toBe('/my-policies');
    expect(screen.getByRole('link', { name: '1, My Claims' }).getAttribute('href')).toBe('/my-claims');
    const list = within(screen.getByRole('list', { name: 'Recent activity' }));
    expect(list.getByText('Policy activated')).toBeDefined();
  });

  it('the profile offers Try Again when it fails to load', async () => {
    let broken = true;
    serve({}, { 'GET /profile': () => (broken ? { status: 422, message: 'Odd.' } : { data: profile() }) });
    show();
    expect(await screen.findByText('Your profile could not be loaded')).toBeDefined();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await field('Full name')).toBeDefined();
  });

  it('the profile can be saved only after a change, and confirms the save @profile-3', async () => {
    const said: string[] = [];
    takeDelivery(({ message }) => said.push(message));
    const calls = serve();
    show();
    await enter('Full name', 'Ada King');
    save();
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect(writes(calls)[0]?.body).toEqual({ name: 'Ada King', email: 'ada@example.org', phone: '' });
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true),
    );
    expect((await field('Full name')).value).toBe('Ada King');
    await waitFor(() => expect(said).toEqual(['Profile updated successfully!']));
  });

  it('Discard restores the stored profile', async () => {
    const calls = serve();
    show();
    await enter('Full name', 'Ada King');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect((await field('Full name')).value).toBe('Ada Lovelace');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull());
    expect(writes(calls)).toEqual([]);
  });

  it.each([
    ['Full name', 'A', 'Name must be at least 2 characters'],
    ['Email address', 'ada', 'Please enter a valid email address'],
    ['Phone number', '12345', 'Please enter a valid phone number'],
  ])('the profile rejects an invalid %s without sending it @profile-2', async (label, value, sentence) => {
    const calls = serve();
    show();
    await enter(label, value);
    save();
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(writes(calls)).toEqual([]);
  });

  it('the profile keeps the typed values and shows the server’s error at the field', async () => {
    const issues = [{ path: 'email', message: 'This address cannot be used.' }];
    serve({}, { 'PATCH /profile': { status: 422, message: 'This address cannot be used.', issues } });
    show();
    await enter('Email address', 'eve@example.org');
    save();
    expect(await screen.findByText('The changes could not be saved')).toBeDefined();
    expect((await field('Email address')).value).toBe('eve@example.org');
    expect((await field('Email address')).getAttribute('aria-invalid')).toBe('true');
  });

  it('every name gets an avatar placeholder', () => {
    expect(initialsOf('Ada Lovelace')).toBe('AL');
    expect(initialsOf('  ada  ')).toBe('A');
    expect(initialsOf('李 小龍')).toBe('李小');
    expect(initialsOf('')).toBe('');
  });
});

describe('the notification preferences', () => {
  it('notification preferences are four switches, with marketing off by default and SMS disabled with a reason @profile-4', async () => {
    serve();
    show();
    const states = await Promise.all(
      ['Email notifications', 'SMS notifications', 'Push notifications', 'Marketing emails'].map(
        async (name) => (await toggle(name)).getAttribute('aria-checked'),
      ),
    );
    expect(states).toEqual(['true', 'false', 'false', 'false']);
    const sms = await toggle('SMS notifications');
    expect(sms).toHaveProperty('disabled', true);
    expect(screen.getByText(new RegExp(NO_SMS))).toBeDefined();
  });

  it('a notification preference is saved as soon as it changes @profile-4', async () => {
    const calls = serve();
    show();
    fireEvent.click(await toggle('Marketing emails'));
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect(writes(calls)[0]?.body).toEqual({ notifications: { marketing_emails: true } });
    expect((await toggle('Marketing emails')).getAttribute('aria-checked')).toBe('true');
  });

  it('a notification preference reverts when it cannot be saved @profile-4', async () => {
    serve({}, { 'PATCH /profile': { status: 422, message: 'Not now.' } });
    show();
    fireEvent.click(await toggle('Email notifications'));
    expect(await screen.findByText('Your choice could not be saved')).toBeDefined();
    expect((await toggle('Email notifications')).getAttribute('aria-checked')).toBe('true');
  });

  it('a notification preference reverts when a slow server fails to save it @profile-4', async () => {
    const answer = late<{ status: number; message: string }>();
    serve({}, { 'PATCH /profile': () => answer.promise });
    show();
    fireEvent.click(await toggle('Email notifications'));
    await waitFor(async () => expect(await checked('Email notifications')).toBe('false'));
    answer.resolve({ status: 422, message: 'Not now.' });
    expect(await screen.findByText('Your choice could not be saved')).toBeDefined();
    expect(await checked('Email notifications')).toBe('true');
  });

  it('two quick preference changes both survive a late answer to the first @profile-4', async () => {
    const first = late<void>();
    const calls = serve({}, {}, first.promise);
    show();
    fireEvent.click(await toggle('Email notifications'));
    fireEvent.click(await toggle('Marketing emails'));
    expect(await checked('Marketing emails')).toBe('true');
    expect(await checked('Email notifications')).toBe('false');
    first.resolve();
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    expect(writes(calls).map(({ body }) => body)).toEqual([
      { notifications: { email_notifications: false } },
      { notifications: { marketing_emails: true } },
    ]);
    await waitFor(async () => expect(await checked('Marketing emails')).toBe('true'));
    expect(await checked('Email notifications')).toBe('false');
  });

  it('only the failed one of two quick preference changes reverts', async () => {
    const first = late<void>();
    let times = 0;
    serve(
      {},
      {
        'PATCH /profile': async () => {
          times += 1;
          if (times > 1) {
            const notifications = { ...DEFAULT_NOTIFICATIONS, marketing_emails: true };
            return { data: profile({ notifications }) };
          }
          await first.promise;
          return { status: 422, message: 'Not now.' };
        },
      },
    );
    show();
    fireEvent.click(await toggle('Email notifications'));
    fireEvent.click(await toggle('Marketing emails'));
    first.resolve();
    expect(await screen.findByText('Your choice could not be saved')).toBeDefined();
    expect(await checked('Email notifications')).toBe('true');
    await waitFor(async () => expect(await checked('Marketing emails')).toBe('true'));
  });

  it('an unsupported browser explains why push cannot be turned on and still lets it be turned off', async () => {
    const calls = serve({ notifications: { ...DEFAULT_NOTIFICATIONS, push_notifications: true } });
    show();
    const push = await toggle('Push notifications');
    expect(screen.getByText(/This browser cannot show notifications from websites\./)).toBeDefined();
    expect(push).toHaveProperty('disabled', false);
    fireEvent.click(push);
    await waitFor(() =>
      expect(writes(calls)[0]?.body).toEqual({ notifications: { push_notifications: false } }),
    );
    await waitFor(() => expect(push).toHaveProperty('disabled', true));
  });
});

describe('data of one wallet', () => {
  it('a profile is deleted only after confirmation, which says what is kept', async () => {
    const kept = ['Your policies, claims and payments stay.'];
    const calls = serve(
      {},
      { 'DELETE /profile': { data: { deleted_at: '2026-11-21T10:00:00.000Z', kept } } },
    );
    const onDeleted = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my profile…' }));
    expect(await screen.findByText(/We keep your policies, claims, messages and payments/)).toBeDefined();
    expect(writes(calls)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Delete my profile' }));
    expect(await screen.findByText(kept[0] as string)).toBeDefined();
    expect(onDeleted).not.toHaveBeenCalled();
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
    expect(onDeleted).toHaveBeenCalledOnce();
  });

  it('a profile is kept when the customer declines the confirmation', async () => {
    const calls = serve();
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete my profile…' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Keep my profile' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(writes(calls)).toEqual([]);
  });

  it('a customer can export their data as one file @profile-8', async () => {
    const file = new Response('{}', {
      headers: {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="mooring-export.json"',
      },
    });
    const saved: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    serve({}, { 'GET /profile/export': file });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Export my data' }));
    await waitFor(() => expect(saved).toEqual(['mooring-export.json']));
  });
});

describe('an unsubscribe link', () => {
  it('an unsubscribe link turns marketing email off once, without asking @profile-11', async () => {
    const calls = fakeApi({ 'POST /profile/unsubscribe': { data: { marketing_emails: false } } });
    mount(<Unsubscribe token="a-token-of-a-letter-0123456789" />);
    expect(await screen.findByText('You will no longer get marketing emails from us.')).toBeDefined();
    expect(calls).toHaveLength(1);
  });

  it('a broken unsubscribe link leads to the preferences', async () => {
    fakeApi({ 'POST /profile/unsubscribe': { status: 422, message: 'This link is invalid.' } });
    mount(<Unsubscribe token="a-token-of-a-letter-0123456789" />);
    expect(await screen.findByText('This link is invalid.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Notification preferences' }).getAttribute('href')).toBe(
      '/profile#notifications',
    );
  });

  it('an unsubscribe page without a token says so and sends no request', () => {
    const calls = fakeApi({});
    mount(<Unsubscribe token={null} />);
    expect(screen.getByText('This link is not complete')).toBeDefined();
    expect(calls).toEqual([]);
  });
});

describe('sessions', () => {
  const phone = session('two', { device: 'Safari on iPhone' });

  /** A server with three sessions, which forgets those that end. */
  function withSessions() {
    let running = [session('one', { current: true }), phone, session('three', { device: '' })];
    return serve(
      {},
      {
        'GET /auth/sessions': () => ({ data: running }),
        'DELETE /auth/sessions/two': () => {
          running = running.filter(({ id }) => id !== 'two');
          return { data: null };
        },
        'DELETE /auth/sessions': () => {
          running = running.filter(({ current }) => current);
          return { data: { ended: 2 } };
        },
      },
    );
  }
  const lines = async () =>
    within(await screen.findByRole('list', { name: 'Sessions' })).findAllByRole('listitem');

  it('the list names device, start and last use, and marks the session in use', async () => {
    withSessions();
    show();
    const [own, other, unknown] = await lines();
    expect(own?.textContent).toBe(
      'Firefox on macOS (this session)Signed in November 23, 2026 at 9:00 AM UTC',
    );
    expect(other?.textContent).toContain('Safari on iPhone');
    expect(other?.textContent).toContain('last seen November 23, 2026 at 10:30 AM UTC');
    expect(unknown?.textContent).toContain('Unknown device');
  });

  it('Sign out ends one session, and Sign out everywhere else the rest', async () => {
    const calls = withSessions();
    show();
    fireEvent.click(await screen.findByRole('button', { name: /^Sign out Safari on iPhone/ }));
    await waitFor(async () => expect(await lines()).toHaveLength(2));
    fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    await waitFor(async () => expect(await lines()).toHaveLength(1));
    expect(screen.queryByRole('button', { name: /Sign out/ })).toBeNull();
    expect(writes(calls).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /auth/sessions/two',
      'DELETE /auth/sessions',
    ]);
  });
});
