import { useMutation, useQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { hasContract } from '#domain/chains.ts';
import { currencyNamed } from '#domain/currencies.ts';
import { formatUsd } from '#domain/money.ts';
import * as changeApi from '#domain/policy/change-api.ts';
import type { ChangePreview, ChangeRequest } from '#domain/policy/change-schema.ts';
import { FORMS } from '#domain/products/forms/index.ts';
import { QUOTE_VALID_SECONDS, type QuoteAnswer } from '#domain/quote/schema.ts';
import { REVIEW_NOTICE } from '#domain/quote/underwriting.ts';
import { api } from '#web/lib/api/api.ts';
import type { DeployedNetwork } from '#web/lib/deployment.ts';
import { useNow } from '#web/lib/hooks.ts';
import { isDeclined, messageOf } from '#web/lib/message-of.ts';
import { isBatchGivenUp } from '#web/state/purchase.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { AcceptBox } from '#web/ui/accept-box.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { IpidLink } from '#web/ui/offer-notes.tsx';
import { Section } from '#web/ui/section.tsx';
import { Select } from '#web/ui/select.tsx';
import { ErrorState, Failure, LoadError, Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactAmount, shortAmount, shownAmount } from '#web/ui/values.tsx';
import { ConsentShows } from '#web/ui/wallet-shows.tsx';
import { loadWallet } from '#web/wallet/load.ts';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import { useConsent } from '#web/wallet/use-consent.ts';
import { AttemptNotice } from './attempt-notice.tsx';
import { Figures, FirstDays, WhatYouSign } from './change-figures.tsx';
import { missingFunds, nativeOf } from './funds.ts';
import { networkFeeText, useBalances, useNetworkFee } from './network-fee.tsx';
import { ElsewhereNotice, MissingFunds, WithoutContract } from './notices.tsx';
import { PayFailureCard, PayProgress } from './pay-progress.tsx';
import { PaymentShows } from './payment-shows.tsx';
import { changeToStore } from './stored-change.ts';
import { usePayingElsewhere } from './use-other-tabs.ts';
import { usePay } from './use-pay.ts';

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
  /** Whether what is entered has no price. */
  refused: boolean;
  error: Error | null;
  /** When the preview came, in milliseconds. */
  pricedAt: number;
  retry: () => unknown;
  onCurrency: (symbol: string) => void;
}

