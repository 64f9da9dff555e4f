import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { sameWallet } from '#domain/address.ts';
import { dayOf, formatDay, parseDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { coverStartText } from '#domain/policy/cover-dates.ts';
import { PRODUCT_KEYS, PRODUCTS } from '#domain/products/index.ts';
import { type NoClaims, type Price, price } from '#domain/quote/pricing.ts';
import { type Deployment, deploymentQuery } from '#web/lib/deployment.ts';
import { longDate } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks.ts';
import { emailOf } from '#web/lib/kept/email.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { PRODUCT_PICTURES } from '#web/ui/illustrations.tsx';
import { InsurerNote } from '#web/ui/offer-notes.tsx';
import { PriceLines } from '#web/ui/price-lines.tsx';
import { LoadError, Skeleton } from '#web/ui/states.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { FactList, policyLink } from '#web/ui/values.tsx';
import { draftQuery } from './calls.ts';
import { AttemptNotice, EmptyPage, PaidAlready } from './notices.tsx';
import { PaymentForm } from './payment-form.tsx';
import { isOver, PAYABLE_HOURS, quoteChoice, quoteDays, type StoredQuote } from './record.ts';
import { purchases, usePurchase, useSentAnywhere } from './tabs.ts';

/** How often it is looked whether a quote has expired. */
const CLOCK_MS = 10_000;

/** The figures follow from product and dates, because browser storage proves nothing. */
function priceOf(quote: StoredQuote, noClaims: NoClaims | null): Price {
  const { startDate, endDate } = quoteDays(quote);
  const [start, end] = [parseDay(startDate) ?? 0, parseDay(endDate) ?? 0];
  const { insuranceTypeKey, children } = quote.details;
  return price(insuranceTypeKey, quoteChoice(quote), start, end, noClaims, children);
}

interface SummaryProps {
  quote: StoredQuote;
  priced: Price;
  /** Undefined while unknown. */
  operator: Deployment['operator'] | undefined;
}

/** What is bought, in one line with a way to change it; everything about it one tap away. */
function Summary({ quote, priced, operator }: SummaryProps) {
  const product = quote.details.insuranceTypeKey;
  const Picture = PRODUCT_PICTURES[product];
  const { startDate, endDate } = quoteDays(quote);
  const early = PRODUCTS[product].trip
    ? coverStartText({ coverStart: formatDay(dayOf(Date.now())), start: startDate }, Date.now())
    : null;
  return (
    <section aria-labelledby="summary-title" className="flex items-start gap-3 border-y border-line sm:gap-4">
      <h2 id="summary-title" className="sr-only">
        Policy summary
      </h2>
      <Fold
        className="min-w-0 grow border-t-0"
        title={
          <span className="flex items-center gap-3">
            <Picture className="h-9 shrink-0 text-ink" />
            <span className="min-w-0">
              <span className="block font-semibold">{PRODUCTS[product].label}</span>
              <span className="figures block text-sm font-normal text-muted">
                {formatUsd(priced.insured)} of cover until {longDate(endDate)}
              </span>
            </span>
          </span>
        }
      >
        <FactList
          rows={[
            ['Start', longDate(startDate)],
            ['End', longDate(endDate)],
            priced.shares.length > 1 && ['Travelers', String(priced.shares.length)],
          ]}
        />
        <PriceLines choice={quoteChoice(quote)} price={priced} />
        {early && <p className="mt-4 text-sm text-muted">{early}.</p>}
        <InsurerNote operator={operator} />
      </Fold>
      <ButtonLink
        to="/quote/$type"
        params={{ type: product }}
        search={{ draft: quote.draftId }}
        variant="link"
        className="min-h-17"
      >
        Change
      </ButtonLink>
    </section>
  );
}

/** A quote that was left open too long looks no longer as if it could be paid. */
const Expired = ({ quote: { details } }: { quote: StoredQuote }) => (
  <EmptyPage
    page="Payment"
    title="This quote has expired"
    actions={
      <ButtonLink to="/quote/$type" params={{ type: details.insuranceTypeKey }}>
        Get a new quote
      </ButtonLink>
    }
  >
    You can pay for a quote within {PAYABLE_HOURS} hours. You haven’t paid anything for this one.
  </EmptyPage>
);

/** Whoever comes back after buying learns what was bought in this tab, and doesn't look for it. */
function NoQuote() {
  const { wallet } = useSnapshot(walletSession);
  const [last] = useState(purchases.paidHere);
  const own = last !== null && last !== 'malformed' && wallet && sameWallet(wallet.address, last.address);
  const bought = own && last.success ? last : null;
  return (
    <>
      <div className="page mt-12 empty:hidden">
        <AttemptNotice />
      </div>
      <EmptyPage
        page="Payment"
        title="No Quote Found"
        actions={
          <>
            {bought && bought.policyId !== null && (
              <ButtonLink {...policyLink(bought.policyId, bought.insuranceTypeKey)}>View policy</ButtonLink>
            )}
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
        {bought
          ? `You bought ${bought.type}: ${bought.policyNumber}, until ${longDate(bought.endDate)}. There is nothing more to pay.`
          : 'Get a quote first, then come here to pay for it.'}
      </EmptyPage>
    </>
  );
}

/** The other quotes that wait in this browser, each with a way to pay for it. */
function AlsoOpen({ id }: { id: string }) {
  const [all] = useState(() => purchases.quotes().filter((one) => one.id !== id));
  const now = useNow(CLOCK_MS);
  const others = all.filter((one) => !isOver(one, now));
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
  const now = useNow(CLOCK_MS);
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
  const paid = draft.data?.paid ?? null;
  // The registry may know of the payment before the server does.
  if (paid || purchase?.state === 'bought')
    return <PaidAlready id={id} product={stored?.details.insuranceTypeKey} paid={paid} />;
  if (!purchase || stored === null) return <NoQuote />;
  if (isOver(purchase, now)) return <Expired quote={stored} />;
  const priced = draft.isLoading ? null : priceOf(stored, draft.data?.noClaims ?? null);
  return (
    <div className="page flex max-w-3xl flex-col gap-5 py-6 max-sm:min-h-[calc(100dvh-4rem-1px)] max-sm:pb-0 sm:py-8">
      <div>
        <h1 className="text-3xl">Payment</h1>
        <AlsoOpen id={id} />
      </div>
      {priced === null ? (
        <Skeleton className="h-17" />
      ) : (
        <Summary quote={stored} priced={priced} operator={deployment.data?.operator} />
      )}
      {session === null && signIn}
      {(deployment.isPending || waiting) && <Skeleton className="h-96" />}
      {deployment.isError && <LoadError title="The networks could not be loaded" query={deployment} />}
      {deployment.data && !waiting && (
        <section aria-label="Payment method" className="flex min-w-0 flex-col gap-5 max-sm:grow">
          <PaymentForm
            key={`${wallet?.address} ${firstEmail ?? ''}`}
            firstEmail={firstEmail ?? ''}
            stored={stored}
            premium={priced?.premium ?? null}
            deployment={deployment.data}
          />
        </section>
      )}
    </div>
  );
}
