import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { sameWallet } from '#domain/address.ts';
import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import type { Operator } from '#domain/operator.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { formatDeductible } from '#domain/products/choice.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { type NoClaims, price } from '#domain/quote/pricing.ts';
import { deploymentQuery } from '#web/lib/deployment.ts';
import { longDate } from '#web/lib/format.ts';
import { emailOf } from '#web/lib/kept/email.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { InsurerNote } from '#web/ui/offer-notes.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { EmptyState, LoadError, Notice, Skeleton } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { FactList } from '#web/ui/values.tsx';
import { draftQuery } from './calls.ts';
import { AttemptNotice, PaidAlready } from './notices.tsx';
import { PaymentForm } from './payment-form.tsx';
import { quoteDays, type StoredQuote } from './record.ts';
import { purchases, usePurchase, useSentAnywhere } from './tabs.ts';
import { quoteChoice } from './use-checkout.ts';

interface SummaryCardProps {
  quote: StoredQuote;
  noClaims: NoClaims | null;
  /** Undefined while unknown. */
  operator: Operator | null | undefined;
}

/** What is being bought. The figures follow from product and dates, because browser storage proves nothing. */
function SummaryCard({ quote, noClaims, operator }: SummaryCardProps) {
  const product = quote.details.insuranceTypeKey;
  const Picture = PRODUCT_PICTURES[product];
  const { startDate, endDate } = quoteDays(quote);
  const { days, premium, coverage, deductible, lines, shares, insured } = price(
    product,
    quoteChoice(quote),
    parseDay(startDate) ?? 0,
    parseDay(endDate) ?? 0,
    noClaims,
    quote.details.children,
  );
  const early = PRODUCTS[product].trip
    ? coverStartText({ coverStart: formatDay(dayOf(Date.now())), start: startDate }, Date.now())
    : null;
  return (
    <Card className="p-6" aria-labelledby="summary-title">
      <div className="flex items-center justify-between gap-4">
        <h2 id="summary-title" className="text-xl">
          Policy summary
        </h2>
        <Picture className="h-10 text-ink" />
      </div>
      <FactList
        className="mt-3"
        rows={[
          ['Insurance', PRODUCTS[product].label],
          ['Start', longDate(startDate)],
          ['End', longDate(endDate)],
          ['Coverage period', `${days} ${days === 1 ? 'day' : 'days'}`],
          ...(shares.length > 1
            ? ([
                ['Travelers', String(shares.length)],
                ['Coverage for each traveler', formatUsd(coverage)],
              ] as const)
            : []),
          [shares.length > 1 ? 'Coverage in all' : 'Coverage', formatUsd(insured)],
          ['Deductible', formatDeductible(deductible)],
          // A single line is the total.
          ...(lines.length > 1 ? lines : []).map(
            ({ label, cents }) => [label, formatUsd(cents / 100)] as const,
          ),
        ]}
      >
        <div className="flex items-baseline justify-between pt-4">
          <dt className="font-semibold">Total premium</dt>
          <dd className="figures text-2xl font-semibold tracking-tight">{formatUsd(premium)}</dd>
        </div>
      </FactList>
      {early && <p className="mt-4 text-sm text-muted">{early}.</p>}
      <InsurerNote operator={operator} />
    </Card>
  );
}

/** Whoever comes back after buying learns what was bought in this tab, and doesn't look for it. */
function BoughtNotice() {
  const { wallet } = useSnapshot(walletSession);
  const [bought] = useState(purchases.paidHere);
  if (bought === null || bought === 'malformed' || !bought.success || bought.policyId === null) return null;
  if (wallet === null || !sameWallet(wallet.address, bought.address)) return null;
  return (
    <div className="mb-6">
      <Notice
        tone="good"
        actions={
          <ButtonLink
            to="/policy/$id"
            params={{ id: String(bought.policyId) }}
            search={{ type: bought.insuranceTypeKey }}
            variant="secondary"
            size="small"
          >
            View policy
          </ButtonLink>
        }
      >
        You bought {bought.type}: {bought.policyNumber}, until {longDate(bought.endDate)}. There is nothing
        more to pay.
      </Notice>
    </div>
  );
}

