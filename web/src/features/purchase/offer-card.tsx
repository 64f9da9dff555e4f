import { hasContract } from '#domain/chains.ts';
import { formatAmount, formatUsd } from '#domain/money.ts';
import type { QuoteAnswer } from '#domain/quote/schema.ts';
import { REVIEW_NOTICE } from '#domain/quote/underwriting.ts';
import type { DeployedCurrency, DeployedNetwork } from '#web/lib/deployment.ts';
import { countdown } from '#web/lib/format.ts';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import { AddressText, FactList } from '#web/ui/values.tsx';

import type { FeeEstimate } from '#web/wallet/payments.ts';
import { networkFeeText } from './network-fee.tsx';

interface OfferCardProps {
  quote: QuoteAnswer | null;
  quoting: boolean;
  currency: DeployedCurrency;
  chain: DeployedNetwork;
  fee: FeeEstimate | null;
  feeFailed: boolean;
  /** Milliseconds until the price is renewed. */
  left: number;
  frozen: boolean;
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

export function OfferCard({ quote, quoting, currency, chain, fee, feeFailed, left, frozen }: OfferCardProps) {
  if (quote === null) {
    return quoting ? <Placeholder /> : null;
  }
  const amount = BigInt(quote.amount);
  const renewal = quoting ? 'renewing…' : `for ${countdown(left)}, then it renews`;
  return (
    <div>
      <p className="text-sm text-muted">You pay</p>
      <p className="figures text-3xl font-semibold tracking-tight">{formatUsd(quote.premium_usd)}</p>
      <p className="figures mt-0.5 text-sm break-all text-muted">
        {formatAmount(amount, currency.decimals, currency.symbol)}
      </p>
      {quote.review.length > 0 && (
        <div className="mt-3 text-sm">
          <Notice tone="waiting">
            {quote.review.map((reason) => (
              <p key={reason}>{reason}</p>
            ))}
            <p className="mt-2">{REVIEW_NOTICE}</p>
          </Notice>
        </div>
      )}
      <FactList
        className="mt-3 border-t border-line"
        rows={[
          ['Rate', `1 ${quote.currency} = ${rateText(quote.rate)}`],
          [
            fee?.authorization === 'relay' ? 'Pay without gas' : 'Network fee',
            networkFeeText(fee, feeFailed, chain),
          ],
          [
            hasContract(chain.ref) ? 'Paid to the contract' : 'Paid to our account',
            <AddressText key="payee" address={chain.payee} />,
          ],
          ['Price holds', frozen ? 'while your wallet is open' : renewal],
        ]}
      />
    </div>
  );
}
