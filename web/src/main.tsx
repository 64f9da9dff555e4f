import './styles.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { subscribe } from 'valtio';
import { setCredentials } from './lib/api/credentials.ts';
import { countPages, reach } from './lib/beacon.ts';
import { router } from './router.tsx';
import { followOtherTabs } from './state/other-tabs.ts';
import { watchSystemTheme } from './state/theme.ts';
import { endSignIn, walletSession } from './state/wallet-session.ts';
import { restoreWallet, reviveWallet } from './wallet/load.ts';

setCredentials({ token: () => walletSession.signIn?.token ?? null, onUnauthorized: endSignIn });
watchSystemTheme();
followOtherTabs(reviveWallet);
countPages(router);
subscribe(walletSession, () => {
  if (walletSession.status === 'connected') reach('wallet_connected');
});
restoreWallet();
// The page's own code loads in parallel with React Query.
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route = router.routesById[routeId as keyof typeof router.routesById];
  router.loadRouteChunk(route)?.catch(() => undefined);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
