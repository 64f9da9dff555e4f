import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** A cache of answers. The API client does the retries; React Query only caches, shares and refreshes. */
export const createCache = (staleTime: number) =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        // A call fails at once without a network. One that waits for it would be sent later than it was asked for.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime,
        refetchOnWindowFocus: (query) => !(query.state.error instanceof ApiError),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
