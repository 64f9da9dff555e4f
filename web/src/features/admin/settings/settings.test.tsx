import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { endAdminSession } from '#web/state/admin-session.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk, sampleSettings } from '#web/test/sample-desk.ts';

const approval = {
  id: '7d444840-9dc0-41d1-b245-5ffdce74fad2',
  kind: 'setting',
  title: 'Maximum claim amount',
  before: '$100,000',
  after: '$200,000',
  now: '$100,000',
  proposed_by: 'Hedy Lamarr',
  proposed_at: '2026-11-21T09:30:00.000Z',
  expires_at: '2026-12-01T09:30:00.000Z',
  own: false,
  not_by_you: null as string | null,
  confirmers: ['Ada Byron'],
};
const changed = (version = 5, waiting: string[] = []) => ({ data: { version, waiting } });
const SCREEN = {
  'GET /admin/auth/sessions': { data: [] },
  'GET /admin/admins': { data: [] },
  'GET /admin/workload': { data: [] },
};

beforeEach(() => {
  localStorage.clear();
  endAdminSession('user');
  deskCache.clear();
});

const form = (name: string) => screen.findByRole('form', { name });
const field = async (card: string, label: string) =>
  within(await form(card)).getByLabelText<HTMLInputElement>(label);
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const save = async (card: string) =>
  fireEvent.click(within(await form(card)).getByRole('button', { name: 'Save' }));

