import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { snapshot, subscribe } from 'valtio';
import { ApiError } from './lib/api/errors.ts';
import { keepFocus } from './lib/keep-focus.ts';
import { walletSession } from './state/wallet-session.ts';

/** The API client does the retries; React Query only caches, shares and refreshes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      // A call fails at once without a network. One that waits for it would be sent later than it was asked for.
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 15_000,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof ApiError),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

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
