import { formatUsd } from '../../../../domain/money.ts';
import type { ProductKey } from '../../../../domain/products/index.ts';
import type { Price } from '../../../../domain/quote/pricing.ts';
import { onSight } from '../../lib/beacon.ts';
import { Card } from '../../ui/card.tsx';
import { PriceLines } from '../../ui/price-lines.tsx';
import { approximateEth } from './terms.ts';

const seen = onSight('price_seen');

interface PriceCardProps {
  product: ProductKey;
  price: Price | null;
  /** The dates have changed and the price is being computed. */
  calculating: boolean;
  children: React.ReactNode;
}

/** 'Your Quote': the total, explained line by line. */
export function PriceCard({ product, price, calculating, children }: PriceCardProps) {
  const months = price ? price.days / (365 / 12) : 0;
  return (
    <Card className="p-6" aria-labelledby="quote-title">
      <h2 id="quote-title" className="text-xl">
        Your Quote
      </h2>
      <div aria-live="polite" className="mt-4 min-h-24">
        {calculating && <p className="text-2xl font-semibold text-muted">Calculating...</p>}
        {!calculating && price && (
          <>
            <p className="text-sm text-muted">Total premium</p>
            <p ref={seen} className="figures text-4xl font-semibold tracking-tight">
              {formatUsd(price.premium)}
            </p>
            <p className="figures mt-1 text-[0.9375rem] text-muted">
              about {approximateEth(price.premium)} ETH
              {months >= 2 && ` · about ${formatUsd(Math.round(price.premium / months))}/month`}
            </p>
          </>
        )}
        {!calculating && !price && (
          <p className="text-muted">Choose a start and an end date to see the price here.</p>
        )}
      </div>
      <div className="mt-4">
        <PriceLines product={product} price={price} />
      </div>
      <p className="mt-3 text-sm text-muted">
        The ETH figure is a guide. The exact amount is fixed on the payment page, in the currency that you
        choose.
      </p>
      {children}
    </Card>
  );
}
