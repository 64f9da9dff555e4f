import { useQuery } from '@tanstack/react-query';
import { formatUsd } from '#domain/money.ts';
import type { Choice } from '#domain/products/product.ts';
import type { Price } from '#domain/quote/pricing.ts';
import { onSight } from '#web/lib/beacon.ts';
import { deploymentQuery } from '#web/lib/deployment-query.ts';
import { trimZeros } from '#web/lib/format.ts';
import { InsurerNote } from '#web/ui/insurer-note.tsx';
import { PriceLines } from '#web/ui/price-lines.tsx';
import { Section } from '#web/ui/section.tsx';
import { lengthText } from './term-slider.tsx';
import { approximateEth } from './terms.ts';

const seen = onSight('price_seen');

interface PriceCardProps {
  choice: Choice;
  price: Price | null;
  /** Whether years without a claim lower a renewal's price. */
  rewarded: boolean;
  children: React.ReactNode;
}

export function PriceCard({ choice, price, rewarded, children }: PriceCardProps) {
  const deployment = useQuery(deploymentQuery);
  return (
    <Section title="Your Quote">
      <div aria-live="polite" className="min-h-20">
        {price ? (
          <>
            <p ref={seen} className="figures text-4xl font-semibold tracking-tight">
              {formatUsd(price.premium)}
            </p>
            <p className="figures mt-1 text-[0.9375rem] text-muted">
              for {lengthText(price.days)}, paid once · about {trimZeros(approximateEth(price.premium))}
              &nbsp;ETH
            </p>
          </>
        ) : (
          <p className="text-muted">Choose a start and an end date to see the price here.</p>
        )}
      </div>
      <details className="group mt-2">
        <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center rounded-[8px] text-[0.9375rem] text-teal hover:underline [&::-webkit-details-marker]:hidden">
          How is this computed?
        </summary>
        <PriceLines choice={choice} price={price} />
        <p className="mt-3 text-sm text-muted">
          The ETH figure is a guide. The exact amount is fixed on the payment page, in the currency that you
          choose.
        </p>
      </details>
      {rewarded && (
        <p className="mt-2 text-sm text-muted">
          If you renew after years without a claim, the payment page shows your discount.
        </p>
      )}
      <InsurerNote operator={deployment.data?.operator} />
      {children}
    </Section>
  );
}
