import type { ReactNode } from 'react';
import { formatUsd } from '../../../domain/money.ts';
import { PRODUCTS, type ProductKey } from '../../../domain/products/index.ts';
import type { Price } from '../../../domain/quote/pricing.ts';

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}

export function PriceLines({ product, price }: { product: ProductKey; price: Price | null }) {
  const { basePerYear, coverage, deductible } = PRODUCTS[product];
  return (
    <dl className="divide-y divide-line border-y border-line text-[0.9375rem]">
      <Line label="Base premium per year">{formatUsd(basePerYear)}</Line>
      <Line label="Coverage period">
        {price ? `${price.days} ${price.days === 1 ? 'day' : 'days'}` : '–'}
      </Line>
      {price && (
        <Line label={`${formatUsd(basePerYear)} ÷ 365 × ${price.days}`}>{formatUsd(price.premium)}</Line>
      )}
      <Line label="Coverage amount">{formatUsd(coverage)}</Line>
      <Line label="Deductible">{deductible > 0 ? formatUsd(deductible) : 'None'}</Line>
      <div className="flex items-baseline justify-between gap-4 py-2.5 font-semibold">
        <dt>Total</dt>
        <dd className="figures">{price ? formatUsd(price.premium) : '–'}</dd>
      </div>
    </dl>
  );
}
