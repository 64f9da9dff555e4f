import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '../../../../domain/money.ts';
import type { Choice } from '../../../../domain/products/product.ts';
import type { Price } from '../../../../domain/quote/pricing.ts';
import { onSight } from '../../lib/beacon.ts';
import { deploymentQuery } from '../../lib/deployment-query.ts';
import { InsurerNote } from '../../ui/insurer-note.tsx';
import { PriceLines } from '../../ui/price-lines.tsx';
import { Section } from '../../ui/section.tsx';
import { approximateEth } from './terms.ts';

const seen = onSight('price_seen');

interface PriceCardProps {
  choice: Choice;
  price: Price | null;
  calculating: boolean;
  /** Whether years without a claim lower a renewal's price. */
  rewarded: boolean;
  children: React.ReactNode;
}

export function PriceCard({ choice, price, calculating, rewarded, children }: PriceCardProps) {
  const deployment = useQuery(deploymentQuery);
  const months = price ? price.days / (365 / 12) : 0;
  return (
    <Section title="Your Quote">
      <div aria-live="polite" className="min-h-24">
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
        <PriceLines choice={choice} price={price} />
      </div>
      <p className="mt-3 text-sm text-muted">
        The ETH figure is a guide. The exact amount is fixed on the payment page, in the currency that you
        choose.
        {rewarded && ' If you renew after years without a claim, the payment page shows your discount.'}
      </p>
      <InsurerNote operator={deployment.data?.operator} />
      {children}
    </Section>
  );
}
