import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { currencyNamed } from '#domain/currencies.ts';
import { formatUsd } from '#domain/money.ts';
import { CONSENT_DAYS } from '#domain/policy/cancellation.ts';
import { CHANGE_WAIT_DAYS } from '#domain/policy/change.ts';
import * as changeApi from '#domain/policy/change-api.ts';
import type { ChangePreview, ChangeRequest } from '#domain/policy/change-schema.ts';
import { formatDeductible } from '#domain/products/choice.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { PROMISES } from '#domain/promises.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import type { DeployedCurrency, DeployedNetwork } from '#web/lib/deployment.ts';
import { isDeclined } from '#web/lib/message-of.ts';
import { LabeledSelect } from '#web/ui/labeled.tsx';
import { IpidLink } from '#web/ui/offer-notes.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError, Notice } from '#web/ui/states.tsx';
import { exactAmount, FactList } from '#web/ui/values.tsx';
import { ConsentShows } from '#web/ui/wallet-shows.tsx';
import type { ConsentAsked } from '#web/wallet/consent.ts';
import { loadWallet } from '#web/wallet/load.ts';
import { useWalletStep, WalletStep } from '#web/wallet/wallet-step.tsx';
import { networkTerms } from './checkout-facts.tsx';
import { CheckoutPanel } from './checkout-panel.tsx';
import { nativeOf } from './funds.ts';
import type { SignedQuote, StoredQuote } from './record.ts';
import { useCheckout, useTimeLeft, validUntil } from './use-checkout.ts';

interface PreviewProps {
  preview: ChangePreview;
}

/** What changes, the lines of the new price, and what comes back. */
function Figures({ preview: { refund, changes, price } }: PreviewProps) {
  const lines = price?.price_lines ?? [];
  return (
    <FactList
      className="border-b border-line"
      rows={[
        ...changes.map(({ label, before, after }): [string, ReactNode] => [
          label,
          <span key={label}>
            <span className="text-muted line-through">{before}</span> {after}
          </span>,
        ]),
        ...(lines.length > 1 ? lines : []).map(({ label, cents }): [string, ReactNode] => [
          label,
          formatUsd(cents / 100),
        ]),
        refund && [
          'You get back',
          <span key="refund">
            <span className="font-semibold">
              {exactAmount(BigInt(refund.amount), refund.decimals, refund.currency)}
            </span>
            <span className="block text-sm text-muted">
              {refund.unused_days} of {refund.days} days, {formatUsd(refund.usd)} of its premium
            </span>
          </span>,
        ],
      ]}
    />
  );
}

function FirstDays({ preview: { first_days: first, choices } }: PreviewProps) {
  if (first === null) return null;
  const parts = [
    first.coverage_usd < choices.coverage_usd && `a cover of ${formatUsd(first.coverage_usd)}`,
    first.deductible_usd > choices.deductible_usd &&
      `a deductible of ${formatDeductible(first.deductible_usd)}`,
  ].filter(Boolean);
  return (
    <Notice tone="waiting">
      For incidents in the first {CHANGE_WAIT_DAYS} days, {parts.join(' and ')} still{' '}
      {parts.length > 1 ? 'count' : 'counts'}.
    </Notice>
  );
}

function WhatYouSign({ preview: { policy_number: number } }: PreviewProps) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 text-sm marker:text-muted">
      <li>
        First you sign, for free, that {number} is refunded by exactly this amount. The signature counts only
        once the new policy is active, and for {CONSENT_DAYS} days.
      </li>
      <li>
        Then you pay. From your payment on, incidents belong to the new policy alone. If you stop before
        paying, nothing changes.
      </li>
      <li>
        We send the refund within {PROMISES.refundBusinessDays} business days after that, to this wallet.
      </li>
    </ul>
  );
}

interface ChangePriceProps {
  id: number;
  address: string;
  preview: ChangePreview;
  /** As it is kept while it is paid; null without a price. */
  stored: StoredQuote | null;
  asked: ChangeRequest;
  network: DeployedNetwork;
  /** Asks for the price of what is entered. */
  query: UseQueryResult<ChangePreview>;
  /** Whether the preview is of an earlier entry. */
  pending: boolean;
  /** Whether the form says why what is entered has no price. */
  explained: boolean;
  onCurrency: (symbol: string) => void;
}

/** What was signed, and for which entries; `lapsed` once that price has expired. */
type Signed = (SignedQuote & { wanted: string }) | 'lapsed' | null;