/** What a change costs and gives back, with its signature and payment. */
export function ChangePrice(props: ChangePriceProps) {
  const { preview, pending, error, retry } = props;
  const { price, problem } = preview;
  // Outlives a price that can't be made for a while.
  const agreement = useState<Agreement>({ signed: null, accepted: false, acceptedNetwork: false });
  return (
    <Section title="What it costs" className="lg:sticky lg:top-20">
      {error !== null && (
        <LoadError
          title="No price could be made"
          small
          query={{ error, isFetching: pending, refetch: retry }}
        >
          Nothing has changed.
        </LoadError>
      )}
      {price !== null && <Priced {...props} price={price} agreement={agreement} />}
      {price === null && error === null && (
        <p className="min-h-24 text-muted">{pending ? 'Calculating...' : problem}</p>
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

interface Agreement {
  signed: Signed | null;
  accepted: boolean;
  acceptedNetwork: boolean;
}

interface PricedProps extends ChangePriceProps {
  price: NonNullable<ChangePreview['price']>;
  agreement: [Agreement, Dispatch<SetStateAction<Agreement>>];
}

function Priced({
  id,
  address,
  preview,
  asked,
  network,
  pending,
  refused,
  pricedAt,
  retry,
  onCurrency,
  price,
  agreement: [{ signed, accepted, acceptedNetwork }, setAgreement],
}: PricedProps) {
  const { wallet } = useSnapshot(walletSession);
  const stored = changeToStore(preview);
  const agree = (part: Partial<Agreement>) => setAgreement((before) => ({ ...before, ...part }));
  const [unaccepted, setUnaccepted] = useState(false);
  const { stage, authorization, failure, pay } = usePay();
  const balances = useBalances(address, network.ref);
  const wanted = JSON.stringify(asked);
  const currency = currencyNamed(network.currencies, price.currency) ?? nativeOf(network);
  const product = preview.insurance_type;

  async function checked(quote: QuoteAnswer) {
    const { payments } = await loadWallet();
    return payments.check(quote, {
      product,
      startDate: preview.policy_start_date,
      endDate: preview.policy_end_date,
      choice: { coverage: preview.choices.coverage_usd, deductible: preview.choices.deductible_usd },
      // A trip can't be changed.
      people: 1,
      holder: address,
      currency: price.currency,
      network,
    });
  }
  const ours = signed?.wanted === wanted ? signed.quote : null;
  const payment = useQuery({
    queryKey: ['checked-payment', ours?.quote_id, network.ref],
    enabled: ours !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (ours === null) throw new Error('No quote');
      return checked(ours);
    },
  });
  const fee = useNetworkFee(payment.data ?? null, stored !== null && !isBatchGivenUp(stored));

  async function buy(quote: QuoteAnswer, until: number): Promise<void> {
    if (!stored || !currency) return;
    const payment = await checked(quote);
    await pay({ stored, quote, payment, chain: network, email: preview.email ?? '', until });
  }
  const paying = useMutation({
    mutationFn: ({ quote, until }: { quote: QuoteAnswer; until: number }) => buy(quote, until),
  });
  const consent = useConsent({
    send: (signature) =>
      api.ask(changeApi.changePolicy, {
        id,
        body: { ...asked, ...signature, wording_version: FORMS[product].wording.version },
      }) as Promise<QuoteAnswer>,
    onSuccess: (quote, shown) => {
      const until = Date.now() + QUOTE_VALID_SECONDS * 1000;
      agree({ signed: { quote, wanted, until } });
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
  const busy = stage !== 'ready' || consent.stage !== 'ready' || paying.isPending;
  const now = useNow(1_000);
  const expired = !busy && signed?.wanted === wanted && signed.until - now <= TOO_LATE_MS;
  const due = !busy && now > pricedAt + QUOTE_VALID_SECONDS * 1000 - TOO_LATE_MS;
  useEffect(() => {
    if (due) void retry();
  }, [due, retry]);
  if (!stored || !currency) return null;

  const enforced = hasContract(network.ref);
  const quote = expired ? null : ours;
  const amount = BigInt(quote?.amount ?? price.amount);
  const missing = busy
    ? []
    : missingFunds(
        {
          currency,
          amount,
          coin: nativeOf(network),
          fee: fee.data?.ownFee ? fee.data.fee : null,
          stays: fee.data?.stays ?? 0n,
        },
        balances.held,
      );
  const shown = shownAmount(amount, currency.decimals, currency.symbol);
  const toPay = `${formatUsd(price.premium_usd)} (${shortAmount(amount, currency.decimals, currency.symbol)})`;
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
      <Figures
        preview={preview}
        price={price}
        shown={shown}
        fee={
          quote === null
            ? 'shown once you have signed'
            : networkFeeText(fee.data ?? null, fee.isError, network)
        }
      />
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
      {expired && (
        <Notice tone="waiting">
          The price that you signed for has expired. Here is the price of now; please sign again.
        </Notice>
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
        onAccept={(yes) => agree({ accepted: yes })}
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
          onAccept={(yes) => agree({ acceptedNetwork: yes })}
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
      <NothingThere />
      {quote !== null && payment.data && (
        <PaymentShows
          payment={payment.data}
          authorization={authorization ?? fee.data?.authorization ?? 'none'}
        />
      )}
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
        disabled={pending || refused || elsewhere || missing.length > 0}
        onClick={act}
      >
        {pending ? 'Calculating...' : labelOf(onNetwork, network.name, quote !== null, toPay)}
      </Button>
    </div>
  );
}

function labelOf(onNetwork: boolean, network: string, isSigned: boolean, amount: string): string {
  if (!onNetwork) return `Switch to ${network} to Continue`;
  return isSigned ? `Pay ${amount}` : `Sign and pay ${amount}`;
}

/** For the hooks of a screen that has nothing to pay. */
const NOTHING_STORED = { quoteId: '' } as NonNullable<ReturnType<typeof changeToStore>>;
