import { hasContract } from '../../../../../domain/chains.ts';
import { formatUnits, formatUsd } from '../../../../../domain/money.ts';
import type { QuoteAnswer } from '../../../../../domain/quote/schema.ts';
import type { DeployedCurrency, DeployedNetwork } from '../../../lib/deployment.ts';
import { countdown } from '../../../lib/format.ts';
import { Fact } from '../../../ui/card.tsx';
import { AddressText } from '../../../ui/chain.tsx';
import { exactAmount, shownAmount } from '../../../ui/money.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import type { FeeEstimate } from '../../../wallet/payments.ts';

interface OfferCardProps {
  quote: QuoteAnswer | null;
  quoting: boolean;
  currency: DeployedCurrency;
  chain: DeployedNetwork;
  fee: FeeEstimate | null;
  /** Whether the network fee could not be estimated. */
  feeFailed: boolean;
  /** Milliseconds until the price is renewed. */
  left: number;
  frozen: boolean;
}

function feeText(fee: FeeEstimate, chain: DeployedNetwork): string {
  const native = chain.currencies.find((entry) => entry.token === null);
  if (!native) return 'set by the network';
  // A fee is small, so two decimals would show many times as much.
  const text = `${formatUnits(fee.fee, native.decimals, 4)} ${native.symbol}`;
  const amount = Number.parseFloat(text) <= 0.0001 ? `below 0.0001 ${native.symbol}` : `about ${text}`;
  return fee.ownFee ? amount : `${amount}, paid by the account that sends it`;
}

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

/** The exact offer: amount, value, fee, receiver and validity. */
export function OfferCard({ quote, quoting, currency, chain, fee, feeFailed, left, frozen }: OfferCardProps) {
  if (quote === null) {
    return quoting ? <Placeholder /> : null;
  }
  const amount = BigInt(quote.amount);
  return (
    <div>
      <p className="text-sm text-muted">You pay</p>
      <p className="figures text-3xl font-semibold tracking-tight">
        {shownAmount(amount, currency.decimals, currency.symbol)}
      </p>
      <p className="figures mt-0.5 text-sm break-all text-muted">
        exactly {exactAmount(amount, currency.decimals, currency.symbol)}
      </p>
      <dl className="mt-3 divide-y divide-line border-t border-line">
        <Fact label="Value">
          {formatUsd(quote.premium_usd)} at {quote.rate} USD per {quote.currency}
        </Fact>
        <Fact label="Network fee">
          {fee && feeText(fee, chain)}
          {!fee && feeFailed && 'shown by your wallet; the network did not say'}
          {!fee && !feeFailed && <Skeleton className="inline-block h-4 w-32 align-middle" />}
        </Fact>
        <Fact label={hasContract(chain.ref) ? 'Paid to the contract' : 'Paid to our account'}>
          <AddressText address={chain.payee} />
        </Fact>
        <Fact label="Price holds">
          {frozen
            ? 'while your wallet is open'
            : quoting
              ? 'renewing…'
              : `for ${countdown(left)}, then it renews`}
        </Fact>
      </dl>
    </div>
  );
}