/** What a change costs and gives back, with its signature and payment. */
export function ChangePrice(props: ChangePriceProps) {
  const { preview, pending, explained, query, network, stored } = props;
  const { price, problem } = preview;
  // It outlives a price that can't be made for a while.
  const signing = useState<Signed>(null);
  const currency = price && (currencyNamed(network.currencies, price.currency) ?? nativeOf(network));
  return (
    <Section title="What it costs" className="lg:sticky lg:top-20">
      {query.isError && !explained && (
        <LoadError title="We couldn’t get a price" small query={query}>
          Nothing has changed.
        </LoadError>
      )}
      {price && stored && currency && (
        <Priced {...props} price={price} stored={stored} currency={currency} signing={signing} />
      )}
      {price === null && (explained || !query.isError) && (
        <p className="min-h-24 text-muted">{pending ? 'Calculating...' : problem}</p>
      )}
    </Section>
  );
}

interface PricedProps extends ChangePriceProps {
  price: NonNullable<ChangePreview['price']>;
  stored: StoredQuote;
  currency: DeployedCurrency;
  signing: [Signed, (signed: Signed) => void];
}

function Priced(props: PricedProps) {
  const { id, address, preview, asked, network, pending, query, price } = props;
  const { stored, currency } = props;
  const [signed, setSigned] = props.signing;
  const wanted = JSON.stringify(asked);
  const { version } = FORMS[preview.insurance_type].wording;
  const ours = signed !== 'lapsed' && signed?.wanted === wanted ? signed : null;
  const estimated = BigInt(price.amount);
  const email = preview.email ?? '';
  const checkout = useCheckout({ stored, network, currency, address, signed: ours, estimated, email });
  const step = useWalletStep({
    wallet: async (consent: ConsentAsked) => (await loadWallet()).signConsent(consent),
    send: (signature, { validUntil: valid_until }) => {
      const body = { ...asked, signature, valid_until, wording_version: version };
      return api.ask(changeApi.changePolicy, { id, body }) as Promise<QuoteAnswer>;
    },
    failed: 'Nothing was changed',
    onSuccess: (quote, shown) => {
      const now = { quote, until: validUntil(Date.now()) };
      setSigned({ ...now, wanted });
      if (shown) checkout.start(now);
    },
    // The refund may be another one by now.
    onError: (problem) => {
      if (!isDeclined(problem)) void query.refetch();
    },
  });
  const busy = checkout.busy || step.busy;
  useTimeLeft(validUntil(query.dataUpdatedAt), busy ? null : query.refetch);
  useTimeLeft(ours?.until ?? Number.POSITIVE_INFINITY, busy ? null : () => setSigned('lapsed'));

  const { consent, refund, signs, valid_until: until } = preview;
  const toSign: ConsentAsked | null =
    consent && refund && signs && until
      ? {
          holder: address,
          chainId: preview.chain_id,
          quoteId: signs,
          refund: refund.amount,
          validUntil: until,
          request: consent,
        }
      : null;

  function press(): void {
    if (signed === 'lapsed') setSigned(null);
    if (ours) checkout.start();
    else if (toSign) step.ask(toSign);
  }
  const words = (
    <>
      I accept the words of the new policy (version {version}). <IpidLink version={version} />
    </>
  );
  return (
    <div className="flex flex-col gap-5">
      <CheckoutPanel
        checkout={checkout}
        premium={price.premium_usd}
        review={price.review}
        facts={[['Days', String(price.days)]]}
        terms={[{ key: version, text: words }, ...networkTerms(network)]}
        button={{
          verb: ours ? 'Pay' : 'Sign and pay',
          first: ours ? null : 'Two confirmations: first you sign for the refund, free; then you pay.',
          priced: !pending,
          quoting: pending,
          blocked: query.isError,
          busy: step.busy,
          press,
        }}
        before={
          <WalletStep
            step={checkout.busy ? { ...step, error: null } : step}
            shows={
              toSign &&
              refund &&
              ours === null && (
                <ConsentShows {...toSign} currency={{ symbol: refund.currency, decimals: refund.decimals }} />
              )
            }
            declined="You did not sign, so nothing has changed. Your policy continues as before."
            then=". This costs nothing; the payment comes after it."
          />
        }
      >
        <Figures preview={preview} />
        <FirstDays preview={preview} />
        {network.currencies.length > 1 && (
          <LabeledSelect
            label="Currency"
            disabled={busy}
            options={network.currencies.map(({ symbol }) => ({ value: symbol, label: symbol }))}
            value={currency.symbol}
            onChange={props.onCurrency}
          />
        )}
        {signed === 'lapsed' && (
          <Notice tone="waiting">
            The price you signed for has expired. This is the new one; please sign again.
          </Notice>
        )}
        <WhatYouSign preview={preview} />
      </CheckoutPanel>
    </div>
  );
}
