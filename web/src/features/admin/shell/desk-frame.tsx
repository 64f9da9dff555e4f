import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followAdminTabs } from '../../../state/admin-session.ts';
import { deskCache } from '../queries.ts';

/** Around every page of the desk, the login included. */
export function DeskFrame() {
  useEffect(followAdminTabs, []);
  return (
    <QueryClientProvider client={deskCache}>
      <div className="flex h-dvh flex-col bg-ground text-sm text-ink lg:flex-row">
        <Outlet />
      </div>
    </QueryClientProvider>
  );
}
