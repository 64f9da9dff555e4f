import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { PRODUCT_KEYS } from '../../../../domain/products/index.ts';
import { walletSession } from '../../state/wallet-session.ts';
import { Skeleton } from '../../ui/states.tsx';
import { NetworkNotice } from './network-notice.tsx';

/** Separate from the guard, which loads with every page. */
const QuoteGate = lazy(() => import('./quote-gate.tsx'));

/**
 * Lets connected wallets through and waits for the session restore after page load. A visitor at a quote connects right
 * there. Everyone else is redirected home, with the wanted page in the history state, unless they disconnected
 * themselves.
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

  if (status === 'restoring') {
    return (
      <div role="status" aria-label="Restoring your wallet" className="page flex flex-col gap-6 py-10">
        <Skeleton className="h-9 w-64" />
        <Skeleton className="h-40" />
      </div>
    );
  }
  if (status === 'disconnected') {
    const left = wasConnected.current && endedBy === 'user';
    const product = PRODUCT_KEYS.find((key) => going.current.split('?')[0] === `/quote/${key}`);
    if (product && !left) {
      return (
        <Suspense fallback={null}>
          <QuoteGate product={product} />
        </Suspense>
      );
    }
    return <Navigate to="/" replace state={left ? {} : { next: going.current }} />;
  }
  return (
    <>
      <NetworkNotice />
      <Outlet />
    </>
  );
}
