import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Queries } from '#web/query-provider.tsx';
import { setConnected, setDisconnected, walletSession } from '#web/state/wallet-session.ts';
import { evmWallet } from '#web/test/sample-wallet.ts';
import { WalletGuard } from './wallet-guard.tsx';

const wallet = evmWallet('0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc');

function open(path: string) {
  const root = createRootRoute({ component: Outlet });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>home page</p> });
  const guard = createRoute({ getParentRoute: () => root, id: '_wallet', component: WalletGuard });
  const inside = createRoute({
    getParentRoute: () => guard,
    path: '/my-policies',
    component: () => <p>inside</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([home, guard.addChildren([inside])]),
    history: createMemoryHistory({ initialEntries: ['/', path] }),
  });
  render(
    <Queries>
      <RouterProvider router={router} />
    </Queries>,
  );
  return router;
}

beforeEach(() => {
  // The network notice reads the list of chains, and there is none here.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
  Object.assign(walletSession, { status: 'restoring', wallet: null, signIn: null, endedBy: null });
});
afterEach(cleanup);

describe('wallet guard', () => {
  it('a protected page waits for the session to be restored and then shows @nav-16', async () => {
    const router = open('/my-policies');
    expect(await screen.findByRole('status', { name: 'Restoring your wallet' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/my-policies');
    act(() => setConnected(wallet));
    expect(await screen.findByText('inside')).toBeTruthy();
  });

  it('a visitor is redirected home, and the page they wanted is remembered @nav-15', async () => {
    const router = open('/my-policies?type=car');
    const length = router.history.length;
    act(() => {
      walletSession.status = 'disconnected';
    });
    expect(await screen.findByText('home page')).toBeTruthy();
    expect(router.state.location.state.next).toBe('/my-policies?type=car');
    expect(router.history.length).toBe(length);
  });

  it('a customer who disconnects goes home without a page to return to', async () => {
    act(() => setConnected(wallet));
    const router = open('/my-policies');
    expect(await screen.findByText('inside')).toBeTruthy();
    act(() => setDisconnected('user'));
    expect(await screen.findByText('home page')).toBeTruthy();
    expect(router.state.location.state.next).toBeUndefined();
  });

  it('the page is remembered when the wallet itself disconnected', async () => {
    act(() => setConnected(wallet));
    const router = open('/my-policies');
    expect(await screen.findByText('inside')).toBeTruthy();
    act(() => setDisconnected('wallet'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.state.next).toBe('/my-policies');
  });
});
