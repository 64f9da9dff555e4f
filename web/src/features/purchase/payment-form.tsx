import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ChainRef } from '#domain/chains.ts';
import { emailField } from '#domain/fields.ts';
import type { ProductKey } from '#domain/products/index.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError, issuesOf, messageOf } from '#web/lib/api/errors.ts';
import { reach } from '#web/lib/beacon.ts';
import { type DeployedCurrency, type Deployment, networksOf } from '#web/lib/deployment.ts';
import { countdown } from '#web/lib/format.ts';
import { useSettled } from '#web/lib/hooks.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LabeledInput, LabeledSelect } from '#web/ui/labeled.tsx';
import { ErrorState, LoadError, Notice } from '#web/ui/states.tsx';
import { AddressText, policyLink } from '#web/ui/values.tsx';
import { type PaymentChoice, quoteBody } from './calls.ts';
import { networkTerms } from './checkout-facts.tsx';
import { CheckoutPanel } from './checkout-panel.tsx';
import { defaultNetwork, enoughDollars, heldAmount, nativeOf, networkOptions } from './funds.ts';
import { heldPayment, type StoredQuote } from './record.ts';
import { usePurchase } from './tabs.ts';
import { type Checkout, useCheckout, useTimeLeft, validUntil } from './use-checkout.ts';

/** How long an email address must stay unchanged before a quote is requested for it. */
const TYPING_MS = 600;

/** A signed quote for exactly this choice. It is renewed before it expires, never while the wallet is open. */
function quoteQuery(stored: StoredQuote, choice: PaymentChoice | null) {
  return queryOptions({
    queryKey: ['quote', stored.quoteId, choice],
    enabled: choice !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      if (choice === null) throw new Error('Wallet not connected');
      const data = await api.ask(quoteApi.createQuote, { body: quoteBody(stored, choice) }, { signal });
      reach('quote');
      return data;
    },
  });
}

interface PaymentFormProps {
  stored: StoredQuote;
  deployment: Deployment;
  /** The email address from the quote form; empty if unknown. */
  firstEmail: string;
  /** What the quote will cost in whole US dollars; null while that is not known. */
  premium: number | null;
}

/** The network and currency of a payment; null where the network is not known. */
function useMethod({ stored, deployment }: PaymentFormProps) {
  const { wallet } = useSnapshot(walletSession);
  const kind = wallet?.kind ?? null;
  const networks = networksOf(deployment, kind);
  const [chain, setNetwork] = useState(() => defaultNetwork(deployment, kind, wallet?.chainId ?? null));
  /** The chosen currency, with the chain for which we suggested it. */
  const [chosen, choose] = useState<{ symbol: string; ours: ChainRef | null } | null>(null);
  // What the wallet may still pay is what it is asked for again.
  const purchase = usePurchase(stored.quoteId);
  const asked = heldPayment(purchase, wallet?.address ?? null);
  const { old } = useTimeLeft(asked?.offer.until ?? 0);
  const held = old && purchase?.state !== 'asked' ? null : asked;
  const choice = chosen?.ours === null || chosen?.ours === chain ? chosen : null;
  const network = networks.find(({ ref }) => ref === (held?.chainId ?? chain)) ?? null;
  const wanted = held?.offer.quote.currency ?? choice?.symbol;
  const currency = network?.currencies.find(({ symbol }) => symbol === wanted) ?? nativeOf(network);
  if (!network || !currency) return null;
  return {
    networks,
    network,
    currency,
    held: held?.offer ?? null,
    /** Whether nobody has chosen the currency. */
    free: choice === null,
    /** Whether we have, because the wallet has too little of the native coin. */
    suggested: choice !== null && choice.ours !== null,
    setNetwork,
    setCurrency: (symbol: string) => choose({ symbol, ours: null }),
    suggest: (symbol: string) => choose({ symbol, ours: chain }),
  };
}
type Method = NonNullable<ReturnType<typeof useMethod>>;

/** How it is paid: network and currency, an email address, then the checkout. */
export function PaymentForm(props: PaymentFormProps) {
  const method = useMethod(props);
  return method ? <Pay {...props} method={method} /> : <ErrorState title="Network not found" />;
}

