import type { ReactNode } from 'react';
import { hasContract } from '#domain/chains.ts';
import { formatAmount, formatUnits, formatUsd } from '#domain/money.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { REVIEW_NOTICE } from '#domain/quote/underwriting.ts';
import { countdown } from '#web/lib/format.ts';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import { AddressText, FactList } from '#web/ui/values.tsx';

import type { Checkout } from './use-checkout.ts';

interface OfferCardProps {
  quote: QuoteAnswer | null;
  quoting: boolean;
  checkout: Checkout;
  /** Milliseconds until the price is renewed. */
  left: number;
}

/** The network fee in words, while it is read, or when the network did not say. */
export function networkFeeText({ fee, feeFailed, network }: Checkout): ReactNode {
  if (fee === null) {
    return feeFailed ? (
      'shown by your wallet; the network did not say'
    ) : (
      <Skeleton className="inline-block h-4 w-32 align-middle" />
    );
  }
  if (fee.authorization === 'relay') return 'We pay the network fee';
  const native = network.currencies.find((entry) => entry.token === null);
  if (!native) return 'set by the network';
  // A fee is small, so two decimals would show many times as much.
  const text = `${formatUnits(fee.fee, native.decimals, 4)} ${native.symbol}`;
  const amount = Number.parseFloat(text) <= 0.0001 ? `below 0.0001 ${native.symbol}` : `about ${text}`;
  return fee.ownFee ? amount : `${amount}, paid by the account that sends it`;
}

/** That a person looks at the policy after it is paid, and why. */
export function ReviewNotice({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Notice tone="waiting">
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p className="mt-2">{REVIEW_NOTICE}</p>
    </Notice>
  );
}

/** `$2,000.00`, or `$0.9998` with every digit of the rate. */
const rateText = (rate: string): string =>
  Number(rate).toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 8 });

/** As high as the offer to come, so that the button below does not move away from a click. */
function Placeholder() {
  return (
    <div role="status" className="flex flex-col">
      <p className="text-sm text-muted">Calculating...</p>
      <Skeleton className="my-1 h-7 w-48" />
      <Skeleton className="my-1 h-3.5 w-32" />
      <div className="mt-3 divide-y divide-line border-t border-line">
        {['value', 'fee', 'payee', 'validity'].map((fact) => (
          <div key={fact} className="flex justify-between gap-6 py-3">
            <Skeleton className="h-[22.5px] w-24" />
            <Skeleton className="h-[22.5px] w-40" />
          </div>
        ))}
      </div>
    </div>
  );
}

export function OfferCard({ quote, quoting, checkout, left }: OfferCardProps) {
  if (quote === null) {
    return quoting ? <Placeholder /> : null;
  }
  const { currency, network, fee, busy } = checkout;
  const amount = BigInt(quote.amount);
  const renewal = quoting ? 'renewing…' : `for ${countdown(left)}, then it renews`;
  return (
    <div>
      <p className="text-sm text-muted">You pay</p>
      <p className="figures text-3xl font-semibold tracking-tight">{formatUsd(quote.premium_usd)}</p>
      <p className="figures mt-0.5 text-sm break-all text-muted">
        {formatAmount(amount, currency.decimals, currency.symbol)}
      </p>
      <div className="mt-3 text-sm empty:hidden">
        <ReviewNotice reasons={quote.review} />
      </div>
      <FactList
        className="mt-3 border-t border-line"
        rows={[
          ['Rate', `1 ${quote.currency} = ${rateText(quote.rate)}`],
          [fee?.authorization === 'relay' ? 'Pay without gas' : 'Network fee', networkFeeText(checkout)],
          [
            hasContract(network.ref) ? 'Paid to the contract' : 'Paid to our account',
            <AddressText key="payee" address={network.payee} />,
          ],
          ['Price holds', busy ? 'while your wallet is open' : renewal],
        ]}
      />
    </div>
  );
}
