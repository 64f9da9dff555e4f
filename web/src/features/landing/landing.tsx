import { useRouterState } from '@tanstack/react-router';
import { ArrowRight, FileCheck2, Landmark, ScanSearch } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { formatUsd } from '#domain/money.ts';
import {
  leastPerYear,
  ofAllProducts,
  PRODUCT_COUNT,
  PRODUCT_KEYS,
  PRODUCTS,
} from '#domain/products/index.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, ButtonLink, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { MooringPicture, PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';

function ProductCards() {
  return (
    <section id="products" aria-labelledby="products-title" className="page py-16">
      <h2 id="products-title" className="text-3xl">
        {PRODUCT_COUNT} kinds of cover
      </h2>
      <p className="mt-2 text-muted">
        The same price for every home and every car. In US dollars, paid in the currency of your choice.
      </p>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {PRODUCT_KEYS.map((product) => {
          const { label, startingPrice, priceIsLeast, coverageCeiling, summary } = PRODUCTS[product];
          const Picture = PRODUCT_PICTURES[product];
          return (
            <li key={product} className="flex">
              <Card className="flex w-full flex-col p-6">
                <Picture className="h-16 self-start text-ink" />
                <h3 className="mt-5 text-xl">{label}</h3>
                <p className="mt-2 grow text-muted">{summary}</p>
                <p className="figures mt-5 text-2xl font-semibold tracking-tight">
                  {priceIsLeast ? `${formatUsd(leastPerYear(product))} a year` : startingPrice}
                </p>
                <p className="figures text-sm text-muted">
                  {priceIsLeast ? `Paid once; from ${startingPrice}` : 'Paid once'}. Coverage up to{' '}
                  {coverageCeiling}.
                </p>
                <ButtonLink
                  to="/quote/$type"
                  params={{ type: product }}
                  variant="secondary"
                  className="mt-6"
                  aria-label={`Get Quote: ${label}`}
                >
                  Get Quote
                  <ArrowRight aria-hidden />
                </ButtonLink>
              </Card>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const VERIFY = 'A policy anyone can verify';

const FEATURES = [
  {
    icon: FileCheck2,
    title: 'A price that explains itself',
    text: 'Base price, days, total: you see every line before you pay, and the exact amount your wallet will send.',
  },
  {
    icon: ScanSearch,
    title: VERIFY,
    text: 'Our contract enters each policy in a public registry as you pay. On Polkadot you pay our account: our servers keep the rules, and nothing on chain enforces cover or payout. Your name and details are on neither.',
  },
  {
    icon: Landmark,
    title: 'Paid is covered',
    text: 'Once your payment is on chain you are insured, whatever happens to your browser, your connection or ours.',
  },
] as const;

function ReturnNotice() {
  const next = useRouterState({ select: (state) => state.location.state.next });
  const { status } = useSnapshot(walletSession);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (next) box.current?.focus({ preventScroll: true });
  }, [next]);
  if (!next || status !== 'disconnected') return null;
  return (
    <div ref={box} tabIndex={-1} role="status" className="border-b border-line bg-teal-soft outline-none">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3">
        <p>You need a wallet for that page. Connect yours, and we will take you there.</p>
        <Button size="small" onClick={openConnectDialog}>
          Connect and continue
        </Button>
      </div>
    </div>
  );
}

export function Landing({ finder, figures }: { finder: ReactNode; figures: ReactNode }) {
  const { status } = useSnapshot(walletSession);
  const connected = status === 'connected';
  const action = connected ? (
    <ButtonLink to="/dashboard" size="large">
      Go to Dashboard
    </ButtonLink>
  ) : (
    <Button size="large" variant="secondary" onClick={openConnectDialog}>
      Connect Wallet
    </Button>
  );
  const price = (
    <a href="#price" className={buttonClass({ variant: connected ? 'secondary' : 'primary', size: 'large' })}>
      Find your price
    </a>
  );
  return (
    <>
      <ReturnNotice />
      <section className="page grid items-center gap-10 py-12 md:grid-cols-[1.1fr_1fr] md:py-20">
        <div>
          <h1 className="text-[2.5rem] leading-[1.08] tracking-[-0.03em] sm:text-[3.25rem]">
            Insurance that holds, and that you can verify
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted">
            Cover for {ofAllProducts(({ yours }) => yours)}, bought with your wallet. The proof is on chain
            the moment you have paid.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {/* A price comes before a wallet. */}
            {connected && action}
            {price}
            {!connected && action}
          </div>
        </div>
        <MooringPicture className="mx-auto w-full max-w-md text-ink" />
      </section>

      {figures}

      <section aria-labelledby="features" className="border-y border-line bg-surface">
        <div className="page py-14">
          <h2 id="features" className="sr-only">
            What you can rely on
          </h2>
          <ul className="grid gap-8 md:grid-cols-3 md:gap-10">
            {FEATURES.map(({ icon: Icon, title, text }) => (
              <li key={title}>
                <Icon aria-hidden className="size-6 text-teal" strokeWidth={1.75} />
                <h3 className="mt-4 text-lg">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
                {title === VERIFY && (
                  <ButtonLink to="/verify" variant="link" size="inline" className="mt-3">
                    Verify a policy
                  </ButtonLink>
                )}
              </li>
            ))}
          </ul>
        </div>
      </section>

      {finder}
      <ProductCards />
      <section className="page">
        <Card className="flex flex-col items-start justify-between gap-6 p-7 sm:p-10 md:flex-row md:items-center">
          <div>
            <h2 className="text-2xl">{connected ? 'Your wallet is connected' : 'Ready when you are'}</h2>
            <p className="mt-2 max-w-xl text-muted">
              {connected
                ? 'See your policies and what they cover, or get another quote.'
                : 'A price needs no wallet. Connecting one shares its address and nothing else, and costs nothing.'}
            </p>
          </div>
          {action}
        </Card>
      </section>
    </>
  );
}
