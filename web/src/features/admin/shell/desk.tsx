import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { profileQuery } from '#web/features/admin/queries.ts';
import { ForcedEnrollment } from '#web/features/admin/settings/forced-enrollment.tsx';
import { AdminContext } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { belongTo } from '#web/lib/kept/kept.ts';
import { adminSession } from '#web/state/admin-session.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ApprovalsBanner } from './approvals-banner.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';

function Signed({ children }: { children: ReactNode }) {
  const profile = useQuery(profileQuery);
  const [dialog, setDialog] = useState<'palette' | 'keys' | null>(null);
  const close = () => setDialog(null);
  const id = profile.data?.id;
  useEffect(() => {
    if (id !== undefined) belongTo('desk', `administrator ${id}`, false);
  }, [id]);
  useKeys({ 'mod+k': () => setDialog('palette'), '?': () => setDialog('keys') }, profile.isSuccess);
  if (profile.isPending) {
    return (
      <div role="status" aria-label="Loading the desk" className="flex w-full flex-col gap-3 p-6">
        <Skeleton className="h-8 w-52" />
        <Skeleton className="h-64" />
      </div>
    );
  }
  if (profile.data === undefined) {
    return (
      <main id="main" className="w-full p-6">
        <LoadError title="The desk could not be opened" query={profile} />
      </main>
    );
  }
  return (
    <AdminContext value={profile.data}>
      {profile.data.must_enroll_totp ? (
        <ForcedEnrollment />
      ) : (
        <>
          <Rail onPalette={() => setDialog('palette')} onKeys={() => setDialog('keys')} />
          <main id="main" tabIndex={-1} className="flex min-h-0 min-w-0 grow flex-col outline-none">
            <ApprovalsBanner />
            <Suspense fallback={null}>{children}</Suspense>
          </main>
          {dialog === 'palette' && <Palette onClose={close} />}
          {dialog === 'keys' && <KeysDialog onClose={close} />}
        </>
      )}
    </AdminContext>
  );
}

/** The desk for whoever is signed in. Everyone else goes to the login, which remembers where they were going. */
export function Desk({ children }: { children: ReactNode }) {
  const { token, endedBy } = useSnapshot(adminSession);
  const href = useRouterState({ select: (state) => state.location.href });
  // The wanted page. It is kept once the redirect has started and the location is already the login.
  const going = useRef(href);
  useEffect(() => {
    if (token !== null) going.current = href;
  }, [token, href]);
  if (token === null) {
    const state = endedBy === 'user' ? {} : { next: going.current };
    return <Navigate to="/admin/admin-login" replace state={state} />;
  }
  return <Signed key={token}>{children}</Signed>;
}
