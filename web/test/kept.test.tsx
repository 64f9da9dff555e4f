/** What was typed and is neither sent nor discarded: of every kind, it is there for the person who typed it alone. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { endAdminSession, startAdminSession } from '#web/state/admin-session.ts';
import { changeAccount, setDisconnected } from '#web/state/wallet-session.ts';
import { begin, serve as serveInbox } from './fake-inbox.ts';
import { mountSite } from './mount.tsx';
import { atDesk, sampleProfile, WALLET } from './sample-desk.ts';
import { thread, threadDetail } from './sample-thread.ts';

const TEXT = 'The storm broke two windows.';
const OTHER = '0x976EA74026E726554dB657fA54763abd0C3a0aa9';

const field = (label: string) => screen.findByLabelText<HTMLTextAreaElement>(label);
const type = async (label: string) => fireEvent.change(await field(label), { target: { value: TEXT } });
/** The same page, drawn again as after a look elsewhere. */
async function again(path: string, label: string): Promise<string> {
  cleanup();
  mountSite(path);
  return (await field(label)).value;
}

const MINE = [
  ['a message to support', '/messages?compose=1', 'Message'],
  ['a reply to support', '/messages?thread=2', 'Your reply'],
  ['a support ticket', '/support', 'Message'],
  ['the contact form', '/contact', 'Message'],
  ['a complaint', '/complaints', 'What went wrong, and what should we do?'],
  ['a withdrawal without the wallet', '/withdraw', 'Name (optional)'],
] as const;

describe('what a customer has typed', () => {
  afterEach(() => setDisconnected('user'));
  const open = (path: string) => {
    begin();
    const one = thread({ id: 2 });
    serveInbox({ threads: [one], open: threadDetail({ id: 2 }) }, { 'GET /faq': { data: [] } });
    mountSite(path);
  };

  it.each(MINE)('%s is there again after a look at another page', async (_, path, label) => {
    open(path);
    await type(label);
    expect(await again(path, label)).toBe(TEXT);
  });

  it.each(
    MINE,
  )('%s is not shown to another account, or once the customer has disconnected', async (_, path, label) => {
    open(path);
    await type(label);
    changeAccount(OTHER);
    await waitFor(() => expect(screen.queryByDisplayValue(TEXT)).toBeNull());
    setDisconnected('user');
    begin();
    expect(await again(path, label)).toBe('');
  });
});

const message = {
  id: 7,
  subject: 'Where is my refund?',
  customer: 'Grace Hopper',
  formatted_wallet: '0x9965…A4dc',
  wallet_address: WALLET,
  status: 'open',
  priority: 'high',
  type: 'billing',
  complaint: null,
  is_read: true,
  reply_count: 0,
  time_ago: '5 minutes ago',
  last_message_at: '2026-11-22T09:00:00.000Z',
  message_preview: 'I asked last week.',
  assigned_to: null,
  assigned_admin_name: null,
  due_at: null,
  matter: null,
  merged_into: null,
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
  policy_id: null,
  policy_number: null,
  version: 2,
  last_message_id: 20,
  replies: [],
  earlier_replies: false,
  audit_log: [],
};

describe('what an administrator has typed', () => {
  const PATH = '/admin/messages?open=7';
  let who = 1;
  function atTheDesk(): void {
    atDesk({
      'GET /admin/auth/profile': () => ({ data: { ...sampleProfile(), id: who } }),
      'GET /admin/messages/7': { data: message },
      'GET /admin/saved-replies': { data: [] },
    });
  }
  afterEach(() => void endAdminSession('user'));

  it('nothing is left for the next administrator, or after a logout', async () => {
    who = 1;
    atTheDesk();
    mountSite(PATH);
    await type('Reply');
    endAdminSession('refused');
    await screen.findByLabelText('Password');
    who = 2;
    startAdminSession('of another administrator');
    expect(await again(PATH, 'Reply')).toBe('');
  });
});
