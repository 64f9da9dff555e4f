import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { toast } from 'sonner';
import { afterEach, vi } from 'vitest';
import { belongTo } from '#web/lib/kept/kept.ts';
import { queryClient } from '#web/query-provider.tsx';
import { routeTree } from '#web/routeTree.gen.ts';
import { takeDelivery } from '#web/ui/toast.ts';

const clients = new Set([queryClient]);

afterEach(async () => {
  cleanup();
  forgetTyped();
  // A request that waits to be repeated would reach the fakes of a later test.
  for (const client of clients) {
    await client.cancelQueries();
    client.clear();
  }
  // The next test would show what was shown, what waited for the toaster's code, and that this test's wallet left.
  await vi.dynamicImportSettled();
  toast.dismiss();
  takeDelivery(() => {})();
});

/** What one test typed would stand in the forms of the next one. */
function forgetTyped(): void {
  for (const owner of ['whoever is next', null]) {
    belongTo('mine', owner, true);
    belongTo('desk', owner, true);
  }
}

function fresh(): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  clients.add(client);
  return client;
}

/** Renders a part of a screen with its own query cache and a router for its links. */
export function mount(children: ReactNode) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return render(
    <StrictMode>
      <QueryClientProvider client={fresh()}>
        <RouterContextProvider router={router}>{children}</RouterContextProvider>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** Renders the whole site at `path` and returns its router, so that a test can read the location. */
export function mountSite(path: string) {
  queryClient.clear();
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  const view = render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  return { ...view, router };
}
