import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { hasContract } from '../../../../../domain/chains.ts';
import type { Shown } from '../../../../../domain/clear-signing/show.ts';
import { currencyNamed } from '../../../../../domain/currencies.ts';
import { formatUsd } from '../../../../../domain/money.ts';
import { CONSENT_DAYS } from '../../../../../domain/policy/cancellation.ts';
import { CHANGE_WAIT_DAYS } from '../../../../../domain/policy/change.ts';
import type { ChangePreview, ChangeRequest } from '../../../../../domain/policy/change-schema.ts';
import { formatDeductible } from '../../../../../domain/products/choice.ts';
import { FORMS } from '../../../../../domain/products/forms/index.ts';
import { PROMISES } from '../../../../../domain/promises.ts';
import { QUOTE_VALID_SECONDS, type QuoteAnswer } from '../../../../../domain/quote/schema.ts';
import { REVIEW_NOTICE } from '../../../../../domain/quote/underwriting.ts';
import type { DeployedNetwork } from '../../../lib/deployment.ts';
import { isDeclined, messageOf } from '../../../lib/message-of.ts';
import { writeQuote } from '../../../state/purchase.ts';
import { walletSession } from '../../../state/wallet-session.ts';
import { AcceptBox } from '../../../ui/accept-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { Field } from '../../../ui/field.tsx';
import { IpidLink } from '../../../ui/ipid-link.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { exactAmount, shownAmount } from '../../../ui/money.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { ErrorState, Failure, Notice } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConsentShows, WalletShows } from '../../../ui/wallet-shows.tsx';
import { loadWallet } from '../../../wallet/load.ts';
import { useConsent } from '../../../wallet/use-consent.ts';
import { AttemptNotice } from '../checkout/attempt-notice.tsx';
import { nativeOf } from '../checkout/chain-choice.ts';
import { missingFunds } from '../checkout/funds.ts';
import { ElsewhereNotice, MissingFunds } from '../checkout/notices.tsx';
import { useBalances } from '../checkout/use-balances.ts';
import { usePayingElsewhere } from '../checkout/use-other-tabs.ts';
import { WithoutContract } from '../checkout/without-contract.tsx';
import { PayFailureCard } from '../pay/pay-failure-card.tsx';
import { PayProgress } from '../pay/pay-progress.tsx';
import { usePay } from '../pay/use-pay.ts';
import { requestChange } from '../queries.ts';
import { changeToStore } from './stored-change.ts';

/** A quote with less time left is asked for again before the wallet opens. */
const TOO_LATE_MS = 60_000;

interface ChangePriceProps {
  id: number;
  address: string;
  preview: ChangePreview;
  asked: ChangeRequest;
  network: DeployedNetwork;
  /** Whether the preview is of an earlier entry. */
  pending: boolean;
  error: Error | null;
  retry: () => void;
  onCurrency: (symbol: string) => void;
}

/** What a change costs and gives back, with its signature and payment. */
export function ChangePrice(props: ChangePriceProps) {
  const { preview, pending, error, retry } = props;
  const { price, problem } = preview;
  return (
    <Section title="What it costs" className="lg:sticky lg:top-20">
      {error !== null ? (
        <LoadError
          title="No price could be made"
          small
          query={{ error, isFetching: pending, refetch: retry }}
        >
          Nothing has changed.
        </LoadError>
      ) : price === null ? (
        <p className="min-h-24 text-muted">{pending ? 'Calculating...' : problem}</p>
      ) : (
        <Priced {...props} price={price} />
      )}
    </Section>
  );
}

/** A signed quote and the entries that it is for. */
interface Signed {
  quote: QuoteAnswer;
  wanted: string;
  until: number;
}

