import { createRootRoute, lazyRouteComponent, Outlet, useRouterState } from '@tanstack/react-router';
import { type ComponentType, Fragment, type PropsWithChildren } from 'react';
import { subscribe } from 'valtio';
import { ConnectDialogHost } from '#web/features/auth/connect-dialog-host.tsx';
import { useWalletNotices } from '#web/features/auth/use-wallet-notices.ts';
import { Footer } from '#web/features/shell/footer.tsx';
import { Header } from '#web/features/shell/header.tsx';
import { PageTitle, useFocusOnNavigation } from '#web/features/shell/page-title.tsx';

import { belongTo } from '#web/lib/kept/kept.ts';
import { loadedOnce, loadPart } from '#web/lib/load-part.ts';

import { pageTitle } from '#web/lib/title.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ToastHost } from '#web/ui/toast-host.tsx';

/** Pages that ask our API nothing, or have their own cache for the one part that does. They load no React Query. */
const WITHOUT_QUERIES = [
  '/',
  '/about',
  '/accessibility',
  '/community',
  '/cookie-policy',
  '/documentation',
  '/help',
  '/privacy',
  '/services',
  '/terms',
];

/** A wallet that only locked finds again what was typed; whoever disconnects or changes the account leaves nothing behind. */
const keepForWallet = () =>
  belongTo('mine', walletSession.wallet?.key ?? null, walletSession.endedBy !== 'wallet');
keepForWallet();
subscribe(walletSession, keepForWallet);

/** Asked for on every navigation, also without a network. */
const loadQueries = loadedOnce(() => loadPart(() => import('#web/query-provider.tsx')));

/** The frame around every page. */
interface Around {
  Queries: ComponentType<PropsWithChildren>;
}

/** Part of every page's header, so it brings the query cache along if the page has none. */
const Unread = lazyPart<{ label: string }>(
  async () => {
    const [{ Queries }, { default: UnreadBadge }] = await Promise.all([
      import('#web/query-provider.tsx'),
      import('#web/features/messages/unread-badge.tsx'),
    ]);
    return {
      default: ({ label }: { label: string }) => (
        <Queries>
          <UnreadBadge label={label} />
        </Queries>
      ),
    };
  },
  ({ label }) => label,
);

/** Whether this path belongs to the desk, which has its own frame, cache and session. */
const isDesk = (path: string) => path === '/admin' || path.startsWith('/admin/');

function Site() {
  const { Queries } = Route.useRouteContext();
  useWalletNotices();
  return (
    <div className="flex min-h-dvh flex-col">
      <Header unread={Unread} />
      <div id="toasts" className="sticky top-16 z-30" />
      {/* At least one screen high, so that the footer does not jump while a page loads. */}
      <main id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] grow outline-none">
        <Queries>
          <Outlet />
        </Queries>
      </main>
      <Footer />
    </div>
  );
}

function Layout() {
  const desk = useRouterState({ select: ({ location }) => isDesk(location.pathname) });
  useFocusOnNavigation();
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <PageTitle />
      {desk ? <Outlet /> : <Site />}
      <ConnectDialogHost />
      <ToastHost />
    </>
  );
}

export const Route = createRootRoute({
  beforeLoad: ({ location }): Around | Promise<Around> =>
    WITHOUT_QUERIES.includes(location.pathname) || isDesk(location.pathname)
      ? { Queries: Fragment }
      : loadQueries(),
  head: pageTitle('Insurance you can verify'),
  component: Layout,
  notFoundComponent: lazyRouteComponent(
    () => loadPart(() => import('#web/features/shell/not-found.tsx')),
    'NotFound',
  ),
});
