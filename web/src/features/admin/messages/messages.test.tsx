import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk, sampleCustomer, samplePage, WALLET } from '#web/test/sample-desk.ts';
import { fillIn } from './reply-form.tsx';

const thread = {
  id: 7,
  subject: 'Where is my refund?',
  customer: 'Grace Hopper',
  formatted_wallet: '0x9965…A4dc',
  wallet_address: WALLET,
  status: 'open',
  priority: 'high',
  type: 'billing',
  complaint: null,
  is_read: false,
  reply_count: 1,
  time_ago: '5 minutes ago',
  last_message_at: '2026-11-22T09:00:00.000Z',
  message_preview: 'I asked last week.',
  assigned_to: null,
  assigned_admin_name: null,
  due_at: '2026-11-23T09:00:00.000Z',
  matter: null,
  merged_into: null,
};
const detail = {
  ...thread,
  is_read: true,
  message: 'I canceled my policy.',
  message_id: 20,
  sender_type: 'customer',
  sender_display_name: 'Grace Hopper',
  created_at: '2026-11-20T09:00:00.000Z',
  contact_email: null,
  mailbox: null,
  mailbox_threads: 0,
  not_by_you: null,
  claim_id: null,
  claim_number: null,
  policy_id: 12,
  policy_number: 'POL-012',
  version: 2,
  last_message_id: 21,
  replies: [
    {
      id: 21,
      sender_type: 'admin',
      sender_display_name: 'Ada Byron',
      message: 'Check with finance first.',
      internal_note: true,
      time_ago: '1 hour ago',
      created_at: '2026-11-22T08:00:00.000Z',
    },
  ],
  earlier_replies: false,
  audit_log: [],
};
const statistics = {
  total: 1,
  by_status: [{ status: 'open', count: 1 }],
  by_priority: [{ priority: 'high', count: 1 }],
  unread: 1,
  unanswered: 1,
};
const replies = [
  {
    id: 4,
    title: 'Refund takes days',
    text: 'Dear {name}, {policy} is on its way.',
    updated_at: thread.last_message_at,
  },
];
const server = {
  'GET /admin/messages': { data: samplePage('messages', 'total_messages', [thread]) },
  'GET /admin/messages/7': { data: detail },
  'GET /admin/messages/statistics': { data: statistics },
  'GET /admin/saved-replies': { data: replies },
};

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

const open = async (handlers: Parameters<typeof atDesk>[0] = {}, role?: Parameters<typeof atDesk>[1]) => {
  const calls = atDesk({ ...server, ...handlers }, role);
  mountSite('/admin/messages?open=7');
  const panel = within(await screen.findByRole('region', { name: 'Message' }));
  await panel.findByRole('heading', { name: 'Where is my refund?' });
  return { calls, panel };
};
const choose = async (
  label: string,
  option: string | RegExp,
  where: Pick<typeof screen, 'getByRole'> = screen,
) => {
  const select = where.getByRole('combobox', { name: label });
  select.focus();
  fireEvent.keyDown(select, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('option', { name: option }));
};

it('beside a message stand its customer’s policies, open claims and refunds, without leaving it', async () => {
  const { panel } = await open({
    [`GET /admin/users/${WALLET}`]: {
      data: {
        ...sampleCustomer,
        claims: (['pending', 'paid', 'approved'] as const).map((status, index) => ({
          id: index + 1,
          claim_number: `CLM-00${index + 1}`,
          policy_number: 'POL-012',
          policy_type: 'home' as const,
          status,
          formatted_amount: '$900',
          payout_amount: null,
          created_at: thread.last_message_at,
        })),
        payments: ['premium', 'refund'].map((kind) => ({ ...sampleCustomer.payments[0], kind })),
      },
    },
  });
  fireEvent.click(await panel.findByText('1 policy · 2 open claims · 1 refund'));
  expect(panel.getByRole('link', { name: /CLM-003/ }).getAttribute('href')).toBe('/admin/claims?open=3');
  expect(panel.getByRole('heading', { name: 'Where is my refund?' })).toBeDefined();
});

