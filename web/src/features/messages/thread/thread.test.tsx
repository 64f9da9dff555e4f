import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThreadAnswer, ThreadDetailAnswer } from '#domain/messages/schema.ts';
import { LIST_REFRESH_MS } from '#web/features/messages/queries.ts';
import { unreadKey } from '#web/features/messages/unread-query.ts';
import { queryClient } from '#web/query-provider.tsx';
import { endSignIn, setDisconnected } from '#web/state/wallet-session.ts';
import {
  ADDRESS,
  asked,
  begin,
  enter,
  items,
  press,
  serve,
  signInAgain,
  writes,
} from '#web/test/fake-inbox.ts';
import { mountSite } from '#web/test/mount.tsx';
import { policy } from '#web/test/sample-policy.ts';
import { message, thread, threadDetail } from '#web/test/sample-thread.ts';
import type { ToastCall } from '#web/ui/toast.ts';

const FULL = 'GET /messages/full/1';
const REPLY = 'POST /messages/reply';
const garage = thread({ is_read: false });
const log = () => within(screen.getByRole('log', { name: 'Conversation' }));
const replyBox = () => screen.getByLabelText<HTMLTextAreaElement>('Your reply');
const badge = () => queryClient.getQueryData<{ count: number }>(unreadKey(ADDRESS))?.count;

