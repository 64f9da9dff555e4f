import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChainRef } from '#domain/chains.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { QUOTE_VALID_SECONDS, type QuoteAnswer } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { ApiError } from '#web/lib/api/errors.ts';
import { reach } from '#web/lib/beacon.ts';
import type { DeployedCurrency, DeployedNetwork } from '#web/lib/deployment.ts';
import { useNow } from '#web/lib/hooks.ts';
import { walletSession } from '#web/state/wallet-session.ts';
import { toast } from '#web/ui/toast.ts';
import { loadWallet } from '#web/wallet/load.ts';
import type { Authorization, FeeEstimate } from '#web/wallet/payments.ts';
import { useWalletStep } from '#web/wallet/wallet-step.tsx';
import { draftQuery, report } from './calls.ts';
import { type Balances, missingFunds, nativeOf } from './funds.ts';
import { type Order, type PayStage, type PayWorld, pay, type ReadyPayment } from './pay.ts';
import { quoteChoice, quoteDays, type SignedQuote, type StoredQuote } from './record.ts';
import { payAlone, purchases, usePayingElsewhere, usePurchase } from './tabs.ts';

/** Milliseconds that we may take to send a payment for the customer. */
const RELAY_MS = 20_000;
/** Milliseconds that the server may take to hear of a payment before it is sent. */
const ANNOUNCE_MS = 10_000;
/** How often balances refresh while a checkout is open, so that a top-up shows. */
const BALANCES_MS = 10_000;
/** A quote is renewed when it has less time left than this, so that a wallet has time to answer. */
const RENEW_BEFORE_MS = 90_000;

/** @param at when the answer came, in milliseconds */
export const validUntil = (at: number): number => at + QUOTE_VALID_SECONDS * 1000;

/**
 * The milliseconds that a price has left.
 * @param renew is called once it is too old to be paid, unless it is null
 */
export function useTimeLeft(
  until: number,
  renew: (() => unknown) | null = null,
): { left: number; old: boolean } {
  const left = Math.min(until - useNow(1_000), validUntil(0));
  const old = left < RENEW_BEFORE_MS;
  const late = useEffectEvent(() => void renew?.());
  const due = old && renew !== null;
  useEffect(() => {
    if (due) late();
  }, [due]);
  return { left, old };
}

export interface Sale {
  /** What is bought, with the id of the purchase. */
  stored: StoredQuote;
  network: DeployedNetwork;
  currency: DeployedCurrency;
  address: string | null;
  /** Null until the server has signed one. */
  signed: SignedQuote | null;
  /** What it will cost in base units, where that is known before a quote is signed. */
  estimated?: bigint;
  email: string;
}

/** The wallet's balances on a chain. Once `read`, those missing in `held` could not be read. */
function useBalances(address: string | null, chain: ChainRef): { held: Balances; read: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['balances', address, chain],
    enabled: address !== null,
    staleTime: 0,
    refetchInterval: BALANCES_MS,
    queryFn: async () => (await loadWallet()).payments.balances(chain),
  });
  return { held: data ?? {}, read: isError || data !== undefined };
}

const relay: PayWorld['relay'] = async (quoteId, signature) => {
  const signal = AbortSignal.timeout(RELAY_MS);
  const asked = { quote_id: quoteId, body: { signature } };
  const { tx_hash } = await api.ask(quoteApi.relayPurchase, asked, { signal });
  return { txHash: tx_hash as `0x${string}` };
};

/** That the server cannot be reached stops nobody, because it finds the payment on its own. */
const announce: PayWorld['announce'] = async (paid, stored) => {
  if (paid.txHash === null) return;
  try {
    await report(paid, stored, AbortSignal.timeout(ANNOUNCE_MS));
  } catch (error) {
    if (error instanceof ApiError && error.refused) throw error;
  }
};

const READY: { stage: PayStage; way: Authorization | null } = { stage: 'ready', way: null };