describe('the settings', () => {
  it('shows every value with who set it, when, and who confirmed it @settings-1', async () => {
    atDesk(SCREEN);
    mountSite('/admin/settings');
    expect((await field('System', 'Auto-approve policies under')).value).toBe('10,000');
    expect(within(await form('System')).getByText(/Hedy Lamarr/).textContent).toBe(
      'Hedy Lamarr, Nov 20, 2026, 9:30 AM, confirmed by Grace Hopper',
    );
    expect((await field('Profile', 'Name')).value).toBe('Ada Byron');
    expect(within(await form('Profile')).getByText('System Administrator')).toBeDefined();
  });

  it('says why no text messages are sent, and shows no switch for them @settings-5', async () => {
    atDesk(SCREEN);
    mountSite('/admin/settings');
    const notices = within(await form('Notifications'));
    expect(notices.getByText(/SMS needs a provider, and none is configured\./)).toBeDefined();
    expect(notices.queryByRole('switch', { name: 'SMS' })).toBeNull();
  });

  it('selects the whole number of a field that gets the focus, so that typing replaces it', async () => {
    atDesk(SCREEN);
    mountSite('/admin/settings');
    const input = await field('System', 'Auto-approve policies under');
    act(() => input.focus());
    await waitFor(() =>
      expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['10000', 0, 5]),
    );
  });

  it('saves one form alone, with what was changed and the version that was seen', async () => {
    const calls = atDesk({ ...SCREEN, 'PATCH /admin/settings/system': changed() });
    mountSite('/admin/settings');
    type(await field('System', 'Platform fee'), '300');
    await save('System');
    expect(await screen.findByText('System saved')).toBeDefined();
    const [call] = calls.filter(({ method }) => method === 'PATCH');
    expect(call?.body).toEqual({ platform_fee_bps: 300 });
    expect(call?.headers.get('if-match')).toBe('"4"');
  });

  it('groups the digits of an amount by thousands, except while somebody types in it', async () => {
    const calls = atDesk({ ...SCREEN, 'PATCH /admin/settings/system': changed() });
    mountSite('/admin/settings');
    const amount = await field('System', 'Second confirmation above');
    fireEvent.focus(amount);
    expect(amount.value).toBe('10000');
    fireEvent.change(amount, { target: { value: '12500,00' } });
    expect(amount.value).toBe('12500,00');
    fireEvent.blur(amount);
    expect(amount.value).toBe('12,500');
    fireEvent.change(amount, { target: { value: 'a lot' } });
    fireEvent.blur(amount);
    expect(amount.value).toBe('a lot');
    fireEvent.change(amount, { target: { value: '7500' } });
    await save('System');
    expect(await screen.findByText('System saved')).toBeDefined();
    const [call] = calls.filter(({ method }) => method === 'PATCH');
    expect(call?.body).toEqual({ second_confirmation_usd: 7500 });
  });

  it('saves the same form twice', async () => {
    let name = 'Ada Byron';
    const calls = atDesk({
      ...SCREEN,
      'GET /admin/settings': () => {
        const settings = sampleSettings();
        return {
          data: {
            ...settings,
            profile: { ...settings.profile, values: { ...settings.profile.values, name } },
          },
        };
      },
      'PATCH /admin/settings/profile': ({ body }) => {
        name = (body as { name: string }).name;
        return changed();
      },
    });
    mountSite('/admin/settings');
    for (const next of ['Ada King', 'Ada Lovelace']) {
      type(await field('Profile', 'Name'), next);
      await save('Profile');
      await waitFor(() =>
        expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ name: next }),
      );
      const button = within(await form('Profile')).getByRole<HTMLButtonElement>('button', { name: 'Save' });
      await waitFor(() => expect(button.disabled).toBe(true));
    }
    expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2);
  });

  it('says which settings need a second administrator', async () => {
    atDesk({ ...SCREEN, 'PATCH /admin/settings/system': changed(4, ['maximum_claim_usd']) });
    mountSite('/admin/settings');
    type(await field('System', 'Maximum claim amount'), '200000');
    await save('System');
    expect(await screen.findByText('System: a second administrator is needed')).toBeDefined();
  });

  it('shows a wrong value at its field, by the rules of the server, and sends nothing', async () => {
    const calls = atDesk(SCREEN);
    mountSite('/admin/settings');
    type(await field('System', 'Maximum claim amount'), '1.5');
    await save('System');
    expect(await screen.findByText('Please enter a whole number of US dollars.')).toBeDefined();
    type(await field('Email sender', 'Reply-to address'), 'nobody');
    await save('Email sender');
    expect(await screen.findByText('Please enter a valid email address')).toBeDefined();
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  it('shows what the server refuses at its field', async () => {
    const message = 'Mooring can send only from addresses at mooring.example.';
    atDesk({
      ...SCREEN,
      'PATCH /admin/settings/sender': { status: 422, message, issues: [{ path: 'sender_from', message }] },
    });
    mountSite('/admin/settings');
    const from = await field('Email sender', 'Sender address');
    type(from, 'a@elsewhere.example');
    await save('Email sender');
    await waitFor(() => expect(from.getAttribute('aria-invalid')).toBe('true'));
  });

  it('shows both versions when somebody else saved first, and can overwrite the newer one', async () => {
    let faster = false;
    const calls = atDesk({
      ...SCREEN,
      'GET /admin/settings': () => ({
        data: faster ? sampleSettings({ platform_fee_bps: 275 }, 5) : sampleSettings(),
      }),
      'PATCH /admin/settings/system': ({ headers }) => {
        if (headers.get('if-match') === '"5"') return changed(6);
        faster = true;
        return { status: 409, message: 'This form was just changed. Please review it and try again.' };
      },
    });
    mountSite('/admin/settings');
    type(await field('System', 'Platform fee'), '300');
    await save('System');
    const row = await within(await form('System')).findByRole('row', { name: /Platform fee/ });
    expect(row.textContent).toBe('Platform fee2.75%3%');
    fireEvent.click(screen.getByRole('button', { name: 'Use mine' }));
    expect(await screen.findByText('System saved')).toBeDefined();
    const patches = calls.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ headers }) => headers.get('if-match'))).toEqual(['"4"', '"5"']);
  });

  it('Cancel restores the saved values, and Reset fills in the defaults without saving them @settings-6', async () => {
    const calls = atDesk({
      ...SCREEN,
      'GET /admin/settings': { data: sampleSettings({ platform_fee_bps: 400 }) },
    });
    mountSite('/admin/settings');
    const fee = await field('System', 'Platform fee');
    type(fee, '300');
    const cancel = within(await form('System')).getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    await waitFor(() => expect(cancel.disabled).toBe(false));
    fireEvent.click(cancel);
    await waitFor(() => expect(fee.value).toBe('400'));
    fireEvent.click(within(await form('System')).getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(fee.value).toBe('250'));
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  it('Reset fills in the deployment’s own sender, and turns every notification off', async () => {
    const calls = atDesk(SCREEN);
    mountSite('/admin/settings');
    const address = await field('Email sender', 'Sender address');
    fireEvent.click(within(await form('Email sender')).getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(address.value).toBe('hello@mooring.example'));
    const notices = within(await form('Notifications'));
    const [first] = notices.getAllByRole('switch');
    if (first?.getAttribute('aria-checked') === 'false') fireEvent.click(first);
    await waitFor(() => expect(first?.getAttribute('aria-checked')).toBe('true'));
    fireEvent.click(notices.getByRole('button', { name: 'Reset' }));
    await waitFor(() => expect(first?.getAttribute('aria-checked')).toBe('false'));
    expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  it('tries underwriting rules on past policies before they are saved, and not for wrong values', async () => {
    const calls = atDesk({
      ...SCREEN,
      'POST /admin/settings/underwriting/try': {
        data: {
          policies: 500,
          since: '2026-05-01T00:00:00.000Z',
          proposed: { declined: 12, reviewed: 34 },
          in_force: { declined: 5, reviewed: 6 },
          rules: [
            { rule: 'home_age', label: 'Age of the home', declined: 12, reviewed: 30 },
            { rule: 'car_age', label: 'Age of the car', declined: 0, reviewed: 0 },
          ],
          examples: [{ id: 7, policy_number: 'POL-007', outcome: 'decline', reasons: ['Built in 1801.'] }],
        },
      },
      'PATCH /admin/settings/underwriting': changed(),
    });
    mountSite('/admin/settings');
    const card = within(await form('Underwriting'));
    type(card.getByLabelText('Review homes older than'), 'many');
    const tryOut = card.getByRole<HTMLButtonElement>('button', { name: 'Try on past policies' });
    await waitFor(() => expect(tryOut.disabled).toBe(true));
    type(card.getByLabelText('Review homes older than'), '80');
    await waitFor(() => expect(tryOut.disabled).toBe(false));
    fireEvent.click(tryOut);
    const result = await card.findByText(/Of the newest 500 policies/);
    expect(result.textContent).toBe(
      'Of the newest 500 policies, these rules would have declined 12 and reviewed 34. The rules in force: 5 and 6.',
    );
    expect(card.getByText('Age of the home: 12 declined, 30 reviewed')).toBeDefined();
    expect(card.queryByText(/Age of the car:/)).toBeNull();
    expect(card.getByRole('link', { name: 'POL-007' }).getAttribute('href')).toContain('open=7');
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      home_age_review: 80,
      home_age_decline: 120,
      passport_review: 'ghana',
    });
    fireEvent.click(card.getByRole('button', { name: 'Remove Ghana' }));
    // What was counted no longer belongs to what is typed.
    await waitFor(() => expect(card.queryByText(/Of the newest 500/)).toBeNull());
    await save('Underwriting');
    expect(await screen.findByText('Underwriting saved')).toBeDefined();
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      home_age_review: 80,
      passport_review: '',
    });
  });

  it('asks before leaving with something unsaved', async () => {
    atDesk({ ...SCREEN, 'GET /admin/users': { status: 404 } });
    const { router } = mountSite('/admin/settings');
    type(await field('System', 'Platform fee'), '300');
    void router.navigate({ to: '/admin/$', params: { _splat: 'users' } });
    expect(await screen.findByText('What you changed under System is not saved.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }));
    expect(router.state.location.pathname).toBe('/admin/settings');
    expect((await field('System', 'Platform fee')).value).toBe('300');
  });

  it('of the system are only shown to a role that may change them', async () => {
    atDesk(SCREEN, 'support');
    mountSite('/admin/settings');
    expect(within(await form('Notifications')).getByRole('button', { name: 'Save' })).toBeDefined();
    for (const name of ['System', 'Security', 'Email sender', 'Underwriting']) {
      expect(screen.queryByRole('form', { name }), name).toBeNull();
    }
    expect(screen.queryByText('Waiting for a second administrator')).toBeNull();
  });

  it('that cannot be loaded can be tried again, and the account stays usable', async () => {
    let down = true;
    atDesk({
      ...SCREEN,
      'GET /admin/settings': () => (down ? { status: 422, message: 'Not now.' } : { data: sampleSettings() }),
    });
    mountSite('/admin/settings');
    expect(await screen.findByText('The settings could not be loaded')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Change password' })).toBeDefined();
    down = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await form('System')).toBeDefined();
  });
});

