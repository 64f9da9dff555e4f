import './styles.css';
import './print.css';
import './lib/zod-without-eval.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { subscribe } from 'valtio';
import { setCredentials } from './lib/api/credentials.ts';
import { countPages, reach } from './lib/beacon.ts';
import { loadPart } from './lib/load-part.ts';
import { whenFree, whenIdle } from './lib/when-idle.ts';
import { createSiteRouter } from './router.tsx';
import { followOtherTabs } from './state/other-tabs.ts';
import { watchSystemTheme } from './state/theme.ts';
import { endSignIn, walletSession } from './state/wallet-session.ts';
import { restoreWallet, reviveWallet } from './wallet/load.ts';

/** Of what was typed before this page was loaded again. */
const { formKey } = window;
const resumed = formKey && loadPart(() => import('./resume.ts')).then(({ resume }) => resume(formKey));
const router = createSiteRouter();
setCredentials({ token: () => walletSession.signIn?.token ?? null, onUnauthorized: endSignIn });
countPages(router);

/** What a prerendered page doesn't know yet; it comes once React has taken the page over. */
function start(): void {
  // Whatever is clicked from now on is React's.
  delete root?.dataset.path;
  watchSystemTheme();
  followOtherTabs(reviveWallet);
  subscribe(walletSession, () => {
    if (walletSession.status === 'connected') reach('wallet_connected');
  });
  restoreWallet();
  // For the page that it shows offline. Without it everything else works.
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  whenIdle(() =>
    loadPart(() => import('./afterwards.ts')).then(
      ({ prepare }) => prepare(router),
      () => undefined,
    ),
  );
}

function App() {
  useEffect(start, []);
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// `public/start.js` leaves the path where the markup is the address's, and marks the page of somebody without a wallet.
const isShown = 'path' in root.dataset;
if (isShown && 'visitor' in document.documentElement.dataset) {
  // The markup was rendered as on a server, without boundaries around the routes.
  router.ssr = { manifest: undefined };
  // In slices once nothing else is to be done, so that a phone answers in between.
  const takeOver = () => startTransition(() => void hydrateRoot(root, <App />));
  // Not awaited here: the entry would otherwise be split into a chunk for each thing that other chunks share with it.
  whenFree(() => void Promise.all([router.load(), resumed]).then(() => whenFree(takeOver)));
} else {
  // The page's own code loads in parallel with React Query.
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = router.routesById[routeId as keyof typeof router.routesById];
    router.loadRouteChunk(route)?.catch(() => undefined);
  }
  const draw = () => createRoot(root).render(<App />);
  // A wallet could return in the middle of a takeover, which would then fail. A page that fits stays until the new one is there.
  if (isShown || resumed) Promise.all([router.load(), resumed]).then(draw);
  else draw();
}