function Pay({ stored, firstEmail, premium, method }: PaymentFormProps & { method: Method }) {
  const { network, currency, held, free, suggest } = method;
  const { wallet, signIn } = useSnapshot(walletSession);
  const address = wallet?.address ?? null;
  const [typed, setEmail] = useState(firstEmail);
  const [touched, touch] = useReducer(() => true, false);
  /** Whether the customer wants another policy for what one of theirs insures already. */
  const [again, setAgain] = useReducer(() => true, false);
  const emailInput = useRef<HTMLDivElement>(null);
  const email = typed.trim();
  const emailOk = emailField.safeParse(email).success;
  const settled = useSettled(email, TYPING_MS);
  const choice: PaymentChoice | null =
    held === null && address !== null && signIn !== null && emailField.safeParse(settled).success
      ? { address, chainId: network.ref, currency: currency.symbol, email: settled, again }
      : null;
  const offer = useQuery(quoteQuery(stored, choice));
  const { data: quote, error } = offer;
  const signed = held ?? (quote ? { quote, until: validUntil(offer.dataUpdatedAt) } : null);
  const current = held || choice?.email === email ? signed : null;
  const checkout = useCheckout({ stored, network, currency, address, signed: current, email });
  const { busy, missing, balances, fee, problem } = checkout;
  const renewable = signed !== null && !busy && !offer.isFetching && !offer.isError;
  const { left } = useTimeLeft(signed?.until ?? 0, renewable ? offer.refetch : null);
  const renewal = offer.isFetching ? 'renewing…' : `for ${countdown(left)}${held ? '' : ', then it renews'}`;
  const better =
    free && current && missing.length > 0
      ? enoughDollars(network, balances.held, current.quote.premium_usd, fee?.ownFee)
      : null;
  const suggestBetter = useEffectEvent(suggest);
  useEffect(() => {
    if (better !== null) suggestBetter(better);
  }, [better]);
  function missEmail(): void {
    touch();
    emailInput.current?.querySelector('input')?.focus();
  }
  return (
    <CheckoutPanel
      checkout={checkout}
      premium={current?.quote.premium_usd ?? premium}
      review={current?.quote.review ?? []}
      facts={[
        current && ['Rate', `1 ${current.quote.currency} = ${rateText(current.quote.rate)}`],
        current && ['Price holds', busy ? 'while your wallet is open' : renewal],
        wallet && [
          'Paying from',
          <span key="wallet" className="flex flex-wrap items-center justify-end gap-x-2">
            {wallet.name}
            <AddressText address={wallet.address} />
          </span>,
        ],
      ]}
      terms={networkTerms(network)}
      button={{
        priced: current !== null && checkout.payment !== null,
        quoting: error === null && problem === null,
        press: () => checkout.start(),
        email: emailOk ? null : missEmail,
      }}
    >
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <MethodFields method={method} balances={balances} disabled={busy || held !== null} />
        <div ref={emailInput} className="sm:col-span-2">
          <LabeledInput
            label="Email address"
            hint="We send your certificate here."
            error={
              touched && !emailOk ? `Please enter ${email ? 'a valid' : 'your'} email address` : undefined
            }
            type="email"
            autoComplete="email"
            disabled={busy}
            value={typed}
            onText={setEmail}
            onBlur={touch}
          />
        </div>
      </div>
      {error instanceof ApiError && error.code === 'already_insured' ? (
        <AlreadyInsured error={error} product={stored.details.insuranceTypeKey} onAgain={setAgain} />
      ) : (
        error !== null && (
          <LoadError title="We couldn’t get a price" small query={offer}>
            No money has moved.
          </LoadError>
        )
      )}
    </CheckoutPanel>
  );
}

/** `$2,000.00`, or `$0.9998` with every digit of the rate. */
const rateText = (rate: string): string =>
  Number(rate).toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 8 });

interface MethodFieldsProps {
  method: Method;
  balances: Checkout['balances'];
  disabled: boolean;
}

/** Network and currency with the wallet's balances. Networks without a deployment are listed, but cannot be chosen. */
function MethodFields({ method, balances, disabled }: MethodFieldsProps) {
  const { networks, network, currency, suggested, setNetwork, setCurrency } = method;
  const shown = (entry: DeployedCurrency) => {
    const held = balances.held[entry.symbol];
    return held === undefined ? undefined : heldAmount(held, entry);
  };
  const own = shown(currency);
  const coin = nativeOf(network);
  const feeUnread = coin && !shown(coin) ? ` Your ${coin.symbol} for the network fee could not be read.` : '';
  const why = suggested && coin ? ` Chosen because it has too little ${coin.symbol} for this premium.` : '';
  const unread = balances.read
    ? 'Your balance could not be read. Your wallet will say if it is too low.'
    : 'Reading your balance…';
  return (
    <>
      <LabeledSelect
        label="Network"
        disabled={disabled}
        options={networkOptions(networks)}
        value={network.ref}
        onChange={setNetwork}
      />
      <LabeledSelect
        label="Currency"
        hint={own ? `Your wallet has ${own}.${why}${feeUnread}` : unread}
        disabled={disabled}
        options={network.currencies.map((entry) => ({
          value: entry.symbol,
          label: entry.symbol,
          note: shown(entry),
        }))}
        value={currency.symbol}
        onChange={setCurrency}
      />
    </>
  );
}

interface AlreadyInsuredProps {
  error: ApiError;
  product: ProductKey;
  onAgain: () => void;
}

/** The wallet insures this home or car on some of these days. A second policy takes a step of its own. */
function AlreadyInsured({ error, product, onAgain }: AlreadyInsuredProps) {
  const id = issuesOf(error).flatMap(({ path }) => /^policies\.(\d+)$/.exec(path)?.[1] ?? [])[0];
  return (
    <Notice tone="waiting">
      <p>{messageOf(error)}</p>
      <p className="mt-2 text-sm">
        A second policy costs the full price again, and we pay each loss only once.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {id !== undefined && (
          <>
            <ButtonLink size="small" {...policyLink(id, product)}>
              Renew it
            </ButtonLink>
            <ButtonLink size="small" variant="secondary" to="/policy/$id/change" params={{ id }}>
              Change its cover
            </ButtonLink>
          </>
        )}
        <Button size="small" variant="quiet" onClick={onAgain}>
          Insure it again
        </Button>
      </div>
    </Notice>
  );
}
