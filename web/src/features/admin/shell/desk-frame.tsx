import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useMatch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followAttention } from '#web/features/admin/attention.ts';
import { deskCache } from '#web/features/admin/queries.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { followAdminTabs } from '#web/state/admin-session.ts';
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
