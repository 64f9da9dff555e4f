import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIST_REFRESH_MS } from '#web/features/messages/queries.ts';
import { setConnected, setDisconnected } from '#web/state/wallet-session.ts';
import { fakeApi } from '#web/test/fake-api.ts';
import { ADDRESS, asked, begin, COUNT, inbox, items, LIST, press, serve } from '#web/test/fake-inbox.ts';
import { mountSite } from '#web/test/mount.tsx';
import { thread } from '#web/test/sample-thread.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import type { ToastCall } from '#web/ui/toast.ts';

const water = thread({
  id: 2,
  sender_type: 'admin',
  subject: 'Water damage',
  preview: 'Please send photos.',
  is_read: false,
  type: 'claim',
  priority: 'urgent',
  reply_count: 3,
  claim_id: 7,
  last_message_at: '2026-11-21T11:00:00.000Z',
});
const refund = thread({
  id: 3,
  sender_type: 'user',
  subject: 'Refund',
  preview: 'In what currency?',
  type: 'billing',
  reply_count: 0,
  policy_id: 12,
  status: 'closed',
});
const help = thread({ id: 4, subject: 'Unknown network', preview: 'A wallet.', type: 'support' });

let toasts: ToastCall[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  toasts = begin();
});
afterEach(() => {
  setDisconnected('user');
  vi.useRealTimers();
});

