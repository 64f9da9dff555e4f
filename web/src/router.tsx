import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';
import { lazyPart } from './ui/lazy-part.tsx';

export const FaultScreen = lazyPart(() => import('./ui/fault-screen.tsx'));

let isFirst = true;
/** The router takes a page that it has not shown before to its top. Whoever has scrolled the first one stays where they are. */
function mayScroll(): boolean {
  const stays = isFirst && scrollY > 0;
  isFirst = false;
  return !stays;
}

/** The site's router; without `history` it follows the browser's. */
export const createSiteRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultErrorComponent: FaultScreen,
    scrollRestoration: history === undefined && mayScroll,
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
