import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { offeredChoice } from '#domain/products/offer.ts';
import type { Choice } from '#domain/products/product.ts';
import * as quoteApi from '#domain/quote/api.ts';
import { QUOTE_VALID_SECONDS, type QuoteAnswer } from '#domain/quote/schema.ts';
import { api } from '#web/lib/api/api.ts';
import { reach } from '#web/lib/beacon.ts';
import type { DeployedNetwork } from '#web/lib/deployment.ts';
import { useNow } from '#web/lib/hooks.ts';
import { messageOf } from '#web/lib/message-of.ts';
import { isBatchGivenUp, quoteDays, type StoredQuote } from '#web/state/purchase.ts';
import { loadWallet } from '#web/wallet/load.ts';
import { useNetworkFee } from './network-fee.tsx';
import { type PaymentChoice, quoteBody } from './payload.ts';

/** The stored choice if the product is still sold that way, otherwise the default. */
export const quoteChoice = ({ coverage, details }: StoredQuote): Choice =>
  offeredChoice(details.insuranceTypeKey, { coverage, deductible: details.deductible });

/** A signed quote for exactly this choice. It is renewed manually before it expires, never while the wallet is open. */
function quoteQuery(stored: StoredQuote, choice: PaymentChoice | null) {
  return queryOptions({
    queryKey: ['quote', stored.quoteId, choice],
    enabled: choice !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }): Promise<QuoteAnswer> => {
      if (choice === null) throw new Error('Wallet not connected');
      const body = quoteBody(stored, choice);
      const data = await api.ask(quoteApi.createQuote, { body }, { signal });
      reach('quote');
      return data;
    },
  });
}

/** A quote is renewed when it has less time left than this, so that a wallet has time to answer. */
const RENEW_BEFORE_MS = 90_000;

/**
 * The server's signed quote for this choice, checked against the screen, with its fee and remaining time. `frozen` while
 * the wallet is open, so that the price it shows is not replaced.
 */
export function useOffer(
  stored: StoredQuote,
  choice: PaymentChoice | null,
  network: DeployedNetwork | null,
  frozen: boolean,
) {
  const quote = useQuery(quoteQuery(stored, choice));
  const now = useNow(1_000);
  // Measured by this browser's clock from the time of the answer, so that a wrong clock blocks nobody.
  const until = quote.data ? quote.dataUpdatedAt + QUOTE_VALID_SECONDS * 1000 : 0;
  const left = Math.min(until - now, QUOTE_VALID_SECONDS * 1000);
  const due =
    quote.data !== undefined && left < RENEW_BEFORE_MS && !frozen && !quote.isFetching && !quote.isError;
  const { refetch } = quote;
  useEffect(() => {
    if (due) void refetch();
  }, [due, refetch]);

  const answer = quote.data;
  const checked = useQuery({
    queryKey: ['checked-payment', answer?.quote_id, choice, network?.ref],
    enabled: answer !== undefined && choice !== null && network !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      if (!answer || !choice || !network) throw new Error('No quote');
      const { payments } = await loadWallet();
      const { address: holder, currency } = choice;
      const product = stored.details.insuranceTypeKey;
      const people = 1 + (stored.details.children?.length ?? 0);
      const bought = { product, ...quoteDays(stored), choice: quoteChoice(stored), people };
      return payments.check(answer, { ...bought, holder, currency, network });
    },
  });
  const payment = checked.data ?? null;
  const fee = useNetworkFee(payment, !isBatchGivenUp(stored));

  return {
    quote: answer ?? null,
    payment,
    problem: checked.error && messageOf(checked.error),
    fee: fee.data ?? null,
    feeFailed: fee.isError,
    left,
    until,
    quoting: quote.isFetching,
    error: quote.error,
    renew: refetch,
  };
}
