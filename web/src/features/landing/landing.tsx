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
import { PhoneFold } from '#web/ui/phone-fold.tsx';

function ProductCards() {
  return (
    <section id="products" aria-labelledby="products-title" className="page py-6 md:py-16">
      <h2 id="products-title" className="text-2xl md:text-3xl">
        {PRODUCT_COUNT} kinds of cover
      </h2>
      <p className="mt-2 text-muted max-md:text-sm">
        The same price for every home and every car. In US dollars, paid in the currency of your choice.
      </p>
      <ul className="mt-5 grid gap-3 md:mt-8 md:grid-cols-3 md:gap-5">
        {PRODUCT_KEYS.map((product) => {
          const { label, startingPrice, priceIsLeast, coverageCeiling, summary } = PRODUCTS[product];
          const Picture = PRODUCT_PICTURES[product];
          return (
            <li key={product} className="flex">
              <Card className="grid w-full grid-cols-[1fr_auto] content-start gap-x-4 p-4 md:flex md:flex-col md:p-6">
                <Picture className="h-16 self-start text-ink max-md:hidden" />
                <h3 className="text-xl md:mt-5">{label}</h3>
                <p className="grow text-muted max-md:hidden md:mt-2">{summary}</p>
                <p className="figures text-lg font-semibold tracking-tight max-md:row-start-2 md:mt-5 md:text-2xl">
                  {priceIsLeast ? `${formatUsd(leastPerYear(product))} a year` : startingPrice}
                </p>
                <p className="figures text-[0.8125rem] text-muted max-md:col-span-2 md:text-sm">
                  {priceIsLeast ? `Paid once; from ${startingPrice}` : 'Paid once'}. Coverage up to{' '}
                  {coverageCeiling}.
                </p>
                <ButtonLink
                  to="/quote/$type"
                  params={{ type: product }}
                  variant="secondary"
                  className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 md:mt-6"
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
      <section className="page grid items-center gap-4 py-6 md:grid-cols-[1.1fr_1fr] md:gap-10 md:py-20">
        <div>
          <h1 className="text-[2.5rem] leading-[1.08] tracking-[-0.03em] sm:text-[3.25rem]">
            Insurance that holds, and that you can verify
          </h1>
          <p className="mt-4 max-w-xl text-muted md:mt-5 md:text-lg">
            Cover for {ofAllProducts(({ yours }) => yours)}, bought with your wallet. The proof is on chain
            the moment you have paid.
          </p>
          <div className="mt-6 flex flex-wrap gap-3 md:mt-8">
            {/* A price comes before a wallet. */}
            {connected && action}
            {price}
            {!connected && action}
          </div>
        </div>
        <MooringPicture className="mx-auto w-full max-w-40 text-ink md:max-w-md" />
      </section>

      {figures}

      <section aria-labelledby="features" className="border-y border-line bg-surface">
        <div className="page py-3 md:py-14">
          <h2 id="features" className="sr-only">
            What you can rely on
          </h2>
          <ul className="grid md:grid-cols-3 md:gap-10">
            {FEATURES.map(({ icon: Icon, title, text }) => (
              <li key={title}>
                <PhoneFold
                  titleClass="gap-3 md:flex-col md:items-start"
                  title={
                    <>
                      <Icon aria-hidden className="size-6 text-teal" strokeWidth={1.75} />
                      <h3 className="text-lg">{title}</h3>
                    </>
                  }
                >
                  <p className="pb-3 text-muted md:mt-2">{text}</p>
                  {title === VERIFY && (
                    <ButtonLink to="/verify" variant="link" className="mb-3 md:mb-0">
                      Verify a policy
                    </ButtonLink>
                  )}
                </PhoneFold>
              </li>
            ))}
          </ul>
        </div>
      </section>

      {finder}
      <ProductCards />
      <section className="page">
        <Card className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 p-4 md:gap-x-6 md:p-10">
          <h2 className="text-xl md:text-2xl">
            {connected ? 'Your wallet is connected' : 'Ready when you are'}
          </h2>
          <p className="max-w-xl text-muted max-md:col-span-2 max-md:text-sm">
            {connected
              ? 'See your policies and what they cover, or get another quote.'
              : 'A price needs no wallet. Connecting one shares its address and nothing else, and costs nothing.'}
          </p>
          <div className="col-start-2 row-start-1 md:row-end-3">{action}</div>
        </Card>
      </section>
    </>
  );
}
