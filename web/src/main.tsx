import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setCredentials } from './lib/api/api.ts';
import { queryClient, router } from './router.tsx';
import { followOtherTabs } from './state/other-tabs.ts';
import { watchSystemTheme } from './state/theme.ts';
import { endSignIn, walletSession } from './state/wallet-session.ts';
import { restoreWallet } from './wallet/load.ts';

setCredentials({ token: () => walletSession.signIn?.token ?? null, onUnauthorized: endSignIn });
watchSystemTheme();
followOtherTabs();
restoreWallet();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
