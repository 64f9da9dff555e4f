import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Link, Navigate, Outlet, useMatch, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { approvalsQuery, deskCache, followAttention, profileQuery } from '#web/features/admin/queries.ts';

import { ForcedEnrollment } from '#web/features/admin/settings/enroll-totp.tsx';
import { AdminContext, useAdmin } from '#web/features/admin/use-admin.ts';
import { useKeys } from '#web/features/admin/use-keys.ts';
import { keepFocus } from '#web/lib/keep-focus.ts';
import { belongTo } from '#web/lib/kept/kept.ts';
import { adminSession, followAdminTabs } from '#web/state/admin-session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';

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

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['j / k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close the panel'],
  ['/', 'Search the list'],
  ['f', 'Go to the filters'],
  ['x', 'Select the row, where rows can be selected'],
  ['a / r', 'Approve or confirm; reject, refuse or send back'],
  ['d', 'Ask for documents, on a claim'],
  ['p / o', 'Pay or refund; pay a claim by another method'],
  ['r', 'Write a reply, on a message'],
  ['c', 'Close a message without an answer'],
  ['m / n', 'Assign a claim or message to me, write a note'],
  ['Ctrl Enter or ⌘ Enter', 'Send the form'],
  ['t', 'Take the most urgent work that nobody has, in the work queue'],
  ['z', 'Snooze an item of the work queue, or bring it back'],
  ['t', 'Change between a chart and its table, on the chart'],
  ['← / →', 'Read the values of a chart, on the chart'],
  ['Ctrl K or ⌘ K', 'Find a record, a view, an action of the contract or a command'],
  ['?', 'Show these keys'],
];

function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keys">
      <dl className="flex flex-col gap-2 text-sm">
        {KEYS.map(([keys, does]) => (
          <div key={does} className="flex items-baseline justify-between gap-6">
            <dt className="text-muted">{does}</dt>
            <dd>
              <kbd className="rounded-[5px] border border-line bg-sunken px-1.5 py-0.5 font-sans whitespace-nowrap">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Says on every screen that a colleague's approval waits for this administrator. */
function ApprovalsBanner() {
  const admin = useAdmin();
  const { data = [] } = useQuery({ ...approvalsQuery, enabled: admin.may('admins.manage') });
  const count = data.filter(({ not_by_you: reason }) => reason === null).length;
  if (count === 0) return null;
  return (
    <p role="status" className="shrink-0 border-b border-amber/35 bg-amber-soft px-3 py-2 sm:px-5">
      {count === 1 ? 'A change needs' : `${count} changes need`} your confirmation.{' '}
      <Link to="/admin/settings" className="text-teal underline underline-offset-4">
        Look at {count === 1 ? 'it' : 'them'}
      </Link>
    </p>
  );
}

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
function Desk({ children }: { children: ReactNode }) {
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
