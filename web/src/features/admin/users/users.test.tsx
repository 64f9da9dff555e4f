import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk, sampleCustomer as detail, samplePage, sampleUser, WALLET } from '#web/test/sample-desk.ts';

const path = `/admin/users/${WALLET}`;
const list = { 'GET /admin/users': { data: samplePage('users', 'total_users', [sampleUser]) } };

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

const open = async (handlers: Parameters<typeof atDesk>[0], role?: Parameters<typeof atDesk>[1]) => {
  const calls = atDesk({ ...list, [`GET ${path}`]: { data: detail }, ...handlers }, role);
  mountSite(`/admin/users?open=${WALLET}`);
  const panel = within(await screen.findByRole('region', { name: 'Customer' }));
  await panel.findByRole('heading', { name: 'Grace Hopper' });
  return { calls, panel };
};

/** The changes that were sent: the version that was seen, and the body. */
const patches = (calls: ReturnType<typeof atDesk>) =>
  calls
    .filter(({ method }) => method === 'PATCH')
    .map(({ headers, body }) => [headers.get('if-match'), body]);

const deactivate = async (panel: Pick<typeof screen, 'getByRole' | 'findByRole'>) => {
  fireEvent.click(panel.getByRole('button', { name: 'Deactivate' }));
  const form = within(await panel.findByRole('form', { name: 'Deactivate Grace Hopper' }));
  fireEvent.change(form.getByLabelText('Reason, for your colleagues'), {
    target: { value: 'Sold the house.' },
  });
  fireEvent.click(form.getByRole('button', { name: 'Deactivate' }));
};

