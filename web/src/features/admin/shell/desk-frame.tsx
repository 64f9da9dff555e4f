import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useMatch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepFocus } from '../../../lib/keep-focus.ts';
import { followAdminTabs } from '../../../state/admin-session.ts';
import { followAttention } from '../attention.ts';
import { deskCache } from '../queries.ts';
import { Desk } from './desk.tsx';

/** Every page of the desk, the login included. */
export function DeskFrame() {
  useEffect(followAdminTabs, []);
  useEffect(followAttention, []);
  useEffect(keepFocus, []);
  const isLogin = useMatch({ from: '/admin/admin-login', shouldThrow: false }) !== undefined;
  return (
    <QueryClientProvider client={deskCache}>
      <div className="flex h-dvh flex-col bg-ground text-sm text-ink lg:flex-row">
        {isLogin ? (
          <Outlet />
        ) : (
          <Desk>
            <Outlet />
          </Desk>
        )}
      </div>
    </QueryClientProvider>
  );
}