describe('inbox', () => {
  it('the inbox loads this wallet’s messages immediately and shows the number of unread ones @messages-4 @messages-11 @messages-12 @messages-28', async () => {
    const calls = serve({ threads: [water, refund] });
    mountSite('/messages');
    expect(await screen.findByText('1 unread message')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Messages');
    expect(asked(calls, LIST)).toBeGreaterThan(0);
    expect(screen.getByText('Select a message to view its content')).toBeDefined();
    expect(document.title).toBe('Messages · Mooring');
  });

  it('the inbox says when everything is read @messages-4', async () => {
    serve({ threads: [refund] });
    mountSite('/messages');
    expect(await screen.findByText('All messages read')).toBeDefined();
  });

  it('the inbox shows each message’s sender, subject, time and number of replies @messages-7', async () => {
    serve({ threads: [water, refund] });
    mountSite('/messages');
    await screen.findByText('Water damage');
    const [first, second] = items();
    expect(first?.textContent).toBe(
      'Unread. Mooring Support1h agoWater damagePlease send photos.CLM-0073 replies',
    );
    expect(first?.querySelector('time')?.title).toBe('November 21, 2026 at 11:00 AM UTC');
    expect(first?.innerHTML).toContain('font-semibold');
    // A Hebrew message keeps its own direction.
    expect(screen.getByText('Please send photos.').dir).toBe('auto');
    expect(second?.textContent).toBe('You2h agoRefundIn what currency?POL-012Closed');
    expect(second?.innerHTML).not.toContain('font-semibold');
  });

  it('the inbox shows three skeletons while it loads @messages-8', async () => {
    fakeApi({ [LIST]: () => new Promise(() => undefined) });
    mountSite('/messages');
    const status = await screen.findByRole('status', { name: 'Loading messages' });
    expect(status.children).toHaveLength(3);
    expect(screen.getByText('Loading messages...')).toBeDefined();
  });

  it('the inbox searches on the server and keeps the search in the URL @messages-6', async () => {
    const calls = serve({ threads: [water, refund, help] });
    const { router } = mountSite('/messages');
    await screen.findByText('Water damage');
    fireEvent.change(screen.getByLabelText('Search messages'), { target: { value: 'CURRENCY' } });
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(screen.getByText('Refund')).toBeDefined();
    expect(router.state.location.search).toEqual({ search: 'CURRENCY' });
    expect(calls.filter(({ query }) => query === '?search=CURRENCY')).toHaveLength(1);
  });

  it('the inbox filters by All, Claims and Support together with the search @messages-6', async () => {
    serve({ threads: [water, refund, help] });
    const { router } = mountSite('/messages?search=a');
    await screen.findByText('Water damage');
    const buttons = inbox().getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['All', 'Claims', 'Support']);
    press('Claims');
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(router.state.location.search).toEqual({ search: 'a', type: 'claim' });
    expect(screen.getByRole('button', { name: 'Claims' }).getAttribute('aria-pressed')).toBe('true');
    press('Support');
    expect(await screen.findByText('Unknown network')).toBeDefined();
    press('All');
    await waitFor(() => expect(items()).toHaveLength(3));
  });

  it('the inbox says when nothing matches and clears the filters @messages-9', async () => {
    serve({ threads: [water] });
    mountSite('/messages?search=boat');
    expect(await screen.findByText('No messages found')).toBeDefined();
    press('Clear filters');
    expect(await screen.findByText('Water damage')).toBeDefined();
  });

  it('an empty inbox says so and links to a first message @messages-9', async () => {
    serve({ threads: [] });
    mountSite('/messages');
    expect(await screen.findByText('No messages found')).toBeDefined();
    press('Write to support');
    expect(await screen.findByRole('heading', { name: 'New Message' })).toBeDefined();
  });

  it('the inbox loads page after page and keeps what it has loaded when it refreshes @messages-27', async () => {
    const calls = serve(
      { threads: [] },
      {
        [LIST]: ({ query }) => (query === '' ? { data: [water], next_cursor: 'p2' } : { data: [refund] }),
      },
    );
    mountSite('/messages');
    await screen.findByText('Water damage');
    expect(items()).toHaveLength(1);
    press('Show older messages');
    expect(await screen.findByText('Refund')).toBeDefined();
    expect(items()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show older messages' })).toBeNull();
    press('Refresh');
    await waitFor(() => expect(calls.filter(({ query }) => query === '?cursor=p2')).toHaveLength(2));
    expect(items()).toHaveLength(2);
  });

  it('refreshing the inbox refreshes the unread badge', async () => {
    const inbox = { threads: [refund] };
    serve(inbox);
    mountSite('/messages');
    expect(await screen.findByText('All messages read')).toBeDefined();
    inbox.threads = [water, refund];
    press('Refresh');
    expect(await screen.findByText('1 unread message')).toBeDefined();
  });

  it('the inbox reports a failure when the answer is not a list', async () => {
    fakeApi({ [LIST]: { data: { messages: 3 } }, [COUNT]: { data: { count: 0 } } });
    mountSite('/messages');
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch messages');
  });

  it('the inbox says when loading failed and retries @messages-17', async () => {
    let fails = true;
    fakeApi({ [LIST]: () => (fails ? { status: 422, message: 'Not now.' } : { data: [water] }) });
    mountSite('/messages');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to fetch messages');
    expect(alert.textContent).toContain('Not now.');
    expect(screen.queryByText('Loading messages...')).toBeNull();
    fails = false;
    press('Try Again');
    expect(await screen.findByText('Water damage')).toBeDefined();
  });

  it('the Refresh button is busy while the inbox refreshes and reports only a failure @messages-5 @messages-17', async () => {
    let answer: { status?: number; message?: string; data?: unknown } = { data: [water] };
    let hold: Promise<void> | null = null;
    fakeApi({
      [LIST]: async () => {
        await hold;
        return answer;
      },
    });
    mountSite('/messages');
    await screen.findByText('Water damage');
    let release = () => {};
    hold = new Promise((done) => {
      release = done;
    });
    answer = { data: [water, help] };
    press('Refresh');
    expect(screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-disabled')).toBe('true');
    release();
    expect(await screen.findByText('Unknown network')).toBeDefined();
    expect(toasts).toEqual([]);
    answer = { status: 422, message: 'No.' };
    press('Refresh');
    await waitFor(() =>
      expect(toasts).toEqual([
        expect.objectContaining({ kind: 'error', message: 'Failed to fetch messages' }),
      ]),
    );
    expect(screen.getByText('Unknown network')).toBeDefined();
  });

  it('a visible inbox refreshes every twenty seconds and when the customer returns to it @messages-26', async () => {
    vi.useRealTimers();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = serve({ threads: [water] });
    mountSite('/messages');
    await screen.findByText('Water damage');
    const before = asked(calls, LIST);
    await vi.advanceTimersByTimeAsync(LIST_REFRESH_MS);
    expect(asked(calls, LIST) - before).toBe(1);
    window.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(100);
    expect(asked(calls, LIST) - before).toBe(2);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await vi.advanceTimersByTimeAsync(3 * LIST_REFRESH_MS);
    expect(asked(calls, LIST) - before).toBe(2);
    visibility.mockRestore();
  });
});

describe('access control', () => {
  it('a visitor is sent home and, after connecting, to the thread @messages-1 @messages-10', async () => {
    setDisconnected('wallet');
    fakeApi({});
    const { router } = mountSite('/messages?thread=2');
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.state.next).toBe('/messages?thread=2');
  });

  it('a wallet that is only connected is asked to sign in, and nothing is requested @messages-2', async () => {
    setDisconnected('wallet');
    localStorage.clear();
    const calls = serve({ threads: [water] });
    setConnected(evmWallet(ADDRESS));
    mountSite('/messages');
    expect(await screen.findByText('Sign in to see your messages')).toBeDefined();
    expect(asked(calls, LIST) + asked(calls, COUNT)).toBe(0);
  });
});
