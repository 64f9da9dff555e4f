import type { RouteComponent } from '@tanstack/react-router';
import { loadPart } from './lib/load-part.ts';
import { isOffline, OFFLINE } from './lib/network.ts';
import { beforeReload, lookAtServer } from './lib/renew.ts';
import { keepForReload } from './resume.ts';
import type { createSiteRouter, FaultScreen } from './router.tsx';
import { failure } from './ui/lazy-part.tsx';
import { PartFailed } from './ui/part-failed.tsx';
import { toast } from './ui/toast.ts';

type Router = ReturnType<typeof createSiteRouter>;

/** What is needed when something fails later. It has to be there before, so it loads once the page has settled. */
export function prepare(router: Router): void {
  failure.Shown = PartFailed;
  void (router.options.defaultErrorComponent as typeof FaultScreen).ready();
  loadPart(() => import('./ui/dialog.tsx')).then(
    ({ dialogReady }) => dialogReady(),
    () => undefined,
  );
  beforeReload.keep = keepForReload;
  keepPage(router);
  sayOffline();
}

/** One line below the header while there is no network. */
function sayOffline(): void {
  const line = document.createElement('p');
  line.setAttribute('role', 'status');
  line.className = 'border-b border-line bg-amber-soft px-4 py-1.5 text-center text-sm text-amber';
  line.textContent = 'You are offline. What you press now isn’t sent later.';
  const show = () => (document.getElementById('toasts') ?? document.body).prepend(line);
  addEventListener('offline', show);
  addEventListener('online', () => line.remove());
  if (isOffline()) show();
}

/**
 * Leaves a page only for one whose code is there. Without a network this page stays. After a deployment, when the other
 * page's code is gone, the browser loads all of that page.
 */
function keepPage(router: Router): void {
  router.history.block({
    enableBeforeUnload: false,
    async blockerFn({ currentLocation, nextLocation }) {
      const { pathname, href } = nextLocation;
      if (pathname === currentLocation.pathname) return false;
      const [routes] = router.getMatchedRoutes(pathname);
      const parts = routes.map(({ options }) => options.component as RouteComponent | undefined);
      // A part that has loaded can't be preloaded anymore.
      const isMissing = () => parts.some((part) => part?.preload);
      if (!isMissing()) return false;
      if (!isOffline()) await Promise.all(parts.map((part) => part?.preload?.()));
      if (!isMissing()) return false;
      if ((await lookAtServer()) === 'unreachable') toast.error(OFFLINE);
      else location.assign(href);
      return true;
    },
  });
}