describe('messages at the desk', () => {
  it('the filters show how many messages each holds, and unread ones are named @inbox-1', async () => {
    atDesk(server);
    mountSite('/admin/messages');
    const status = await screen.findByRole('combobox', { name: 'Status' });
    status.focus();
    fireEvent.keyDown(status, { key: 'Enter' });
    expect((await screen.findByRole('option', { name: /^Open/ })).textContent).toBe('Open1');
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' });
    expect(screen.getByText('1 unanswered, 1 unread')).toBeDefined();
    const row = await screen.findByRole('row', { name: 'Unread: Where is my refund?' });
    expect(row.textContent).toContain('5 minutes ago');
    expect(row.textContent).toContain('I asked last week.');
  });

  it('a load that fails offers Retry @inbox-3', async () => {
    atDesk({ ...server, 'GET /admin/messages': { status: 422, message: 'Not now.' } });
    mountSite('/admin/messages');
    expect(await screen.findByText('Failed to fetch messages')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });

  it('the panel shows the original message, the replies and the records it is about', async () => {
    const { panel } = await open();
    expect(panel.getByText('I canceled my policy.')).toBeDefined();
    const note = panel.getByText('Check with finance first.').closest('li') as HTMLElement;
    expect(within(note).getByText('Internal note')).toBeDefined();
    expect(panel.getByRole('link', { name: 'POL-012' }).getAttribute('href')).toBe('/admin/policies?open=12');
  });

  it('a reply is sent trimmed, and an empty one cannot be sent @inbox-2', async () => {
    const { calls, panel } = await open({
      'POST /admin/messages/7/reply': {
        status: 201,
        data: {
          id: 2,
          sender_type: 'admin',
          sender_name: 'Mooring Support',
          message: 'It is on its way.',
          created_at: thread.last_message_at,
        },
      },
    });
    const box = panel.getByLabelText<HTMLTextAreaElement>('Reply');
    const send = () => panel.getByRole<HTMLButtonElement>('button', { name: 'Send Reply' });
    fireEvent.change(box, { target: { value: '   ' } });
    expect(send().disabled).toBe(true);
    fireEvent.change(box, { target: { value: ' It is on its way. ' } });
    fireEvent.click(send());
    await waitFor(() => expect(box.value).toBe(''));
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      message: 'It is on its way.',
      internal_note: false,
      resolve: false,
      seen: { version: 2, last_message_id: 21 },
    });
  });

  it.each([
    [{ ctrlKey: true }, false],
    [{ metaKey: true }, false],
    [{ ctrlKey: true, shiftKey: true }, true],
    [{ metaKey: true, shiftKey: true }, true],
  ])('Enter with %o sends, and resolves: %s', async (keys, resolve) => {
    const { calls, panel } = await open({
      'POST /admin/messages/7/reply': { status: 422, message: 'Not now.' },
    });
    const box = panel.getByLabelText('Reply', { selector: 'textarea' });
    fireEvent.keyDown(box, { key: 'Enter', ...keys });
    fireEvent.change(box, { target: { value: 'Yes.' } });
    fireEvent.keyDown(box, { key: 'Enter' });
    fireEvent.keyDown(box, { key: 'Enter', shiftKey: true });
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    fireEvent.keyDown(box, { key: 'Enter', ...keys });
    await panel.findByText('Not now. Your text is still here.');
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { message: 'Yes.', internal_note: false, resolve, seen: { version: 2, last_message_id: 21 } },
    ]);
    expect(panel.getByText(/it also resolves/)).toBeDefined();
  });

  it('a reply that somebody else was faster than shows what came in between, keeps the text and can be sent again', async () => {
    let faster = false;
    const { calls, panel } = await open({
      'GET /admin/messages/7': () => ({
        data: faster ? { ...detail, version: 3, last_message_id: 22 } : detail,
      }),
      'POST /admin/messages/7/reply': () => {
        faster = true;
        return {
          status: 409,
          message: 'This conversation changed while you were writing. Nothing was sent.',
          issues: [{ path: 'messages.22', message: 'Joan Clarke: It is on its way.' }],
        };
      },
    });
    const box = panel.getByLabelText<HTMLTextAreaElement>('Reply', { selector: 'textarea' });
    fireEvent.change(box, { target: { value: 'I will look.' } });
    fireEvent.click(panel.getByRole('button', { name: 'Send and resolve' }));
    const refused = await panel.findByRole('alert');
    expect(refused.textContent).toContain('Joan Clarke: It is on its way.');
    expect(refused.textContent).toContain('Your text is still here.');
    expect(box.value).toBe('I will look.');
    await waitFor(() =>
      expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Send Reply' }).disabled).toBe(false),
    );
    fireEvent.click(panel.getByRole('button', { name: 'Send Reply' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2));
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([
      { resolve: true, seen: { version: 2, last_message_id: 21 } },
      { resolve: false, seen: { version: 3, last_message_id: 22 } },
    ]);
  });

  it('what became of the email of a reply shows below it', async () => {
    const letter = {
      id: 'letter_1',
      message_id: 20,
      subject: 'Mooring Support replied to you',
      to: 'grace@example.com',
      state: 'bounced',
      problem: 'This address returned an earlier email.',
      written_at: thread.last_message_at,
      sent_at: null,
    };
    const { panel } = await open({ 'GET /admin/letters': { data: [letter] } });
    const message = panel.getByText('I canceled my policy.').closest('li') as HTMLElement;
    await waitFor(() =>
      expect(message.textContent).toContain('Email: Bounced. This address returned an earlier email.'),
    );
    const other = panel.getByText('Check with finance first.').closest('li') as HTMLElement;
    expect(other.textContent).not.toContain('Bounced');
  });

  it('the tabs ask for what waits, what is mine and everything, and a filter narrows the tab', async () => {
    const calls = atDesk(server);
    mountSite('/admin/messages');
    const tab = (name: string) => screen.getByRole('button', { name });
    const queries = () => calls.filter(({ path }) => path === '/admin/messages').map(({ query }) => query);
    await screen.findByRole('button', { name: 'Waiting 1' });
    const inbox = within(screen.getByRole('group', { name: 'Inbox' }));
    expect(inbox.getByRole('button', { name: 'All' }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(tab('Waiting 1'));
    await waitFor(() => expect(queries().at(-1)).toBe('?queue=messages_unanswered&limit=10'));
    expect(tab('Waiting 1').getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(tab('Mine'));
    await waitFor(() => expect(queries().at(-1)).toBe('?assigned=me&limit=10'));
    fireEvent.click(tab('Waiting 1'));
    await waitFor(() => expect(tab('Waiting 1').getAttribute('aria-pressed')).toBe('true'));
    await choose('Status', /^Open/);
    await waitFor(() => expect(queries().at(-1)).toBe('?queue=messages_unanswered&status=open&limit=10'));
    expect(tab('Waiting 1').getAttribute('aria-pressed')).toBe('true');
  });

  it('an internal note is sent as one', async () => {
    const { calls, panel } = await open({
      'POST /admin/messages/7/reply': { status: 422, message: 'Not now.' },
    });
    fireEvent.click(panel.getByRole('checkbox', { name: 'Internal note' }));
    fireEvent.change(panel.getByLabelText('Internal note', { selector: 'textarea' }), {
      target: { value: 'Call them.' },
    });
    fireEvent.click(panel.getByRole('button', { name: 'Save note' }));
    expect(await panel.findByText('Not now. Your text is still here.')).toBeDefined();
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ internal_note: true });
  });

  it('a saved reply is filled in with the customer’s name and records', async () => {
    const { panel } = await open();
    await choose('Saved replies', 'Refund takes days');
    await waitFor(() =>
      expect(panel.getByLabelText<HTMLTextAreaElement>('Reply').value).toBe(
        'Dear Grace Hopper, POL-012 is on its way.',
      ),
    );
    expect(fillIn('{claim}', detail)).toBe('{claim}');
  });

  it('a customer’s name is text, also if it looks like a placeholder', () => {
    const named = (customer: string) => ({ ...detail, customer, claim_number: 'CLM-007' });
    expect(fillIn('Dear {name}, {claim}.', named('{claim}'))).toBe('Dear {claim}, CLM-007.');
    expect(fillIn('Dear {name}.', named('$& $1'))).toBe('Dear $& $1.');
  });

  it('a reply with an open placeholder cannot be sent, and an internal note with one can', async () => {
    const { calls, panel } = await open();
    const box = panel.getByLabelText('Reply', { selector: 'textarea' });
    fireEvent.change(box, { target: { value: 'About {claim}: it is paid.' } });
    expect(panel.getByRole('alert').textContent).toBe('Please replace {claim} before you send this.');
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Send Reply' }).disabled).toBe(true);
    fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true });
    fireEvent.click(panel.getByRole('checkbox', { name: 'Internal note' }));
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save note' }).disabled).toBe(false);
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('the status selector sends the status with the version that was seen', async () => {
    const { calls, panel } = await open({
      'PATCH /admin/messages/7/status': { data: { id: 7, status: 'resolved' } },
    });
    await choose('Status', 'Resolved', panel);
    await waitFor(() => expect(calls.some(({ method }) => method === 'PATCH')).toBe(true));
    const patch = calls.find(({ method }) => method === 'PATCH');
    expect(patch?.body).toEqual({ status: 'resolved' });
    expect(patch?.headers.get('if-match')).toBe('"2"');
  });

  it('the key c closes a message without an answer, and Undo restores its status', async () => {
    const { calls } = await open({ 'PATCH /admin/messages/7/status': { data: { id: 7, status: 'closed' } } });
    fireEvent.keyDown(document.body, { key: 'c' });
    await screen.findByText('Message closed without an answer');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone. Nobody was told.');
    const patches = calls.filter(({ method }) => method === 'PATCH');
    expect(patches.map(({ headers, body }) => [headers.get('if-match'), body])).toEqual([
      ['"2"', { status: 'closed' }],
      ['"3"', { status: 'open' }],
    ]);
  });

  it('another conversation of the customer is merged into the open one, and only one that may be is offered', async () => {
    const others = [
      thread,
      { ...thread, id: 8, subject: 'My claim', matter: 'claim' },
      { ...thread, id: 9, subject: 'Merged before', merged_into: 7 },
      { ...thread, id: 10, subject: 'Of somebody else', wallet_address: `0x${'1'.repeat(40)}` },
      { ...thread, id: 11, subject: 'And my second refund?' },
    ];
    const { calls, panel } = await open({
      'GET /admin/messages': { data: samplePage('messages', 'total_messages', others) },
      'POST /admin/messages/7/merge': { data: thread },
    });
    fireEvent.click(panel.getByRole('button', { name: 'Merge another conversation' }));
    const form = within(await panel.findByRole('form', { name: 'Merge another conversation into this one' }));
    expect(form.getByRole('combobox', { name: 'Conversation' }).textContent).toMatch(
      /^And my second refund\?/,
    );
    fireEvent.click(form.getByRole('button', { name: /^Merge/ }));
    await screen.findByText('Conversations merged');
    const merged = calls.find(({ path }) => path === '/admin/messages/7/merge');
    expect([merged?.body, merged?.headers.get('if-match')]).toEqual([{ thread_id: 11 }, '"2"']);
    expect(calls.some(({ path, query }) => path === '/admin/messages' && query.includes(WALLET))).toBe(true);
  });

  it('assigning to oneself sends one’s own id', async () => {
    const { calls } = await open({ 'PATCH /admin/messages/7': { data: detail } });
    await choose('Assigned to', 'Me');
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ assigned_to: 1 }),
    );
  });

  it('a status that somebody else changed shows both versions', async () => {
    let version = 2;
    const { panel } = await open({
      'GET /admin/messages/7': () => ({
        data: { ...detail, version, status: version === 2 ? 'open' : 'closed' },
      }),
      'PATCH /admin/messages/7/status': () => {
        version = 3;
        return { status: 409, message: 'Somebody else changed it.' };
      },
    });
    await choose('Status', 'Resolved', panel);
    const conflict = within(await panel.findByRole('alert'));
    await waitFor(() => expect(conflict.getByText('Closed')).toBeDefined());
    expect(conflict.getByText('Resolved')).toBeDefined();
    fireEvent.click(conflict.getByRole('button', { name: 'Keep it as it is now' }));
    await waitFor(() => expect(panel.queryByRole('alert')).toBeNull());
  });

  it('a saved reply that somebody else changed shows both versions, and one of them is kept', async () => {
    const newer = { ...replies[0], text: 'Theirs.', updated_at: '2026-11-22T10:00:00.000Z' };
    let changed = false;
    const { calls } = await open({
      'GET /admin/saved-replies': () => ({ data: changed ? [newer] : replies }),
      'PATCH /admin/saved-replies/4': ({ headers, body }) => {
        if (headers.get('if-match') === '"2026-11-22T10:00:00.000Z"') {
          return { data: { ...newer, ...(body as object) } };
        }
        changed = true;
        return { status: 409, message: 'This reply was just changed. Please review it and try again.' };
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Saved replies' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved replies' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'Edit Refund takes days' }));
    fireEvent.change(dialog.getByLabelText('Text'), { target: { value: 'Mine.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save reply' }));
    const conflict = within(await dialog.findByRole('alert'));
    expect(conflict.getByText('Theirs.')).toBeDefined();
    expect(conflict.getByText('Mine.')).toBeDefined();
    fireEvent.click(conflict.getByRole('button', { name: 'Use mine' }));
    await dialog.findByRole('button', { name: 'New reply' });
    expect(calls.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual({
      title: 'Refund takes days',
      text: 'Mine.',
    });
  });

  it('a title that is already taken is not a conflict of versions', async () => {
    await open({
      'POST /admin/saved-replies': {
        status: 409,
        message: 'A saved reply with this title already exists.',
      },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Saved replies' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Saved replies' }));
    fireEvent.click(await dialog.findByRole('button', { name: 'New reply' }));
    fireEvent.change(dialog.getByLabelText('Title'), { target: { value: 'Refund takes days' } });
    fireEvent.change(dialog.getByLabelText('Text'), { target: { value: 'Yes.' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save reply' }));
    await dialog.findByText('A saved reply with this title already exists.');
    expect(dialog.queryByRole('button', { name: 'Use mine' })).toBeNull();
  });

  it('selected messages get one status together, after a summary', async () => {
    const calls = atDesk({
      ...server,
      'PATCH /admin/messages': { data: null },
    });
    mountSite('/admin/messages');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Unread: Where is my refund?' }));
    expect(screen.getByText('1 selected')).toBeDefined();
    await choose('Set status', 'Closed');
    expect(await screen.findByText(/^Set 1 message to Closed/)).toBeDefined();
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Set status' }));
    expect(await screen.findByText('1 message set to Closed.')).toBeDefined();
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { ids: [7], last_message_at: [thread.last_message_at], status: 'closed' },
    ]);
  });

  it('an auditor reads the thread and gets no reply box', async () => {
    const { panel } = await open({}, 'auditor');
    expect(panel.queryByLabelText('Reply')).toBeNull();
    expect(panel.queryByRole('combobox', { name: 'Status' })).toBeNull();
    expect(panel.getByText('Open')).toBeDefined();
  });
});
