import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { WalletKind } from '#domain/address.ts';
import { type ChainRef, hasContract } from '#domain/chains.ts';
import { emailField } from '#domain/fields.ts';
import { formatUsd } from '#domain/money.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { type Deployment, networksOf } from '#web/lib/deployment.ts';
import { useSettled } from '#web/lib/hooks.ts';
import { openConnectDialog } from '#web/state/connect-dialog.ts';
import type { StoredQuote } from '#web/state/purchase.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { ErrorState, LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { exactAmount, shortAmount } from '#web/ui/values.tsx';
import { loadWallet } from '#web/wallet/load.ts';
import { NothingThere } from '#web/wallet/nothing-there.tsx';
import type { FeeEstimate } from '#web/wallet/payments.ts';
import { AttemptNotice } from './attempt-notice.tsx';
import { ChainFields } from './chain-fields.tsx';
import { defaultNetwork, enoughDollars, missingFunds, nativeOf } from './funds.ts';
import { useBalances } from './network-fee.tsx';
import {
  AlreadyInsured,
  ElsewhereNotice,
  isAlreadyInsured,
  MissingFunds,
  PayingWallet,
  WithoutContract,
} from './notices.tsx';
import { OfferCard } from './offer-card.tsx';
import { payButton } from './pay-button.ts';
import { PayFailureCard, PayProgress } from './pay-progress.tsx';
import { type Authorization, beforehand, FROM_WALLET } from './pay-steps.ts';
import type { PaymentChoice } from './payload.ts';
import { PaymentShows } from './payment-shows.tsx';
import { useOffer } from './use-offer.ts';
import { usePayingElsewhere } from './use-other-tabs.ts';
import { usePay } from './use-pay.ts';

/** How long an email address must stay unchanged before a quote is requested for it. */
const TYPING_MS = 600;

interface PaymentFormProps {
  stored: StoredQuote;
  deployment: Deployment;
  address: string | null;
  walletName: string;
  /** The family of the wallet, which decides where it can pay; null without one. */
  walletKind: WalletKind | null;
  walletChainId: ChainRef | null;
  signedIn: boolean;
  /** The email address from the quote form; empty if unknown. */
  firstEmail: string;
}