/** From a signed quote to a payment: what the wallet will show, what it costs, what is missing, and the press of Pay. */
export function useCheckout({ stored, network, currency, address, signed, estimated, email }: Sale) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { quoteId: id } = stored;
  /** How far a payment is, and how its premium is taken, once that is known. */
  const [{ stage, way }, setAt] = useState(READY);
  /** The authorization that we could not send, and its quote. */
  const [byWallet, setByWallet] = useState<ReadyPayment | null>(null);
  const batches = !usePurchase(id)?.stepwise;
  const balances = useBalances(address, network.ref);
  const quote = signed?.quote ?? null;
  const checkedQuery = (quote: QuoteAnswer | null) => ({
    queryKey: ['checked-payment', quote?.quote_id, address, currency.symbol, network.ref],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (quote === null || address === null) throw new Error('No quote');
      const product = stored.details.insuranceTypeKey;
      const people = 1 + (stored.details.children?.length ?? 0);
      const bought = { product, ...quoteDays(stored), choice: quoteChoice(stored), people };
      const { payments } = await loadWallet();
      return payments.check(quote, { ...bought, holder: address, currency: currency.symbol, network });
    },
  });
  const checked = useQuery({ ...checkedQuery(quote), enabled: quote !== null && address !== null });
  const payment = checked.data ?? null;

  /** Asks the wallet to pay `now`, the quote on the screen or one that has just come. */
  async function press(now: SignedQuote | null): Promise<void> {
    const { wallet } = walletSession;
    if (now === null || wallet === null) throw new Error('Wallet not connected');
    if (purchases.of(id) === null) purchases.begin(stored);
    const payment = await queryClient.fetchQuery(checkedQuery(now.quote));
    const given = byWallet?.quoteId === payment.quoteId ? byWallet : null;
    setAt({ stage: 'preparing', way: given && 'signature' });
    const show: PayWorld['show'] = (next, how) => {
      setAt((before) => ({ stage: next, way: how ?? before.way }));
      if (next === 'pay_in_wallet') reach('wallet_opened');
    };
    const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
    const isPaid = async (draftId: string) =>
      (await queryClient.fetchQuery(draftQuery(draftId, true))).paid !== null;
    const { payments } = await loadWallet();
    const world = { purchases, wallet, payments, isPaid, relay, announce, wait, show };
    const order: Order = { stored, ...now, payment, network: network.name, email, signed: given };
    const end = await payAlone(id, () => pay(world, order)).finally(() => setAt(READY));
    if (end === 'busy') toast.info('Another tab is asking your wallet to pay for this quote.');
    else if (end.kind === 'sent') await navigate({ to: '/confirmation' });
    else if (end.kind === 'failed') throw end.failure;
    else if (end.kind !== 'paid') toast.info(end.message);
    if (end !== 'busy' && end.kind === 'by_wallet') setByWallet(end.signed);
  }
  // Whoever has left reads no more than this, because the wallet may have sent it and lost its answer.
  const failed = 'Your payment is not confirmed';
  const paying = useWalletStep({ wallet: press, failed, onSuccess: () => undefined });
  const { busy } = paying;
  const elsewhere = usePayingElsewhere(id, busy);
  const switching = useWalletStep<void>({
    wallet: async () => (await loadWallet()).switchNetwork(network.ref),
    failed: 'Failed to switch network',
    onSuccess: () => void toast.success(`Switched to ${network.name}`),
  });

  const estimate = useQuery({
    queryKey: ['fee', payment?.quoteId, batches],
    enabled: payment !== null,
    staleTime: 30_000,
    queryFn: async (): Promise<FeeEstimate> => {
      if (payment === null) throw new Error('No quote');
      return (await loadWallet()).payments.estimate(payment, batches);
    },
  });
  const fromWallet = quote !== null && byWallet?.quoteId === quote.quote_id;
  const byItself = fromWallet && ({ ownFee: true, authorization: 'signature' } as const);
  const fee: FeeEstimate | null = estimate.data ? { ...estimate.data, ...byItself } : null;
  const amount = quote ? BigInt(quote.amount) : (estimated ?? null);
  const needed = { currency, coin: nativeOf(network), fee: fee?.ownFee ? fee.fee : null, stays: fee?.stays };
  const missing = busy || amount === null ? [] : missingFunds({ ...needed, amount }, balances.held);

  return {
    id,
    network,
    amount,
    currency,
    stage,
    busy,
    payment,
    problem: checked.error,
    paying: { ...paying, error: checked.error ?? paying.error },
    switching,
    fee,
    feeFailed: estimate.isError,
    authorization: way ?? fee?.authorization ?? 'none',
    fromWallet,
    balances,
    missing,
    elsewhere,
    start: (now = signed) => paying.ask(now),
  };
}
export type Checkout = ReturnType<typeof useCheckout>;