function Priced({
  id,
  address,
  preview,
  asked,
  network,
  pending,
  retry,
  onCurrency,
  price,
}: ChangePriceProps & { price: NonNullable<ChangePreview['price']> }) {
  const { wallet } = useSnapshot(walletSession);
  const stored = changeToStore(preview);
  const [signed, setSigned] = useState<Signed | null>(null);
  const [accepted, setAccepted] = useState(false);
  const [acceptedNetwork, setAcceptedNetwork] = useState(false);
  const [unaccepted, setUnaccepted] = useState(false);
  const [shownPayment, setShownPayment] = useState<Shown | null>(null);
  const { stage, authorization, failure, pay } = usePay();
  const balances = useBalances(address, network.ref);
  const wanted = JSON.stringify(asked);
  const currency = currencyNamed(network.currencies, price.currency) ?? nativeOf(network);
  const product = preview.insurance_type;

  async function buy(quote: QuoteAnswer, until: number): Promise<void> {
    if (!stored || !currency) return;
    const { payments } = await loadWallet();
    const payment = await payments.check(quote, {
      product,
      startDate: preview.policy_start_date,
      endDate: preview.policy_end_date,
      choice: { coverage: preview.choices.coverage_usd, deductible: preview.choices.deductible_usd },
      // A trip can't be changed.
      people: 1,
      holder: address,
      currency: currency.symbol,
      network,
    });
    setShownPayment(payment.shown);
    writeQuote(stored);
    await pay({ stored, quote, payment, chain: network, email: preview.email ?? '', until });
  }
  const paying = useMutation({
    mutationFn: ({ quote, until }: { quote: QuoteAnswer; until: number }) => buy(quote, until),
  });
  const consent = useConsent({
    send: (signature) =>
      requestChange(id, { ...asked, ...signature, wording_version: FORMS[product].wording.version }),
    onSuccess: (quote, shown) => {
      const until = Date.now() + QUOTE_VALID_SECONDS * 1000;
      setSigned({ quote, wanted, until });
      if (shown) paying.mutate({ quote, until });
    },
    onError: (problem, _asked, shown) => {
      if (!shown && !isDeclined(problem)) toast.info('Nothing was changed', messageOf(problem));
      // The refund may be another one by now.
      if (!isDeclined(problem)) retry();
    },
  });
  const changeNetwork = useMutation({
    mutationFn: async () => (await loadWallet()).switchNetwork(network.ref),
    onError: (problem) => toast.error(messageOf(problem, 'Failed to switch network')),
  });
  const elsewhere = usePayingElsewhere(stored ?? NOTHING_STORED);
  if (!stored || !currency) return null;

  const enforced = hasContract(network.ref);
  const quote = signed?.wanted === wanted && signed.until - Date.now() > TOO_LATE_MS ? signed.quote : null;
  const amount = BigInt(quote?.amount ?? price.amount);
  const busy = stage !== 'ready' || consent.stage !== 'ready' || paying.isPending;
  const missing = busy
    ? []
    : missingFunds({ currency, amount, coin: nativeOf(network), fee: null }, balances.held);
  const shown = shownAmount(amount, currency.decimals, currency.symbol);
  const onNetwork = wallet?.chainId === network.ref;

  function sign(): void {
    if (!preview.consent || !preview.refund || preview.valid_until === null || preview.signs === null) return;
    consent.ask({
      holder: address,
      chainId: preview.chain_id,
      quoteId: preview.signs,
      refund: preview.refund.amount,
      validUntil: preview.valid_until,
      request: preview.consent,
    });
  }

  function act(): void {
    if (!onNetwork) changeNetwork.mutate();
    else if (!accepted || (!enforced && !acceptedNetwork)) setUnaccepted(true);
    else if (quote && signed) paying.mutate(signed);
    else sign();
  }

  return (
    <div className="flex flex-col gap-5">
      {elsewhere ? (
        <ElsewhereNotice />
      ) : (
        <AttemptNotice key={failure?.details} storedQuoteId={stored.quoteId} />
      )}
      <Figures preview={preview} price={price} shown={shown} />
      {price.review.length > 0 && (
        <Notice tone="waiting">
          {price.review.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p className="mt-2">{REVIEW_NOTICE}</p>
        </Notice>
      )}
      <FirstDays preview={preview} />
      {network.currencies.length > 1 && (
        <Field label="Currency">
          {(aria) => (
            <Select
              {...aria}
              disabled={busy}
              options={network.currencies.map(({ symbol }) => ({ value: symbol, label: symbol }))}
              value={currency.symbol}
              onChange={onCurrency}
            />
          )}
        </Field>
      )}
      <WhatYouSign preview={preview} />
      {preview.consent && preview.refund && preview.signs && preview.valid_until && quote === null && (
        <ConsentShows
          request={preview.consent}
          quoteId={preview.signs}
          refund={preview.refund.amount}
          validUntil={preview.valid_until}
          currency={{ symbol: preview.refund.currency, decimals: preview.refund.decimals }}
        />
      )}
      <AcceptBox
        checked={accepted}
        disabled={busy}
        onAccept={setAccepted}
        error={unaccepted && !accepted ? 'Please accept this before you sign' : null}
      >
        I accept the words of the new policy (version {FORMS[product].wording.version}).{' '}
        <IpidLink version={FORMS[product].wording.version} />
      </AcceptBox>
      {!enforced && (
        <WithoutContract
          network={network.name}
          accepted={acceptedNetwork}
          missing={unaccepted && !acceptedNetwork}
          disabled={busy}
          onAccept={setAcceptedNetwork}
        />
      )}
      <MissingFunds sentences={missing} />
      <Failure
        title="Nothing was changed"
        declined="You did not sign, so nothing has changed. Your policy continues as before."
        error={busy ? null : consent.error}
      />
      {paying.error && !busy && <ErrorState title="Nothing was sent">{messageOf(paying.error)}</ErrorState>}
      {failure && <PayFailureCard failure={failure} />}
      {consent.stage === 'in_wallet' && (
        <p role="status" className="text-sm text-muted">
          Sign in {wallet?.name ?? 'your wallet'}. This costs nothing; the payment comes after it.
        </p>
      )}
      {quote !== null && <WalletShows shown={shownPayment} />}
      {stage !== 'ready' && (
        <PayProgress
          stage={stage}
          wallet={wallet?.name ?? 'your wallet'}
          authorization={authorization ?? 'none'}
          amount={exactAmount(amount, currency.decimals, currency.symbol)}
        />
      )}
      <Button
        size="large"
        wide
        busy={busy || changeNetwork.isPending}
        disabled={pending || elsewhere || missing.length > 0}
        onClick={act}
      >
        {pending ? 'Calculating...' : labelOf(onNetwork, network.name, quote !== null, shown)}
      </Button>
    </div>
  );
}

function labelOf(onNetwork: boolean, network: string, isSigned: boolean, amount: string): string {
  if (!onNetwork) return `Switch to ${network} to Continue`;
  return isSigned ? `Pay ${amount}` : `Sign and pay ${amount}`;
}

function Figures({
  preview: { refund, changes },
  price,
  shown,
}: {
  preview: ChangePreview;
  price: NonNullable<ChangePreview['price']>;
  shown: string;
}) {
  return (
    <>
      <div>
        <p className="text-sm text-muted">You pay for the new policy</p>
        <p className="figures text-3xl font-semibold tracking-tight">{formatUsd(price.premium_usd)}</p>
        <p className="figures mt-0.5 text-sm text-muted">
          {shown} for {price.days} days
        </p>
      </div>
      <FactList
        className="border-y border-line"
        rows={[
          ...changes.map(({ label, before, after }): [string, ReactNode] => [
            label,
            <span key={label}>
              <span className="text-muted line-through">{before}</span> {after}
            </span>,
          ]),
          ...(price.price_lines.length > 1 ? price.price_lines : []).map(
            ({ label, cents }): [string, ReactNode] => [label, formatUsd(cents / 100)],
          ),
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
    </>
  );
}

function FirstDays({ preview: { first_days: first, choices } }: { preview: ChangePreview }) {
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

function WhatYouSign({ preview: { policy_number: number } }: { preview: ChangePreview }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 text-sm marker:text-muted">
      <li>
        First you sign, for free, that {number} is refunded by exactly this amount. The signature counts only
        once the new policy is active, and for {CONSENT_DAYS} days.
      </li>
      <li>
        Then you pay. From your payment on, incidents belong to the new policy alone. If you stop before it,
        nothing changes.
      </li>
      <li>
        We send the refund within {PROMISES.refundBusinessDays} business days after that, to this wallet.
      </li>
    </ul>
  );
}

/** For the hooks of a screen that has nothing to pay. */
const NOTHING_STORED = { quoteId: '' } as NonNullable<ReturnType<typeof changeToStore>>;
