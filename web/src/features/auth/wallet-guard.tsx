import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { walletSession } from '#web/state/wallet-session.ts';
import { Skeleton } from '#web/ui/states.tsx';
import NetworkNotice from './network-notice.tsx';

/**
 * Lets connected wallets through and waits for the session restore after page load. Everyone else is redirected home, with
 * the wanted page in the history state, unless they disconnected themselves.
 */
export function WalletGuard() {
  const { status, endedBy } = useSnapshot(walletSession);
  const href = useRouterState({ select: (state) => state.location.href });
  const wasConnected = useRef(false);
  // The wanted page. It is kept once the redirect has started and the location is already the home page.
  const going = useRef(href);
  useEffect(() => {
    if (status === 'connected') wasConnected.current = true;
    if (status !== 'disconnected') going.current = href;
  }, [status, href]);

  if (status === 'restoring') return <RestoringWallet />;
  if (status === 'disconnected') {
    const left = wasConnected.current && endedBy === 'user';
    return <Navigate to="/" replace state={left ? {} : { next: going.current }} />;
  }
  return (
    <>
      <NetworkNotice />
      <Outlet />
    </>
  );
}

/** Stands in for a page until we know whether a wallet was connected. */
function RestoringWallet() {
  return (
    <div role="status" aria-label="Restoring your wallet" className="page flex flex-col gap-6 py-10">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-40" />
    </div>
  );
}
