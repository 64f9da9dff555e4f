import { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { ApiError } from './lib/api/errors.ts';
import { routeTree } from './routeTree.gen.ts';
import { FaultScreen } from './ui/fault-screen.tsx';

/** The API client retries by itself; React Query only keeps, shares and renews. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 15_000,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof ApiError),
    },
    mutations: { retry: false },
  },
});

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: FaultScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Where a guarded address sent this visitor away from. */
    next?: string;
  }
}