let toasts: ToastCall[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  toasts = begin();
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

describe('opening a message', () => {
  it('an opened thread loads in full and shows both sides of the conversation by day @messages-14 @messages-29', async () => {
    const open = threadDetail({ status: 'in_progress', priority: 'high', policy_id: 12, claim_id: 7 });
    const calls = serve({ threads: [thread()], open });
    const { router } = mountSite('/messages');
    fireEvent.click(await screen.findByText('Is my garage covered?'));
    expect(await screen.findByRole('log')).toBeDefined();
    expect(router.state.location.href).toBe('/messages?thread=1');
    expect(calls.find(({ path }) => path === '/messages/full/1')?.query).toBe(`?wallet_address=${ADDRESS}`);
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Is my garage covered?');
    expect(screen.getByText('In progress')).toBeDefined();
    expect(screen.getByText('High priority')).toBeDefined();
    expect(screen.getByRole('link', { name: 'POL-012' }).getAttribute('href')).toBe(
      '/my-policies?search=POL-012',
    );
    expect(screen.getByRole('link', { name: 'CLM-007' }).getAttribute('href')).toBe('/claim/7');
    expect(
      log()
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['Yesterday', 'Today']);
    const said = log().getAllByRole('listitem');
    expect(said.map(({ textContent }) => textContent)).toEqual([
      'You · 9:30 AM UTCDoes the policy cover the garage?',
      'Mooring Support · 10:00 AM UTCYes, it is part of the house.',
    ]);
    expect(said.map(({ className }) => className.includes('self-end'))).toEqual([true, false]);
  });

  it('a thread about a policy names the policy as its holder does, in the list and above the conversation', async () => {
    serve(
      { threads: [thread({ policy_id: 12 })], open: threadDetail({ policy_id: 12 }) },
      {
        [`GET /insurance/active-policies/${ADDRESS}`]: {
          data: [policy({ id: 11, name: 'The cabin' }), policy({ id: 12, name: 'Quay Street' })],
        },
      },
    );
    mountSite('/messages?thread=1');
    expect(await screen.findAllByText('Quay Street')).toHaveLength(2);
    expect(screen.queryByText('The cabin')).toBeNull();
  });

  it('message text is shown as plain text with its line breaks @messages-14', async () => {
    const text = '<b>bold</b>\nsecond line';
    serve({
      threads: [thread()],
      open: { ...threadDetail({}, []), main_message: message({ message: text }) },
    });
    mountSite('/messages?thread=1');
    const shown = (await screen.findByText(/second line/)) as HTMLElement;
    expect(shown.textContent).toBe(text);
    expect(shown.className).toContain('whitespace-pre-wrap');
    expect(shown.className).toContain('wrap-anywhere');
  });

  it('a thread opens at the first unread message and marks it as new', async () => {
    const scrolled: string[] = [];
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (
      this: Element,
      options,
    ) {
      scrolled.push(`${this.id} ${JSON.stringify(options)}`);
    });
    const support = (id: number, text: string) =>
      message({ id, sender_type: 'admin', sender_name: 'Mooring Support', message: text });
    const inbox = {
      threads: [thread({ is_read: false })],
      open: {
        ...threadDetail({}, [support(12, 'One.'), support(13, 'Two.'), support(14, 'Three.')]),
        first_unread_id: 13 as number | null,
      },
    };
    serve(inbox);
    mountSite('/messages?thread=1');
    await screen.findByText('Two.');
    inbox.open = { ...inbox.open, first_unread_id: null };
    await waitFor(() => expect(scrolled).toContain('message-13 {"block":"start"}'));
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    const marked = lines.indexOf('New');
    expect(lines[marked + 1]).toContain('Two.');
    scroll.mockRestore();
  });

  it('a thread says when older replies are left out @messages-27', async () => {
    serve({ threads: [thread()], open: threadDetail({ reply_count: 3 }) });
    mountSite('/messages?thread=1');
    expect(await screen.findByText('2 older replies are not shown.')).toBeDefined();
  });

  it('an opened thread counts as read immediately, and the badge follows @messages-13', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const inbox = { threads: [garage, thread({ id: 2, subject: 'Other', is_read: false })] };
    serve(inbox, {
      [FULL]: async () => {
        await held;
        inbox.threads = inbox.threads.map((entry) => (entry.id === 1 ? { ...entry, is_read: true } : entry));
        return { data: threadDetail() };
      },
    });
    mountSite('/messages');
    expect(await screen.findByText('2 unread messages')).toBeDefined();
    await waitFor(() => expect(badge()).toBe(2));
    fireEvent.click(screen.getByText('Is my garage covered?'));
    expect(await screen.findByText('1 unread message')).toBeDefined();
    expect(badge()).toBe(1);
    expect(screen.getByRole('status', { name: 'Loading message' })).toBeDefined();
    expect(items().map((item) => item.getAttribute('aria-current'))).toEqual(['page', null]);
    release();
    expect(await screen.findByRole('log')).toBeDefined();
    await waitFor(() => expect(badge()).toBe(1));
  });

  it('an opened thread focuses its heading, and closing it focuses its line in the list @messages-3', async () => {
    serve({ threads: [thread()], open: threadDetail() });
    const { router } = mountSite('/messages');
    fireEvent.click(await screen.findByText('Is my garage covered?'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Is my garage covered?'));
    expect(document.activeElement?.tagName).toBe('H2');
    fireEvent.click(screen.getByRole('link', { name: 'Back to messages' }));
    await waitFor(() => expect(router.state.location.href).toBe('/messages'));
    await waitFor(() => expect(document.activeElement?.id).toBe('thread-1'));
  });

  it('a thread that fails to load shows what the list knows and retries @messages-15', async () => {
    let fails = true;
    serve(
      { threads: [thread()] },
      {
        [FULL]: () => (fails ? { status: 422, message: 'Not now.' } : { data: threadDetail() }),
      },
    );
    mountSite('/messages?thread=1');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to load message details');
    expect(alert.textContent).toContain('Not now.');
    const pane = within(screen.getByRole('region', { name: 'Message' }));
    expect(pane.getByText('Yes, it is part of the house.')).toBeDefined();
    expect(pane.getByLabelText('Your reply')).toBeDefined();
    fails = false;
    press('Try Again');
    expect(await screen.findByText('Does the policy cover the garage?')).toBeDefined();
  });

  it('a thread of another wallet is not found @messages-16', async () => {
    serve({ threads: [thread()] });
    mountSite('/messages?thread=99');
    expect(await screen.findByRole('heading', { name: 'Message not found' })).toBeDefined();
    expect(screen.queryByLabelText('Your reply')).toBeNull();
  });
});

describe('replies', () => {
  it('a reply is sent trimmed, and thread and list reload @messages-22 @messages-31', async () => {
    const inbox: { threads: ThreadAnswer[]; open: ThreadDetailAnswer } = {
      threads: [thread()],
      open: threadDetail(),
    };
    const calls = serve(inbox, {
      [REPLY]: () => {
        const own = message({ id: 13, message: 'Thank you!', created_at: '2026-11-21T12:00:00.000Z' });
        inbox.open = threadDetail({ reply_count: 2, last_message_at: own.created_at }, [
          ...inbox.open.replies,
          own,
        ]);
        inbox.threads = [inbox.open.thread];
        return { status: 201, data: own };
      },
    });
    mountSite('/messages?thread=1');
    await screen.findByRole('log');
    expect(replyBox().getAttribute('rows')).toBe('4');
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Reply' });
    expect(send.disabled).toBe(true);
    enter('Your reply', '   ');
    expect(send.disabled).toBe(true);
    enter('Your reply', '  Thank you! ');
    fireEvent.click(send);
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDefined();
    expect(await log().findByText('Thank you!')).toBeDefined();
    expect(await screen.findByText('2 replies')).toBeDefined();
    expect(replyBox().value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(replyBox()));
    expect(toasts).toMatchObject([{ kind: 'success', message: 'Reply sent successfully' }]);
    expect(writes(calls)).toMatchObject([
      {
        path: '/messages/reply',
        body: {
          wallet_address: ADDRESS,
          sender_type: 'user',
          message: 'Thank you!',
          parent_message_id: 1,
        },
      },
    ]);
  });

  it('a reply is sent with Ctrl+Enter but not with Enter alone @messages-22', async () => {
    const calls = serve({ threads: [thread()], open: threadDetail() }, { [REPLY]: { data: message() } });
    mountSite('/messages?thread=1');
    await screen.findByRole('log');
    fireEvent.keyDown(replyBox(), { key: 'Enter', ctrlKey: true });
    enter('Your reply', 'Thanks');
    fireEvent.keyDown(replyBox(), { key: 'Enter' });
    expect(writes(calls)).toEqual([]);
    fireEvent.keyDown(replyBox(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
  });

  it('a failed reply stays with its reason @messages-23', async () => {
    serve(
      { threads: [thread()], open: threadDetail() },
      { [REPLY]: { status: 422, message: 'Please keep the message to 5000 characters.' } },
    );
    mountSite('/messages?thread=1');
    await screen.findByRole('log');
    enter('Your reply', 'Thanks');
    press('Send Reply');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('Failed to send reply. Please keep the message to 5000 characters.');
    expect(replyBox().value).toBe('Thanks');
    expect(toasts).toEqual([]);
  });

  it('an unfinished reply survives another thread and an expired sign-in @messages-24', async () => {
    serve(
      { threads: [thread(), thread({ id: 2, subject: 'Other' })], open: threadDetail() },
      { 'GET /messages/full/2': { data: threadDetail({ id: 2, subject: 'Other' }) } },
    );
    mountSite('/messages?thread=1');
    await screen.findByRole('log');
    enter('Your reply', 'Half a sent');
    fireEvent.click(screen.getByText('Other'));
    await screen.findByRole('heading', { level: 2, name: 'Other' });
    expect(replyBox().value).toBe('');
    endSignIn();
    expect(await screen.findByText('Sign in to see your messages')).toBeDefined();
    signInAgain();
    fireEvent.click(await screen.findByText('Is my garage covered?'));
    await screen.findByRole('heading', { level: 2, name: 'Is my garage covered?' });
    expect(replyBox().value).toBe('Half a sent');
  });

  it('an unfinished reply is never shown to another account @messages-24', async () => {
    serve({ threads: [thread()], open: threadDetail() });
    mountSite('/messages?thread=1');
    await screen.findByRole('log');
    enter('Your reply', 'Mine');
    setDisconnected('wallet');
    await waitFor(() => expect(screen.queryByLabelText('Your reply')).toBeNull());
    begin();
    mountSite('/messages?thread=1');
    await waitFor(() => expect(replyBox().value).toBe(''));
  });

  it.each([
    ['resolved', 'This conversation is resolved. A reply opens it again.'],
    ['closed', 'This conversation is closed. A reply opens it again.'],
  ] as const)('opens a %s conversation again, and it says so @messages-25', async (status, words) => {
    serve({ threads: [thread({ status })], open: threadDetail({ status }) });
    mountSite('/messages?thread=1');
    expect(await screen.findByText(words)).toBeDefined();
  });
});

describe('a new message in the open thread', () => {
  it('a new message appears in the open thread without touching the reply, is announced and counts as read @messages-26', async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const inbox = { threads: [thread()], open: threadDetail() };
    const calls = serve(inbox);
    mountSite('/messages?thread=1');
    await screen.findByRole('log');
    enter('Your reply', 'And the cel');
    const news = message({
      id: 14,
      sender_type: 'admin',
      sender_name: 'Mooring Support',
      message: 'One more thing.',
      created_at: '2026-11-21T12:30:00.000Z',
    });
    inbox.open = threadDetail({ last_message_at: news.created_at }, [...inbox.open.replies, news]);
    inbox.threads = [{ ...inbox.open.thread, is_read: false }];
    const before = asked(calls, FULL);
    await vi.advanceTimersByTimeAsync(LIST_REFRESH_MS);
    expect(await log().findByText('One more thing.')).toBeDefined();
    expect(asked(calls, FULL) - before).toBe(1);
    expect(replyBox().value).toBe('And the cel');
    expect(screen.getByText('All messages read')).toBeDefined();
    // A log is a polite live region.
    expect(screen.getByRole('log').getAttribute('aria-live')).toBeNull();
  });
});
