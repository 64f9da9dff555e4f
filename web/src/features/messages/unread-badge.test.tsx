import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#web/query-provider.tsx';
import { endSignIn, setConnected, setDisconnected, setSignedIn } from '#web/state/wallet-session.ts';
import { type ApiCall, fakeApi } from '#web/test/fake-api.ts';
import { mountSite } from '#web/test/mount.tsx';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { unreadKey } from './unread-query.ts';

const ADDRESS = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const PATH = `/messages/notifications/count/${ADDRESS}`;

let unread = 3;
let calls: ApiCall[] = [];
const asked = () => calls.filter(({ path }) => path === PATH).length;
const header = () => within(screen.getByRole('banner'));
const messages = (name: string) => header().findByRole('link', { name });
const signIn = () =>
  setSignedIn({
    token: 't',
    address: ADDRESS,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });

beforeEach(() => {
  unread = 3;
  calls = fakeApi({ [`GET ${PATH}`]: () => ({ data: { count: unread } }) });
  setConnected(evmWallet(ADDRESS));
});
afterEach(() => {
  vi.useRealTimers();
  endSignIn();
  setDisconnected('user');
});

async function site() {
  mountSite('/about');
  await screen.findByRole('heading', { level: 1 });
}

describe('the badge on Messages', () => {
  it('the unread badge shows the number of unread messages, also to screen readers, and none without any @nav-20', async () => {
    signIn();
    await site();
    const link = await messages('Messages, 3 unread');
    expect(link.getAttribute('href')).toBe('/messages');
    expect(within(link).getByText('3')).toBeDefined();
    unread = 0;
    await act(() => queryClient.refetchQueries({ queryKey: unreadKey(ADDRESS) }));
    expect((await messages('Messages')).textContent).toBe('Messages');
  });

  it('the unread badge also works on the landing page, which has no query cache', async () => {
    signIn();
    mountSite('/');
    await screen.findByRole('banner');
    expect(await messages('Messages, 3 unread')).toBeDefined();
  });

  it('the unread badge is hidden when nothing is unread', async () => {
    unread = 0;
    signIn();
    await site();
    await waitFor(() => expect(queryClient.getQueryData(unreadKey(ADDRESS))).toEqual({ count: 0 }));
    expect((await messages('Messages')).textContent).toBe('Messages');
  });

  it.each([
    [99, '99'],
    [100, '99+'],
    [120, '99+'],
  ])('the unread badge for %i threads shows %s and announces the exact number @nav-20', async (count, shown) => {
    unread = count;
    signIn();
    await site();
    expect(within(await messages(`Messages, ${count} unread`)).getByText(shown)).toBeDefined();
  });

  it('the unread badge requests nothing before a wallet signs in', async () => {
    await site();
    expect((await messages('Messages')).textContent).toBe('Messages');
    // Only its own request counts: one of an earlier file may arrive late.
    expect(asked()).toBe(0);
  });

  it('the unread badge disappears when the sign-in ends', async () => {
    signIn();
    await site();
    await messages('Messages, 3 unread');
    act(() => endSignIn());
    expect(await messages('Messages')).toBeDefined();
  });

  it('the unread badge refreshes every 20 seconds, on return to the page and when its key is invalidated @nav-20', async () => {
    signIn();
    await site();
    await messages('Messages, 3 unread');
    const before = asked();
    unread = 2;
    await act(() => queryClient.invalidateQueries({ queryKey: unreadKey(ADDRESS) }));
    await messages('Messages, 2 unread');
    unread = 1;
    act(() => {
      window.dispatchEvent(new Event('visibilitychange'));
    });
    await messages('Messages, 1 unread');
    expect(asked()).toBe(before + 2);
    vi.useFakeTimers();
    // This answer starts the next interval.
    await act(() => queryClient.refetchQueries({ queryKey: unreadKey(ADDRESS) }));
    await act(() => vi.advanceTimersByTimeAsync(19_999));
    expect(asked()).toBe(before + 3);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(asked()).toBe(before + 4);
  });
});
