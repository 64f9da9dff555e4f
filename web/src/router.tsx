import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { lazyPart } from './ui/lazy-part.tsx';

export const FaultScreen = lazyPart(() => import('./ui/fault-screen.tsx'));

/** The site's router; without `history` it follows the browser's. */
export const createSiteRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultErrorComponent: FaultScreen,
    scrollRestoration: history === undefined,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>;
  }
  interface HistoryState {
    /** The protected page that this visitor was redirected from. */
    next?: string;
    /** Which question of a form a phone shows, from 0. */
    question?: number;
    /** The question of the entry before this one, if that led here. */
    after?: number | undefined;
    /** The action of the record that is opened whose form shows at once. */
    action?: string;
  }
}
