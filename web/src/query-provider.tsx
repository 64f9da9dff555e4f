import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { snapshot, subscribe } from 'valtio';
import { createCache } from './lib/api/client.ts';
import { keepFocus } from './lib/keep-focus.ts';
import { walletSession } from './state/wallet-session.ts';

export const queryClient = createCache(15_000);

const address = () => snapshot(walletSession).wallet?.address ?? null;
let before = address();

// Cached data belongs to one account and is removed when the account changes.
subscribe(walletSession, () => {
  const now = address();
  if (before !== null && before !== now) queryClient.clear();
  before = now;
});

/** The site's only query cache. It loads with the first page that needs it (routes/__root.tsx). */
export function Queries({ children }: { children?: ReactNode }) {
  // What is loaded replaces what had the focus.
  useEffect(keepFocus, []);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
