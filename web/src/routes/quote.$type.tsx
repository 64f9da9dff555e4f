import { createFileRoute, Navigate, useHydrated } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { hasBegun, type QuoteLink } from '#web/features/quote/form-start.ts';
import { QuotePlaceholder, QuoteScreen } from '#web/features/quote/quote-screen.tsx';
import { UnknownProduct } from '#web/features/quote/unknown-product.tsx';
import { useKeptRead } from '#web/lib/kept/use-kept.ts';
import { loadPart } from '#web/lib/load-part.ts';
import type { QuoteToStore } from '#web/lib/quote-to-store.ts';
import { pageTitle } from '#web/lib/title.ts';
import { useToday } from '#web/lib/today.ts';
import { isWalletStored, walletSession } from '#web/state/wallet-session.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

/** Of a connected wallet alone, so a visitor doesn't load it. */
const NetworkNotice = lazyPart(
  () => import('#web/features/auth/network-notice.tsx'),
  () => null,
);

const signIn = async () => (await loadPart(() => import('#web/features/auth/sign-in.ts'))).connectAndSignIn();

/** What is paid for is kept by the code that pays, which a visitor doesn't load. */
const onSaved = async (quote: QuoteToStore) =>
  (await loadPart(() => import('#web/features/purchase/tabs.ts'))).purchases.begin(quote);

const productOf = (type: string) => PRODUCT_KEYS.find((key) => key === type);
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const number = (value: unknown) => (typeof value === 'number' ? value : undefined);

/** Open to visitors. Whoever disconnects here goes home, so that nothing of theirs stays on the screen. */
function QuotePage() {
  const product = productOf(Route.useParams().type);
  const link = Route.useSearch();
  const session = useSnapshot(walletSession);
  // A prerendered page is taken over as it was written, and has the form of somebody who comes for the first time.
  const hydrated = useHydrated();
  const today = useToday();
  // Whoever was here with a wallet may have typed something. Once the form is there it stays, also while they connect.
  const isRead = useKeptRead();
  const waiting = isWalletStored() && (session.status === 'restoring' || !isRead);
  const known = useRef(false);
  known.current ||= hydrated && !waiting;
  const isKnown = known.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed later begins no other form until another day does.
  const begun = useMemo(
    () => hydrated && isKnown && product !== undefined && hasBegun(product, link),
    [hydrated, isKnown, product, today],
  );
  const wasConnected = useRef(false);
  useEffect(() => {
    if (session.status === 'connected') wasConnected.current = true;
  }, [session.status]);
  if (!product) return <UnknownProduct />;
  if (hydrated && !isKnown) return <QuotePlaceholder product={product} />;
  if (session.status === 'disconnected' && session.endedBy === 'user' && wasConnected.current) {
    return <Navigate to="/" replace />;
  }
  return (
    <>
      {session.wallet && <NetworkNotice />}
      <QuoteScreen
        key={`${product} ${today} ${begun}`}
        product={product}
        link={link}
        begun={begun}
        connected={session.wallet !== null}
        signedIn={session.signIn !== null}
        signIn={signIn}
        onSaved={onSaved}
      />
    </>
  );
}

export const Route = createFileRoute('/quote/$type')({
  validateSearch: (search: Record<string, unknown>): QuoteLink => ({
    start: text(search.start),
    end: text(search.end),
    coverage: number(search.coverage),
    deductible: number(search.deductible),
    draft: text(search.draft),
    connect: search.connect === true ? true : undefined,
  }),
  head: ({ params }) => {
    const product = productOf(params.type);
    return pageTitle(product ? `${PRODUCTS[product].label} quote` : 'Quote')();
  },
  component: QuotePage,
});