describe('an approval', () => {
  const path = `/admin/approvals/${approval.id}`;

  it('is announced on every screen to those who can confirm it, and confirmed in the settings', async () => {
    let open = true;
    const calls = atDesk({
      ...SCREEN,
      'GET /admin/approvals': () => ({ data: open ? [approval] : [] }),
      [`POST ${path}/confirm`]: () => {
        open = false;
        return { data: null };
      },
    });
    mountSite('/admin/settings');
    expect((await screen.findByText(/A change needs/)).textContent).toBe(
      'A change needs your confirmation. Look at it',
    );
    const item = await screen.findByRole('listitem', { name: 'Maximum claim amount' });
    expect(item.textContent).toContain('From $100,000 to $200,000');
    expect(
      await within(await form('System')).findByText('$200,000 needs a second administrator.'),
    ).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Confirm Maximum claim amount' }));
    expect(await screen.findByText('Maximum claim amount: confirmed')).toBeDefined();
    expect(calls.some(({ method, path: called }) => method === 'POST' && called === `${path}/confirm`)).toBe(
      true,
    );
    await waitFor(() => expect(screen.queryByText(/A change needs/)).toBeNull());
  });

  it('can only be withdrawn by its author, and says what to do when nobody can confirm it', async () => {
    const own = { ...approval, own: true, not_by_you: 'You proposed this.', confirmers: [] };
    atDesk({ ...SCREEN, 'GET /admin/approvals': { data: [own] } });
    mountSite('/admin/settings');
    expect(
      await screen.findByText(
        'Nobody can confirm this yet. The operator adds a second administrator on the command line: npm run admin:create.',
      ),
    ).toBeDefined();
    expect(screen.getByRole('button', { name: 'Withdraw Maximum claim amount' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Confirm Maximum claim amount' })).toBeNull();
    expect(screen.queryByText(/needs your confirmation/)).toBeNull();
  });

  it('about something that has changed since shows both versions and cannot be confirmed', async () => {
    atDesk({ ...SCREEN, 'GET /admin/approvals': { data: [{ ...approval, now: '$50,000' }] } });
    mountSite('/admin/settings');
    expect(
      await screen.findByText(/It was \$100,000 when this was proposed and is \$50,000 now/),
    ).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Confirm Maximum claim amount' })).toBeNull();
  });

  it('that has already been decided says so at the button', async () => {
    atDesk({
      ...SCREEN,
      'GET /admin/approvals': { data: [approval] },
      [`POST ${path}/refuse`]: { status: 409, message: 'This approval was decided or withdrawn meanwhile.' },
    });
    mountSite('/admin/settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Refuse Maximum claim amount' }));
    expect(await screen.findByText('This approval was decided or withdrawn meanwhile.')).toBeDefined();
  });
});