function NoQuote() {
  return (
    <div className="page py-12">
      <h1 className="sr-only">Payment</h1>
      <AttemptNotice />
      <BoughtNotice />
      <EmptyState
        title="No Quote Found"
        actions={
          <>
            {PRODUCT_KEYS.map((type) => (
              <ButtonLink key={type} to="/quote/$type" params={{ type }} variant="secondary">
                {PRODUCTS[type].label}
              </ButtonLink>
            ))}
            <ButtonLink to="/dashboard" variant="quiet">
              Dashboard
            </ButtonLink>
          </>
        }
      >
        Get a quote first, then come here to pay for it.
      </EmptyState>
    </div>
  );
}

/** The other quotes that wait in this browser, each with a way to pay for it. */
function AlsoOpen({ id }: { id: string }) {
  const [others] = useState(() => purchases.quotes().filter((one) => one.id !== id));
  if (others.length === 0) return null;
  return (
    <p className="mt-2 text-sm text-muted">
      Also waiting to be paid:{' '}
      {others.map(({ id, quote }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <TextLink to="/payment" search={{ draft: quote?.draftId }}>
            {quote?.type} from {longDate(quote?.details.startDate ?? '')}
          </TextLink>
        </span>
      ))}
      .
    </p>
  );
}

interface PaymentScreenProps {
  /** The draft to pay for; without it, the one that was opened last in any tab. */
  draftId: string | undefined;
  /** The card that asks for the session's signature. */
  signIn: ReactNode;
}

/** Summary and payment of a quote. */
export function PaymentScreen({ draftId, signIn }: PaymentScreenProps) {
  const { wallet, signIn: session } = useSnapshot(walletSession);
  const [id] = useState(() => purchases.open(draftId)?.id ?? '');
  const purchase = usePurchase(id);
  const stored = purchase?.quote ?? null;
  const deployment = useQuery(deploymentQuery);
  const known = emailOf(stored?.draftId);
  const draft = useQuery(draftQuery(stored?.draftId, session !== null));
  const sent = useSentAnywhere(id, wallet?.address ?? null);
  // The form waits for its initial email address. Without one it can be typed.
  const [firstEmail, setFirstEmail] = useState<string | null>(known || null);
  if (firstEmail === null && draft.data) setFirstEmail(draft.data.email);
  const waiting = firstEmail === null && draft.isLoading;
  if (sent) return <Navigate to="/confirmation" replace />;
  if (stored === null) return <NoQuote />;

  const paid = draft.data?.paid;
  if (paid) return <PaidAlready paid={paid} product={stored.details.insuranceTypeKey} id={id} />;
  return (
    <div className="page py-8">
      <PageHead title="Payment">
        Check what you are buying, choose how to pay, and confirm in your wallet.
      </PageHead>
      <AlsoOpen id={id} />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[1fr_26rem]">
        <div className="flex min-w-0 flex-col gap-6 lg:order-2">
          {draft.isLoading ? (
            <Skeleton className="h-96" />
          ) : (
            <SummaryCard
              quote={stored}
              noClaims={draft.data?.noClaims ?? null}
              operator={deployment.data?.operator}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          {session === null && signIn}
          {(deployment.isPending || waiting) && <Skeleton className="h-96" />}
          {deployment.isError && <LoadError title="The networks could not be loaded" query={deployment} />}
          {deployment.data && !waiting && (
            <PaymentForm
              key={`${wallet?.address} ${firstEmail ?? ''}`}
              firstEmail={firstEmail ?? ''}
              stored={stored}
              deployment={deployment.data}
              address={wallet?.address ?? null}
              walletName={wallet?.name ?? 'your wallet'}
              walletKind={wallet?.kind ?? null}
              walletChainId={wallet?.chainId ?? null}
              signedIn={session !== null}
            />
          )}
        </div>
      </div>
    </div>
  );
}
