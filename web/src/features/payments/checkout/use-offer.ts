import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { QUOTE_VALID_SECONDS } from '../../../../../domain/quote/schema.ts';
import type { DeployedNetwork } from '../../../lib/deployment.ts';
import { useNow } from '../../../lib/use-now.ts';
import { isBatchGivenUp, quoteDays, type StoredQuote } from '../../../state/purchase.ts';
import { loadWallet } from '../../../wallet/load.ts';
import type { CheckedPayment } from '../../../wallet/payments.ts';
import { type PaymentChoice, quoteQuery } from '../queries.ts';

/** A quote is renewed when it has less time left than this, so that a wallet has time to answer. */
export const RENEW_BEFORE_MS = 90_000;

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

  const [checked, setChecked] = useState<{ payment: CheckedPayment } | { problem: string } | null>(null);
  const answer = quote.data;
  useEffect(() => {
    setChecked(null);
    if (!answer || !choice || !network) return;
    let current = true;
    const product = stored.details.insuranceTypeKey;
    const expected = {
      product,
      ...quoteDays(stored),
      holder: choice.address,
      currency: choice.currency,
      network,
    };
    loadWallet()
      .then(({ payments }) => payments.check(answer, expected))
      .then(
        (payment) => current && setChecked({ payment }),
        (error: Error) => current && setChecked({ problem: error.message }),
      );
    return () => {
      current = false;
    };
  }, [answer, choice, network, stored]);

  const payment = checked && 'payment' in checked ? checked.payment : null;
  const batches = !isBatchGivenUp(stored);
  const fee = useQuery({
    queryKey: ['fee', payment?.quoteId, batches],
    enabled: payment !== null,
    staleTime: 30_000,
    queryFn: async () => {
      if (payment === null) throw new Error('No quote');
      return (await loadWallet()).payments.estimate(payment, batches);
    },
  });

  return {
    quote: answer ?? null,
    payment,
    problem: checked && 'problem' in checked ? checked.problem : null,
    fee: fee.data ?? null,
    feeFailed: fee.isError,
    left,
    until,
    quoting: quote.isFetching,
    error: quote.error,
    renew: refetch,
  };
}
