import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { useId } from 'react';
import { addYears } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { PRODUCTS, type ProductKey } from '#domain/products/index.ts';
import type { Choice } from '#domain/products/product.ts';
import { chargedDays, type Price } from '#domain/quote/pricing.ts';
import { onSight } from '#web/lib/beacon.ts';
import { deploymentQuery } from '#web/lib/deployment.ts';
import { trimZeros } from '#web/lib/format.ts';
import { approximateEth } from '#web/lib/quote-to-store.ts';
import type { Term } from '#web/lib/term.ts';
import { Button } from '#web/ui/button.tsx';
import { InsurerNote } from '#web/ui/offer-notes.tsx';
import { PriceLines } from '#web/ui/price-lines.tsx';
import { StepBar } from '#web/ui/question.tsx';
import { Section } from '#web/ui/section.tsx';

/** 'A year' or '90 days': a term as it is priced. */
const lengthText = (days: number): string =>
  days === 365 ? 'a year' : `${days} ${days === 1 ? 'day' : 'days'}`;

interface TermSliderProps {
  product: ProductKey;
  term: Term;
  onChange: (term: Term) => void;
}

/** How long cover lasts. The end date follows; a whole year ends on the same day of the next one. */
export function TermSlider({ product, term: { start, end }, onChange }: TermSliderProps) {
  const id = useId();
  const hydrated = useHydrated();
  const { minDays, maxDays } = PRODUCTS[product];
  const most = Math.min(maxDays, 365);
  if (start === null) return null;
  const days = end === null ? minDays : Math.min(Math.max(chargedDays(start, end), minDays), most);
  const length = lengthText(days);
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          How long
        </label>
        <output htmlFor={id} aria-live="off" className="figures text-sm font-medium text-teal">
          {length}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={minDays}
        max={most}
        value={days}
        disabled={!hydrated}
        aria-valuetext={length}
        onChange={({ target }) => {
          const chosen = Number(target.value);
          onChange({ start, end: chosen === 365 ? addYears(start, 1) : start + chosen });
        }}
        className="h-11 w-full cursor-pointer accent-teal"
      />
      <div aria-hidden className="flex justify-between text-sm text-muted">
        <span>{lengthText(minDays)}</span>
        <span>{lengthText(most)}</span>
      </div>
    </div>
  );
}

interface PriceBarProps {
  price: Price | null;
  /** How many answers are missing. */
  left: number;
  /** Whether the button ends the form instead of going to the next question. */
  last: boolean;
  busy: boolean;
  onNext: () => void;
}

/** At the bottom of a phone's quote: the price, what is missing, and the way on. */
export function PriceBar({ price, left, last, busy, onNext }: PriceBarProps) {
  const length = price ? lengthText(price.days) : null;
  return (
    <StepBar
      figure={<span ref={seen}>{price ? formatUsd(price.premium) : 'No price yet'}</span>}
      note={
        left > 0
          ? [length, `${left} ${left === 1 ? 'field' : 'fields'} left`].filter(Boolean).join(' · ')
          : `${length}, paid once`
      }
    >
      {last ? (
        <Button type="submit" size="large" busy={busy} aria-disabled={left > 0} className="px-4!">
          Proceed to Payment
        </Button>
      ) : (
        <Button size="large" onClick={onNext} className="min-w-36">
          Continue
        </Button>
      )}
    </StepBar>
  );
}

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
      <details className="mt-2">
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
