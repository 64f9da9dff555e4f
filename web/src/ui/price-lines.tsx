import type { ReactNode } from 'react';
import { formatUsd } from '#domain/money.ts';
import { formatDeductible } from '#domain/products/choice.ts';
import type { Choice } from '#domain/products/product.ts';
import type { Price } from '#domain/quote/pricing.ts';

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}

export function PriceLines({ choice, price }: { choice: Choice; price: Price | null }) {
  const several = price !== null && price.shares.length > 1;
  return (
    <dl className="divide-y divide-line border-y border-line text-[0.9375rem]">
      {price && <Line label="Base premium per year">{formatUsd(price.basePerYear)}</Line>}
      <Line label="Coverage period">
        {price ? `${price.days} ${price.days === 1 ? 'day' : 'days'}` : '–'}
      </Line>
      {/* A whole year costs the base, which is above. */}
      {price?.lines.map(
        ({ label, cents }) =>
          cents !== price.basePerYear * 100 && (
            <Line key={label} label={label}>
              {formatUsd(cents / 100)}
            </Line>
          ),
      )}
      <Line label={several ? 'Coverage for each traveler' : 'Coverage amount'}>
        {formatUsd(choice.coverage)}
      </Line>
      {several && <Line label="Coverage in all">{formatUsd(price.insured)}</Line>}
      <Line label="Deductible">{formatDeductible(choice.deductible)}</Line>
      <div className="flex items-baseline justify-between gap-4 py-2.5 font-semibold">
        <dt>Total</dt>
        <dd className="figures">{price ? formatUsd(price.premium) : '–'}</dd>
      </div>
    </dl>
  );
}