export function PaymentForm(props: PaymentFormProps) {
  const { stored, deployment, address, walletName, walletKind, walletChainId, signedIn, firstEmail } = props;
  const networks = networksOf(deployment, walletKind);
  const [chainId, setChainId] = useState(() => defaultNetwork(deployment, walletKind, walletChainId));
  const chain = networks.find(({ ref }) => ref === chainId) ?? null;
  const [chosen, setChosen] = useState<string | null>(null);
  const [suggested, setSuggested] = useState<{ chainId: ChainRef; symbol: string } | null>(null);
  const symbol = chosen ?? (suggested?.chainId === chainId ? suggested.symbol : null);
  const currency = chain?.currencies.find((entry) => entry.symbol === symbol) ?? nativeOf(chain);
  const [email, setEmail] = useState(firstEmail);
  const [touched, setTouched] = useState(false);
  /** Whether the customer wants another policy for what one of theirs insures already. */
  const [again, setAgain] = useReducer(() => true, false);
  /** The network whose terms the customer accepted, and whether Pay was pressed without. */
  const [acceptedOn, setAcceptedOn] = useState<ChainRef | null>(null);
  const [unaccepted, setUnaccepted] = useState(false);
  /** Whether the registry has a policy for this quote. */
  const [bought, setBought] = useReducer(() => true, false);
  const changeNetwork = useMutation({
    mutationFn: async () => (await loadWallet()).switchNetwork(chainId),
    onSuccess: () => toast.success(`Switched to ${chain?.name}`),
  });
  const emailInput = useRef<HTMLDivElement>(null);
  const emailOk = emailField.safeParse(email.trim()).success;
  const settledEmail = useSettled(email.trim(), TYPING_MS);
  const { stage, authorization, failure, pay, byWallet } = usePay();
  const frozen = stage !== 'ready';

  const choice = useMemo((): PaymentChoice | null => {
    if (!address || !signedIn || !currency || !emailField.safeParse(settledEmail).success) return null;
    return { address, chainId, currency: currency.symbol, email: settledEmail, again };
  }, [address, signedIn, chainId, currency, settledEmail, again]);
  const offer = useOffer(stored, choice, chain, frozen);
  const balances = useBalances(address, chainId);
  const elsewhere = usePayingElsewhere(stored);
  const current = offer.quote !== null && choice?.email === email.trim() ? offer.quote : null;
  const fromWallet = current !== null && byWallet === current.quote_id;
  const fee: FeeEstimate | null =
    fromWallet && offer.fee ? { ...offer.fee, ownFee: true, authorization: 'signature' } : offer.fee;
  const missing =
    current === null || frozen || !currency
      ? []
      : missingFunds(
          {
            currency,
            amount: BigInt(current.amount),
            coin: nativeOf(chain),
            fee: fee?.ownFee ? fee.fee : null,
            stays: fee?.stays ?? 0n,
          },
          balances.held,
        );
  const better =
    symbol === null && chain && current && missing.length > 0
      ? enoughDollars(chain, balances.held, current.premium_usd, offer.fee?.ownFee)
      : null;
  useEffect(() => {
    if (better !== null) setSuggested({ chainId, symbol: better });
  }, [better, chainId]);
  if (!chain || !currency) return <ErrorState title="Network not found" />;

  const enforced = hasContract(chain.ref);
  const button = payButton({
    accepted: enforced || acceptedOn === chain.ref,
    connected: address !== null,
    signedIn,
    network: chain.name,
    onNetwork: walletChainId === chainId,
    hasEmail: emailOk,
    amount:
      current && offer.payment
        ? `${formatUsd(current.premium_usd)} (${shortAmount(BigInt(current.amount), currency.decimals, currency.symbol)})`
        : null,
    quoting: offer.error === null && offer.problem === null,
    processing: frozen,
    blocked: elsewhere || bought || missing.length > 0,
  });

  function act(): void {
    switch (button.action) {
      case 'connect':
        openConnectDialog();
        break;
      case 'sign_in':
        toast.info('Sign in with your wallet first, above.');
        break;
      case 'switch':
        changeNetwork.mutate();
        break;
      case 'email':
        setTouched(true);
        toast.error('Please enter your email address');
        emailInput.current?.querySelector('input')?.focus();
        break;
      case 'accept':
        setUnaccepted(true);
        document.querySelector<HTMLInputElement>('[name=without-contract]')?.focus();
        break;
      case 'pay':
        if (!current || !offer.payment || !chain) break;
        void pay({
          stored,
          quote: current,
          payment: offer.payment,
          chain,
          email: email.trim(),
          until: offer.until,
        });
        break;
      case 'none':
        break;
    }
  }
  return (
    <Card className="flex flex-col gap-6 p-6" aria-labelledby="pay-title">
      <h2 id="pay-title" className="text-xl">
        Payment method
      </h2>
      {address && <PayingWallet name={walletName} address={address} />}
      {elsewhere ? (
        <ElsewhereNotice />
      ) : (
        <AttemptNotice key={failure?.details} storedQuoteId={stored.quoteId} onBought={setBought} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <ChainFields
          networks={networks}
          chain={chain}
          currency={currency}
          balances={balances}
          suggested={chosen === null && symbol === currency.symbol}
          disabled={frozen}
          onChain={setChainId}
          onCurrency={setChosen}
        />
        <div ref={emailInput} className="sm:col-span-2">
          <Field
            label="Email address"
            hint="We send your certificate and everything about this policy here."
            error={touched && !emailOk ? emailProblem(email) : undefined}
          >
            {(aria) => (
              <Input
                {...aria}
                type="email"
                autoComplete="email"
                disabled={frozen}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
                onBlur={() => setTouched(true)}
              />
            )}
          </Field>
        </div>
      </div>
      <OfferCard
        quote={current}
        quoting={current ? offer.quoting : choice !== null && offer.error === null}
        currency={currency}
        chain={chain}
        fee={fee}
        feeFailed={offer.feeFailed}
        left={offer.left}
        frozen={frozen}
      />
      {isAlreadyInsured(offer.error) ? (
        <AlreadyInsured error={offer.error} product={stored.details.insuranceTypeKey} onAgain={setAgain} />
      ) : (
        offer.error !== null && (
          <LoadError
            title="No price could be made"
            small
            query={{ error: offer.error, isFetching: offer.quoting, refetch: offer.renew }}
          >
            No money has moved.
          </LoadError>
        )
      )}
      {offer.problem !== null && <ErrorState title="Nothing was sent">{offer.problem}</ErrorState>}
      <MissingFunds sentences={missing} />
      {failure && <PayFailureCard failure={failure} />}
      {frozen && (
        <PayProgress
          stage={stage}
          wallet={walletName}
          authorization={authorization ?? fee?.authorization ?? 'none'}
          amount={current ? exactAmount(BigInt(current.amount), currency.decimals, currency.symbol) : ''}
        />
      )}
      {!enforced && (
        <WithoutContract
          network={chain.name}
          accepted={acceptedOn === chain.ref}
          missing={unaccepted && acceptedOn !== chain.ref}
          disabled={frozen}
          onAccept={(accepted) => setAcceptedOn(accepted ? chain.ref : null)}
        />
      )}
      <Button
        size="large"
        wide
        busy={frozen || changeNetwork.isPending}
        disabled={button.action === 'none'}
        onClick={act}
      >
        {button.label}
      </Button>
      <NothingThere />
      {changeNetwork.error && button.action === 'switch' && (
        <p role="alert" className="-mt-3 text-sm text-coral">
          {messageOf(changeNetwork.error, 'Failed to switch network')}
        </p>
      )}
      {fee && current && !frozen && (
        <Beforehand authorization={fee.authorization} symbol={currency.symbol} fromWallet={fromWallet} />
      )}
      {/* Below the button, which stays where it is when the price arrives. */}
      {current && offer.payment && (
        <PaymentShows payment={offer.payment} authorization={fee?.authorization ?? 'none'} />
      )}
    </Card>
  );
}

/** @param fromWallet whether the customer has signed, and we could not send it */
function Beforehand({
  authorization,
  symbol,
  fromWallet,
}: {
  authorization: Authorization;
  symbol: string;
  fromWallet: boolean;
}) {
  const sentence = fromWallet ? FROM_WALLET : beforehand(authorization, symbol);
  return sentence && <p className="-mt-3 text-sm text-muted">{sentence}</p>;
}

function emailProblem(email: string): string {
  return email.trim() === '' ? 'Please enter your email address' : 'Please enter a valid email address';
}
