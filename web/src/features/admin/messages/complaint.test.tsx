/** A complaint at the desk: its tab, its clock, and the answer that ends it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deskCache } from '#web/features/admin/queries.ts';
import { mountSite } from '#web/test/mount.tsx';
import { atDesk, samplePage } from '#web/test/sample-desk.ts';

const entry = {
  id: 7,
  subject: 'Complaint: How a claim was decided, CLM-007',
  customer: 'Grace Hopper',
  formatted_wallet: null,
  wallet_address: null,
  status: 'open',
  priority: 'high',
  type: 'support',
  complaint: {
    complaint_number: 'CMP-007',
    received_at: '2026-11-20T15:00:00.000Z',
    acknowledge_by: '2026-11-24T15:00:00.000Z',
    answer_by: '2027-01-15T15:00:00.000Z',
    cause: 'claim_decision',
    reference: 'CLM-007',
    acknowledged_at: '2026-11-20T15:01:00.000Z',
    answered_at: null,
    answered_by: null,
    outcome: null,
  },
  is_read: true,
  reply_count: 0,
  time_ago: '5 minutes ago',
  last_message_at: '2026-11-20T15:00:00.000Z',
  message_preview: 'It was no wear.',
  assigned_to: null,
  assigned_admin_name: null,
  due_at: '2027-01-15T15:00:00.000Z',
  matter: null,
  merged_into: null,
};
const detail = {
  ...entry,
  message: 'It was no wear.',
  message_id: 20,
  sender_type: 'customer',
  sender_display_name: 'Grace Hopper',
  created_at: entry.last_message_at,
  contact_email: 'grace@example.com',
  mailbox: 'grace@example.com',
  mailbox_threads: 3,
  not_by_you: null as string | null,
  claim_id: 7,
  claim_number: 'CLM-007',
  policy_id: null,
  policy_number: null,
  version: 2,
  last_message_id: 20,
  replies: [],
  earlier_replies: false,
  audit_log: [],
};
const server = (more: object = {}) => ({
  'GET /admin/messages': { data: samplePage('messages', 'total_messages', [entry]) },
  'GET /admin/messages/7': { data: { ...detail, ...more } },
  'GET /admin/messages/statistics': {
    data: { total: 1, by_status: [], by_priority: [], unread: 0, unanswered: 1 },
  },
  'GET /admin/saved-replies': { data: [] },
  'PUT /admin/messages/7/presence': { data: { version: 2, last_message_id: 20, others: [] } },
  'POST /admin/messages/7/reply': {
    status: 201,
    data: {
      id: 21,
      sender_type: 'admin',
      sender_name: 'Ada Byron',
      message: 'We pay.',
      created_at: entry.last_message_at,
    },
  },
});
const open = async (more: object = {}, address = '/admin/messages?category=complaint&open=7') => {
  const calls = atDesk(server(more));
  const { router } = mountSite(address);
  const panel = within(await screen.findByRole('region', { name: 'Message' }));
  await panel.findByRole('heading', { name: entry.subject });
  return { calls, panel, router };
};

beforeEach(() => {
  localStorage.clear();
  deskCache.clear();
});

describe('complaints at the desk', () => {
  it('are a tab of the messages, with their number, and the address of the former list leads there', async () => {
    const { router, calls } = await open({}, '/admin/complaints?open=7');
    expect(router.state.location.pathname).toBe('/admin/messages');
    expect(router.state.location.search).toMatchObject({ category: 'complaint', open: 7 });
    const tabs = within(screen.getByRole('group', { name: 'Inbox' }));
    expect(tabs.getByRole('button', { name: 'Complaints' }).getAttribute('aria-pressed')).toBe('true');
    expect(calls.some(({ query }) => query.includes('category=complaint'))).toBe(true);
    expect((await screen.findByRole('row', { name: entry.subject })).textContent).toContain('CMP-007');
  });

  it('show cause, number and clock, and lead to the claim and to what else came from the mailbox', async () => {
    const { panel } = await open();
    const facts = within(
      panel.getByRole('heading', { name: 'Complaint CMP-007' }).closest('section') ?? document.body,
    );
    for (const words of ['How a claim was decided', 'CLM-007', 'Acknowledged', 'Answer by']) {
      expect(facts.getByText(words)).toBeDefined();
    }
    expect(panel.getByRole('link', { name: 'CLM-007' }).getAttribute('href')).toBe('/admin/claims?open=7');
    expect(
      panel.getByRole('link', { name: '3 conversations from this mailbox' }).getAttribute('href'),
    ).toContain('search=grace');
  });

  it('need an outcome to be resolved, and the customer gets it with the answer', async () => {
    const { calls, panel } = await open();
    fireEvent.change(panel.getByLabelText('Reply'), { target: { value: 'We pay.' } });
    const button = (name: string) => panel.getByRole<HTMLButtonElement>('button', { name });
    expect([button('Send Reply').disabled, button('Send and resolve').disabled]).toEqual([false, true]);
    const select = panel.getByRole('combobox', { name: 'Outcome' });
    select.focus();
    fireEvent.keyDown(select, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('option', { name: 'Upheld' }));
    fireEvent.click(button('Send and resolve'));
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')).toBeDefined());
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      message: 'We pay.',
      outcome: 'upheld',
      cause: 'claim_decision',
      resolve: true,
    });
  });

  it('that the reader decided take only their notes, and say why', async () => {
    const why = 'You decided what this complaint is about, so somebody else has to answer it.';
    const { panel } = await open({ not_by_you: why });
    expect(panel.getByText(why)).toBeDefined();
    fireEvent.change(panel.getByLabelText('Reply'), { target: { value: 'I was right.' } });
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Send Reply' }).disabled).toBe(true);
    fireEvent.click(panel.getByLabelText('Internal note'));
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Save note' }).disabled).toBe(false);
  });
});