describe('a customer at the desk', () => {
  it('End all sessions signs the customer out, for a role that may', async () => {
    const { calls, panel } = await open({
      [`DELETE ${path}/sessions`]: { data: { ...detail, active_sessions: 0 } },
    });
    fireEvent.click(panel.getByRole('button', { name: 'End all sessions' }));
    await screen.findByText('The customer is signed out everywhere');
    expect(calls.filter(({ method }) => method === 'DELETE').map(({ path: at }) => at)).toEqual([
      `${path}/sessions`,
    ]);
  });

  it('the panel shows the customer’s account, policies, payments and notes', async () => {
    const { panel } = await open({});
    expect(panel.getByText('grace@example.com (confirmed)')).toBeDefined();
    expect(panel.getByRole('link', { name: /POL-012/ }).getAttribute('href')).toBe('/admin/policies?open=12');
    expect(panel.getByText('0.6000 ETH')).toBeDefined();
    expect(panel.getByText('Called on Monday.')).toBeDefined();
    const log = within(panel.getByRole('region', { name: 'Audit log' }));
    expect(log.getByText('Deactivated')).toBeDefined();
    expect(log.getByRole('cell', { name: 'inactive' })).toBeDefined();
    expect(panel.getByRole('region', { name: 'Claims (0)' }).textContent).toContain('None.');
  });

  it('an unknown customer is reported instead of loading forever', async () => {
    atDesk({ ...list, [`GET ${path}`]: { status: 404 } });
    mountSite(`/admin/users?open=${WALLET}`);
    expect(await screen.findByText('There is no such customer.')).toBeDefined();
  });

  it('Deactivate asks for a reason and changes the version that was seen, and Undo sets status and note back @users-3 @users-7', async () => {
    let version = 3;
    const { calls, panel } = await open({
      [`GET ${path}`]: () => ({ data: { ...detail, status_note: 'A known customer.', version } }),
      [`PATCH ${path}/status`]: () => {
        version += 1;
        return { data: { ...detail, version } };
      },
    });
    await deactivate(panel);
    await screen.findByText('User status updated successfully');
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone. Nobody was told.')).toBeDefined();
    expect(patches(calls)).toEqual([
      ['"3"', { status: 'inactive', notes: 'Sold the house.' }],
      ['"4"', { status: 'active', notes: 'A known customer.' }],
    ]);
  });

  it('an undo after somebody else’s change says so and changes nothing', async () => {
    const { calls, panel } = await open({
      [`PATCH ${path}/status`]: ({ headers }) =>
        headers.get('if-match') === '"3"'
          ? { data: { ...detail, version: 4 } }
          : { status: 409, message: 'This customer was just changed.' },
    });
    await deactivate(panel);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Failed to undo it');
    screen.getByText('This customer was just changed.');
    expect(patches(calls)).toHaveLength(2);
  });

  it('a note about the status is added afterwards without changing the status', async () => {
    const { calls, panel } = await open({ [`PATCH ${path}/status`]: { data: { ...detail, version: 4 } } });
    fireEvent.click(panel.getByRole('button', { name: 'Add a note' }));
    fireEvent.change(panel.getByLabelText('Why is the account active?'), {
      target: { value: 'Asked for it. ' },
    });
    fireEvent.click(panel.getByRole('button', { name: 'Save Note' }));
    expect(await screen.findByText('Note saved')).toBeDefined();
    expect(patches(calls)).toEqual([['"3"', { status: 'active', notes: 'Asked for it.' }]]);
  });

  it('without a reason nobody is deactivated, and the row’s button leads to where it is asked', async () => {
    const calls = atDesk({ ...list, [`GET ${path}`]: { data: detail } });
    mountSite('/admin/users');
    fireEvent.click(await screen.findByRole('link', { name: 'Deactivate Grace Hopper' }));
    const form = within(await screen.findByRole('form', { name: 'Deactivate Grace Hopper' }));
    fireEvent.click(form.getByRole('button', { name: 'Deactivate' }));
    expect(await form.findByText('Please give a reason.')).toBeDefined();
    expect(patches(calls)).toEqual([]);
  });

  it('a form that the address asks for does not open once its action is done', async () => {
    atDesk({ ...list, [`GET ${path}`]: { data: { ...detail, status: 'inactive' } } });
    const { router } = mountSite('/admin/users');
    await router.navigate({ href: `/admin/users?open=${WALLET}`, state: { action: 'deactivate' } });
    const panel = within(await screen.findByRole('region', { name: 'Customer' }));
    expect(await panel.findByRole('button', { name: 'Activate' })).toBeDefined();
    expect(panel.queryByRole('form')).toBeNull();
  });

  it('the row’s Activate is one click, with its own Undo', async () => {
    const idle = { ...sampleUser, name: 'Ada Byron', status: 'inactive' as const };
    const calls = atDesk({
      'GET /admin/users': { data: samplePage('users', 'total_users', [idle]) },
      [`PATCH ${path}/status`]: { data: { ...detail, version: 4 } },
    });
    mountSite('/admin/users');
    fireEvent.click(await screen.findByRole('button', { name: 'Activate Ada Byron' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone. Nobody was told.')).toBeDefined();
    expect(patches(calls)).toEqual([
      ['"3"', { status: 'active' }],
      ['"4"', { status: 'inactive' }],
    ]);
  });

  it('the row’s icon button copies the whole wallet', async () => {
    atDesk(list);
    mountSite('/admin/users');
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    fireEvent.click(await screen.findByRole('button', { name: 'Copy the wallet of Grace Hopper' }));
    expect(copied.mock.calls).toEqual([[WALLET]]);
    copied.mockRestore();
  });

  it('a change that somebody else made first shows both versions, and Use mine overwrites it', async () => {
    let version = 3;
    const { calls, panel } = await open({
      [`GET ${path}`]: () => ({
        data: { ...detail, version, status: version === 3 ? 'active' : 'inactive' },
      }),
      [`PATCH ${path}/status`]: ({ headers }) => {
        if (headers.get('if-match') === '"4"') return { data: detail };
        version = 4;
        return { status: 409, message: 'Somebody else changed it.' };
      },
    });
    await deactivate(panel);
    const conflict = within(await panel.findByRole('alert'));
    await waitFor(() => expect(conflict.getAllByText('Inactive')).toHaveLength(2));
    fireEvent.click(conflict.getByRole('button', { name: 'Use mine' }));
    expect(await screen.findByText('User status updated successfully')).toBeDefined();
    expect(
      calls.filter(({ method }) => method === 'PATCH').map(({ headers }) => headers.get('if-match')),
    ).toEqual(['"3"', '"4"']);
  });

  it('a failed change says so @users-3', async () => {
    const { panel } = await open({ [`PATCH ${path}/status`]: { status: 422, message: 'Not now.' } });
    await deactivate(panel);
    expect(await screen.findByText('Failed to update user status')).toBeDefined();
  });

  it('the telephone number is shown for a reason', async () => {
    const { calls, panel } = await open({
      [`POST ${path}/reveal`]: { data: { facts: [{ label: 'Telephone', value: '+1 555 0100' }] } },
    });
    fireEvent.click(panel.getByRole('button', { name: 'Reveal telephone number' }));
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Reveal' }).disabled).toBe(true);
    fireEvent.change(panel.getByLabelText('Why do you need to see it?'), {
      target: { value: 'Call about CLM-007' },
    });
    fireEvent.click(panel.getByRole('button', { name: 'Reveal' }));
    expect(await panel.findByText('+1 555 0100')).toBeDefined();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Call about CLM-007' });
  });

  it('a note is added and the text box is empty again', async () => {
    const { calls, panel } = await open({ [`POST ${path}/notes`]: { status: 201, data: detail.notes[0] } });
    const box = panel.getByLabelText<HTMLTextAreaElement>('Add a note for colleagues');
    fireEvent.change(box, { target: { value: 'Will write again.' } });
    fireEvent.click(panel.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(box.value).toBe(''));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'Will write again.' });
  });

  it('an auditor reads, and gets no button that writes or reveals', async () => {
    const { panel } = await open({}, 'auditor');
    expect(panel.queryByRole('button', { name: 'Deactivate' })).toBeNull();
    expect(panel.queryByRole('button', { name: /Reveal/ })).toBeNull();
    expect(panel.queryByRole('button', { name: 'Add note' })).toBeNull();
  });
});
