import { QueryClientProvider } from '@tanstack/react-query';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { followAdminTabs } from '../../../state/admin-session.ts';
import { followAttention } from '../attention.ts';
import { DASHBOARD, LOGIN } from '../paths.ts';
import { deskCache } from '../queries.ts';
import { Desk } from './desk.tsx';
import { SCREENS } from './screens.tsx';

const LoginScreen = lazy(async () => ({ default: (await import('../auth/login-screen.tsx')).LoginScreen }));

function Screen() {
  const { pathname, hash } = useRouterState({ select: ({ location }) => location });
  const name = pathname.replace(/^\/admin\/?/, '').replace(/\/$/, '');
  if (name === 'admin-login') {
    return (
      <>
        <title>Admin login · Mooring</title>
        <LoginScreen />
      </>
    );
  }
  if (name === 'login') return <Navigate to={LOGIN} hash={hash} replace />;
  const found = SCREENS[name === '' ? 'admin-dashboard' : name];
  if (!found) return <Navigate to={DASHBOARD} search={{}} replace />;
  const { title, Screen: Found } = found;
  return (
    <Desk>
      <title>{`${title} · Mooring`}</title>
      <Found />
    </Desk>
  );
}

/** Every page of the desk, the login included. */
export function DeskFrame() {
  useEffect(followAdminTabs, []);
  useEffect(followAttention, []);
  return (
    <QueryClientProvider client={deskCache}>
      <div className="flex h-dvh flex-col bg-ground text-sm text-ink lg:flex-row">
        <Suspense fallback={null}>
          <Screen />
        </Suspense>
      </div>
    </QueryClientProvider>
  );
}
