import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { FaultScreen } from './ui/fault-screen.tsx';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: FaultScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The protected page that this visitor was redirected from. */
    next?: string;
    /** Which question of the quote form a phone shows, from 0. */
    question?: number;
  }
}
